/** The pages of the resources, each with its operations and functions. */
import { exampleOf, invocables, operations, sectionOfFunction, sections } from '../../lib/resources/nouns.ts';
import type { Invocable } from '../../lib/schema/invocable.ts';
import { type Operation, replays } from '../../lib/schema/operation.ts';
import { errorTable } from './errors-table.ts';
import { eventPages } from './events.ts';
import { inputTable, outputTable, sizeOf, typeOf } from './fields.ts';
import { linkToFunction, pageOfFunction } from './functions.ts';
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

/** An overview of each section, followed by a page for each of its operations, its functions and the objects of its events. */
export const sectionPages = (components: Components): Page[] =>
  Object.entries(sections).flatMap(([title, summary]) => {
    const own = operations.filter(({ section }) => section === title);
    const functions = invocables.filter((each) => sectionOfFunction(each) === title);
    const parent = pathOfSection(title);
    const parts = [...overviewOf(own), ...overviewOfFunctions(functions)];
    return [
      { path: parent, title, group: 'API', summary, parts },
      ...own.map((operation) => pageOf(operation, components)),
      ...functions.map((each) => pageOfFunction(each, { parent, components })),
      ...eventPages(components).filter((page) => page.parent === parent),
    ];
  });

const overviewOf = (own: readonly Operation[]): Part[] =>
  own.length === 0
    ? []
    : [
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
        ),
      ];

/** Storefront functions by their addresses; the operators' by their names. */
function overviewOfFunctions(own: readonly Invocable[]): Part[] {
  const rowsOf = (group: Invocable['group'], cellsOf: (each: Invocable) => string[]) =>
    own
      .filter((each) => each.group === group)
      .map((each) => [`[${each.summary}](${linkToFunction(each)})`, ...cellsOf(each)]);
  const checkout = rowsOf('storefront', ({ name }) => [`\`POST /storefront/v1/${name}/\``, 'Storefront']);
  const operate = rowsOf('operator', ({ name }) => [`\`${name}\``]);
  return [
    ...(checkout.length > 0
      ? [part('Storefront functions', table(['Function', 'Method and path', 'Permission'], checkout))]
      : []),
    ...(operate.length > 0 ? [part('Operator functions', table(['Function', 'Name'], operate))] : []),
  ];
}

function pageOf(operation: Operation, components: Components): Page {
  const example = exampleOf(operation);
  const { status, schema } = operation.success;
  const answer = `Response ${status}`;
  return {
    path: pathOfOperation(operation),
    title: operation.summary,
    group: 'API',
    parent: pathOfSection(operation.section),
    use: 'Manage',
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
  const headers = replays(operation)
    ? [
        [
          `\`Idempotency-Key\`<br>header${operation.requiresIdempotencyKey ? ', required' : ''}`,
          'Identifies this request, so that a retry takes effect only once: [idempotency](/docs/guides/idempotency.html).',
        ],
      ]
    : [];
  const rows = [...paths, ...queries, ...headers];
  return rows.length > 0 ? [part('Parameters', table(['Parameter', 'Description'], rows))] : [];
}

function body({ body: schema, upload }: Operation, components: Components): Part[] {
  if (schema) return [part('Body', inputTable(schemaOf(schema, 'input'), components))];
  if (!upload) return [];
  const row = [`\`${upload.field}\`<br>file, required`, `The file, at most ${sizeOf(upload.maximumBytes)}.`];
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
