/** The pages of the resources, each with its operations. */
import { exampleOf, operations, sections } from '../../lib/resources/nouns.ts';
import { type Operation, takesIdempotencyKey } from '../../lib/schema/operation.ts';
import { upperFirst } from '../../lib/schema/text.ts';
import { inputTable, outputTable, sizeOf, typeOf } from './fields.ts';
import { errorsOf, remedies } from './openapi/errors.ts';
import { responseHeaders } from './openapi/headers.ts';
import { type JsonSchema, schemaOf } from './openapi/json-schema.ts';
import {
  causedEvents,
  linkToOperation,
  type Page,
  type Part,
  part,
  pathOfOperation,
  pathOfSection,
  table,
} from './page.ts';
import { json, requestSamples } from './samples.ts';

type Components = Readonly<Record<string, JsonSchema>>;

/** An overview of each section, followed by a page for each of its operations. */
export const operationPages = (components: Components): Page[] =>
  Object.entries(sections).flatMap(([title, summary]) => {
    const own = operations.filter(({ section }) => section === title);
    if (own.length === 0) return [];
    const overview = { path: pathOfSection(title), title, group: 'API', summary, parts: [overviewOf(own)] };
    return [overview, ...own.map((operation) => pageOf(operation, components))];
  });

const overviewOf = (own: readonly Operation[]): Part =>
  part(
    'Operations',
    table(
      ['Operation', 'Method and path', 'Permission'],
      own.map((each) => [
        `[${each.summary}](${linkToOperation(each)})`,
        `\`${each.method} ${each.path}\``,
        each.permission,
      ]),
    ),
  );

function pageOf(operation: Operation, components: Components): Page {
  const example = exampleOf(operation);
  const { status, schema } = operation.success;
  const answer = `Response ${status}`;
  return {
    path: pathOfOperation(operation),
    title: operation.summary,
    group: 'API',
    parent: pathOfSection(operation.section),
    operation,
    summary: operation.words.text,
    parts: [
      ...parameters(operation, components),
      ...body(operation, components),
      response(operation, components),
      part('Errors', errorTable(operation)),
      ...causedEvents(operation),
    ],
    samples: [
      ...requestSamples(example),
      schema ? json(answer, example.reply) : { title: answer, language: 'json', code: '' },
    ],
  };
}

function parameters(operation: Operation, components: Components): Part[] {
  const paths = Object.entries<string>(operation.words.path).map(([name, text]) => [
    `\`${name}\`<br>path, required`,
    text,
  ]);
  const query = operation.query ? Object.entries(schemaOf(operation.query, 'input').properties ?? {}) : [];
  const queries = query.map(([name, property]) =>
    typeof property === 'boolean'
      ? []
      : [`\`${name}\`<br>query, ${typeOf(property, components)}`, property.description ?? ''],
  );
  const headers = takesIdempotencyKey(operation)
    ? [
        [
          '`Idempotency-Key`<br>header',
          'Names this request, so that a retry takes effect once: [idempotency](/docs/guides/idempotency.html).',
        ],
      ]
    : [];
  const rows = [...paths, ...queries, ...headers];
  return rows.length > 0 ? [part('Parameters', table(['Parameter', 'Description'], rows))] : [];
}

function body({ body: schema, upload }: Operation, components: Components): Part[] {
  if (schema) return [part('Body', inputTable(schemaOf(schema, 'input'), components))];
  if (!upload) return [];
  const row = [`\`${upload.field}\`<br>file, required`, `The file, of at most ${sizeOf(upload.maximumBytes)}.`];
  return [part('Body', `A \`multipart/form-data\` body.\n\n${table(['Part', 'Description'], [row])}`)];
}

function response(operation: Operation, components: Components): Part {
  const { status, description, schema } = operation.success;
  const headers = Object.keys(responseHeaders(operation, status)).map((name) => `\`${name}\``);
  return part(
    `Response ${status}`,
    [
      `${description}${schema ? '' : '; no body'}.`,
      ...(schema ? [outputTable(schemaOf(schema, 'output'), components)] : []),
      `[Headers](/docs/errors.html#headers): ${headers.join(', ')}.`,
    ].join('\n\n'),
  );
}

/** Each row once: what it is, when it comes, what to do. */
const errorTable = (operation: Operation): string =>
  table(
    ['Status', 'Code and message', 'When, and what to do'],
    errorsOf(operation).map(({ status, code, message, when }) => [
      String(status),
      `[\`${code}\`](/docs/errors.html#${code.toLowerCase()})<br>${message}`,
      `${upperFirst(when)}. ${remedies[code]}`,
    ]),
  );
