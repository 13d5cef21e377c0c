/** What a change of the OpenAPI document takes from those who rely on it: a document may only grow. */

/** A document, or any part of it. */
export interface Node {
  // biome-ignore lint/suspicious/noExplicitAny: parts are as OpenAPI and JSON Schema name them
  [name: string]: any;
}

const methods = ['get', 'post', 'put', 'delete'] as const;

/** What breaks for a client that was made for the document before; nothing where it only grew. */
function breaks(before: Node, after: Node): string[] {
  const found: string[] = [];
  const pair: Pair = { before: (node) => resolved(before, node), after: (node) => resolved(after, node) };
  for (const [path, item] of Object.entries<Node>(before.paths)) {
    for (const method of methods.filter((each) => item[each])) {
      const what = `${method.toUpperCase()} ${path}`;
      const next = after.paths[path]?.[method];
      if (!next) found.push(`${what} is removed`);
      else found.push(...breaksOf(pair, item[method], next).map((each) => `${what}: ${each}`));
    }
  }
  return found;
}

/** Whether two documents say the same, their versions apart. */
export const isSame = (before: Node, after: Node): boolean => {
  const withoutVersion = (document: Node) => JSON.stringify({ ...document, info: { ...document.info, version: '' } });
  return withoutVersion(before) === withoutVersion(after);
};

/** The two documents, in which references are resolved. */
interface Pair {
  before(node: Node): Node;
  after(node: Node): Node;
}

function resolved(document: Node, node: Node): Node {
  if (typeof node.$ref !== 'string') return node;
  const target = node.$ref
    .slice(2)
    .split('/')
    .reduce<Node>((at, name) => at[name], document);
  return resolved(document, target);
}

function breaksOf(pair: Pair, before: Node, after: Node): string[] {
  return [
    ...parameterBreaks(pair, before, after),
    ...bodyBreaks(pair, before, after),
    ...Object.keys(before.responses)
      .filter((status) => status < '300')
      .flatMap((status) => responseBreaks(pair, status, before.responses[status], after.responses[status])),
  ];
}

function parameterBreaks(pair: Pair, { parameters: before = [] }: Node, { parameters: after = [] }: Node): string[] {
  const list = (all: Node[], resolve: (node: Node) => Node) =>
    new Map(all.map(resolve).map((each) => [`${each.in} ${each.name}`, each]));
  const [old, next] = [list(before, (node) => pair.before(node)), list(after, (node) => pair.after(node))];
  const gone = [...old.keys()].filter((name) => !next.has(name)).map((name) => `${name} is no longer accepted`);
  const asked = [...next]
    .filter(([name, each]) => each.required && !old.get(name)?.required)
    .map(([name]) => `${name} is now required`);
  const narrower = [...old].flatMap(([name, each]) => {
    const schema = next.get(name)?.schema;
    return schema ? schemaBreaks(pair, 'input', each.schema, schema, name) : [];
  });
  return [...gone, ...asked, ...narrower];
}

function bodyBreaks(pair: Pair, before: Node, after: Node): string[] {
  const bodies = before.requestBody?.content ?? {};
  const next = after.requestBody?.content ?? {};
  if (!before.requestBody && after.requestBody?.required) return ['a body is now required'];
  return Object.keys(bodies).flatMap((type) =>
    next[type]
      ? schemaBreaks(pair, 'input', bodies[type].schema, next[type].schema, 'body')
      : [`${type} is no longer accepted`],
  );
}

function responseBreaks(pair: Pair, status: string, before: Node, after: Node | undefined): string[] {
  if (!after) return [`it no longer returns ${status}`];
  const [old, next] = [pair.before(before), pair.after(after)];
  const headers = Object.keys(old.headers ?? {}).filter((name) => !next.headers?.[name]);
  const schema = old.content?.['application/json']?.schema;
  const nextSchema = next.content?.['application/json']?.schema;
  if (schema && !nextSchema) return [`${status} no longer has a body`];
  return [
    ...headers.map((name) => `${status} no longer has the header ${name}`),
    ...(schema ? schemaBreaks(pair, 'output', schema, nextSchema, `reply ${status}`) : []),
  ];
}

