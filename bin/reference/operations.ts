/** The pages of the resources, each with its operations. */
import { exampleOf } from '../../lib/resources/examples.ts';
import { operations } from '../../lib/resources/operations.ts';
import { type Operation, takesIdempotencyKey } from '../../lib/schema/operation.ts';
import { upperFirst } from '../../lib/schema/text.ts';
import { causedEvents } from './event-links.ts';
import { inputTable, outputTable, typeOf } from './fields.ts';
import { errorsOf } from './openapi/errors.ts';
import { responseHeaders } from './openapi/headers.ts';
import { type JsonSchema, schemaOf } from './openapi/json-schema.ts';
import { linkTo, type Page, type Part, table } from './page.ts';
import { remedies } from './remedies.ts';
import { clientCall, curl, json } from './samples.ts';
import { sections } from './sections.ts';

type Components = Readonly<Record<string, JsonSchema>>;

const pathOfSection = (section: string): string => `api/${section.toLowerCase().replaceAll(' ', '-')}`;

export const linkToOperation = ({ section, name }: Operation): string => linkTo({ path: pathOfSection(section) }, name);

export const operationPages = (components: Components): Page[] =>
  Object.entries(sections).map(([title, summary]) => {
    const own = operations.filter(({ section }) => section === title);
    return {
      path: pathOfSection(title),
      title,
      group: 'API',
      summary: `${summary}\n\n${overview(own)}`,
      parts: own.map((operation) => partOf(operation, components)),
    };
  });

const overview = (own: readonly Operation[]): string =>
  table(
    ['Operation', 'Method and path', 'Permission'],
    own.map((each) => [`[${each.summary}](#${each.name})`, `\`${each.method} ${each.path}\``, each.permission]),
  );

function partOf(operation: Operation, components: Components): Part {
  const example = exampleOf(operation);
  const { status, schema } = operation.success;
  const client = clientCall(example);
  return {
    id: operation.name,
    title: titleOf(operation),
    operation,
    text: [
      `\`${operation.method} ${operation.path}\` needs the permission \`${operation.permission}\`.`,
      operation.words.text,
      ...request(operation, components),
      ...response(operation, components),
      '#### Errors',
      errorTable(operation),
      ...causedEvents(operation),
    ].join('\n\n'),
    samples: [
      curl(example),
      ...(client ? [client] : []),
      schema ? json(`Response ${status}`, example.reply) : { title: `Response ${status}`, language: 'json', code: '' },
    ],
  };
}

/** The summary as far as it names the operation. */
export const titleOf = ({ summary }: Operation): string => summary.split(/[;:]|, /)[0] ?? summary;

function request(operation: Operation, components: Components): string[] {
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
  const parameters = [...paths, ...queries, ...headers];
  return [
    ...(parameters.length > 0 ? ['#### Parameters', table(['Parameter', ''], parameters)] : []),
    ...body(operation, components),
  ];
}

function body({ body: schema, upload }: Operation, components: Components): string[] {
  if (schema) return ['#### Body', inputTable(schemaOf(schema, 'input'), components)];
  if (!upload) return [];
  const row = [`\`${upload.field}\`<br>file, required`, `The file, of at most ${upload.maximumBytes} bytes.`];
  return ['#### Body', 'A `multipart/form-data` body.', table(['Part', ''], [row])];
}

function response(operation: Operation, components: Components): string[] {
  const { status, description, schema } = operation.success;
  const headers = Object.keys(responseHeaders(operation, status)).map((name) => `\`${name}\``);
  return [
    `#### Response ${status}`,
    `${description}${schema ? '' : '; no body'}. Headers: ${headers.join(', ')} ([what they say](/docs/errors.html#headers)).`,
    ...(schema ? [outputTable(schemaOf(schema, 'output'), components)] : []),
  ];
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