const typesOf = (node: Node): string[] => [node.type ?? []].flat();

/** What a schema may be: itself, or one of several. */
const variantsOf = (node: Node): Node[] => node.anyOf ?? node.oneOf ?? [node];

/** Bounds that take less than before. */
const tighter = (before: Node, after: Node): string[] => [
  ...['minimum', 'minLength', 'minItems'].filter((name) => (after[name] ?? -Infinity) > (before[name] ?? -Infinity)),
  ...['maximum', 'maxLength', 'maxItems'].filter((name) => (after[name] ?? Infinity) < (before[name] ?? Infinity)),
  ...['pattern', 'format'].filter((name) => after[name] !== undefined && after[name] !== before[name]),
];

/** What breaks for clients that send values of a schema, or read them. */
function schemaBreaks(pair: Pair, use: 'input' | 'output', given: Node, givenAfter: Node, where: string): string[] {
  const isInput = use === 'input';
  const [before, after] = [pair.before(given), pair.after(givenAfter)];
  // The service must take all that clients sent before, and clients must read all that it sends now.
  const [values, known] = isInput ? [before, after] : [after, before];
  if (variantsOf(values).length > 1 || variantsOf(known).length > 1) {
    return variantsOf(values).flatMap((variant) => {
      const found = variantsOf(known).map((each) =>
        isInput ? schemaBreaks(pair, use, variant, each, where) : schemaBreaks(pair, use, each, variant, where),
      );
      return found.some((each) => each.length === 0) ? [] : (found[0] ?? []);
    });
  }
  const types = typesOf(values).filter((type) => typesOf(known).length > 0 && !typesOf(known).includes(type));
  return [
    ...types.map((type) => `${where} ${isInput ? 'can no longer' : 'can now'} be ${type}`),
    ...(isInput ? refusals(before, after, where) : omissions(before, after, where)),
    ...Object.entries<Node>(before.properties ?? {}).flatMap(([name, schema]) => {
      const next = after.properties?.[name];
      if (next) return schemaBreaks(pair, use, schema, next, `${where}.${name}`);
      return [`${where}.${name} is ${isInput ? 'no longer accepted' : 'removed'}`];
    }),
    ...(before.items && after.items ? schemaBreaks(pair, use, before.items, after.items, `${where}[]`) : []),
  ];
}

/** Values that were taken and are refused now. */
function refusals(before: Node, after: Node, where: string): string[] {
  const values = (before.enum ?? []).filter((value: unknown) => after.enum && !after.enum.includes(value));
  const required = (after.required ?? []).filter((name: string) => !before.required?.includes(name));
  return [
    ...values.map((value: unknown) => `${where} can no longer be ${value}`),
    ...(after.enum && !before.enum && before.const === undefined ? [`${where} now accepts only listed values`] : []),
    ...required.map((name: string) => `${where}.${name} is now required`),
    ...tighter(before, after).map((bound) => `${where} is stricter: ${bound}`),
  ];
}

/** Fields that were always there and may be absent now. */
const omissions = (before: Node, after: Node, where: string): string[] =>
  (before.required ?? [])
    .filter((name: string) => after.properties?.[name] && !after.required?.includes(name))
    .map((name: string) => `${where}.${name} can now be absent`);

/** Lines of a changelog that say of something that it breaks. */
export const breakingLines = (changelog: string): string[] => changelog.match(/^- \*\*Breaks:\*\* \S.*$/gm) ?? [];

interface Released {
  document: Node;
  /** Empty before there was one. */
  changelog: string;
}

/** What a reviewer must know of a contract change: breaks that no new line of the changelog declares, and a change under an old version. */
export function judgeContract(before: Released, after: Released): string[] {
  const said = breakingLines(after.changelog).some((line) => !breakingLines(before.changelog).includes(line));
  const isUnversioned =
    !isSame(before.document, after.document) && before.document.info.version === after.document.info.version;
  return [
    ...(said ? [] : breaks(before.document, after.document)),
    ...(isUnversioned ? [`The reference changes, and its version stays ${after.document.info.version}`] : []),
  ];
}
