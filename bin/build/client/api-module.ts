/** The package's own module of what it knows of the operations, in place of `lib/client/api.ts`. */
import { routes, uploadRoutes, wholeFileBytes } from '../../../lib/client/api.ts';
import { methods, uploads } from '../../../lib/client/methods.ts';
import { gatewayErrors } from '../../../lib/resources/gateway-errors.ts';
import { exampleOf } from '../../../lib/resources/nouns.ts';
import { errorStatus, isOptional } from '../../../lib/schema/errors.ts';
import { type Resource, resources } from '../../../lib/schema/ids.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import { upperFirst } from '../../../lib/schema/text.ts';
import { componentSchemas, type JsonSchema, schemaOf } from '../../reference/openapi/json-schema.ts';
import { operationId } from '../../reference/openapi/names.ts';
import { argumentsOf as sampleArguments } from '../../reference/samples.ts';
import { commentOf, declarationOf, exampleTag, typeOf } from './types.ts';

/** Its source in TypeScript. */
export function apiModule(): string {
  const replies = Object.entries<Record<string, Operation>>(uploads).map(
    ([kind, steps]) => `  readonly ${kind}: {\n${Object.entries(steps).map(uploadReply).join('')}  };\n`,
  );
  const groups = Object.keys(methods).map((group) => `  readonly ${group}: ${upperFirst(group)};\n`);
  return [
    "import type { Call } from './call.ts';",
    "import type { List } from './list.ts';",
    "import type { CallOptions } from './options.ts';",
    "import type { Route } from './route.ts';\n",
    `/** Every code that an error can have. */\nexport type ErrorCode = ${errorCodes().join(' | ')};\n`,
    ...Object.entries(componentSchemas()).map(([name, schema]) => declarationOf(name, schema)),
    ...operationsOf(methods).flatMap(namedTypes),
    ...Object.entries<Record<string, Operation>>(methods).map(groupInterface),
    `/** The methods that are one operation each, by their groups. */\nexport interface Groups {\n${groups.join('')}}\n`,
    `export interface UploadReplies {\n${replies.join('')}}\n`,
    constant('routes', routes),
    constant('uploadRoutes', uploadRoutes),
    constant('wholeFileBytes', wholeFileBytes),
  ].join('\n');
}

const constant = (name: string, value: unknown): string =>
  typeof value === 'object'
    ? `export const ${name} = ${JSON.stringify(value, null, 2)} satisfies Record<string, Record<string, Route>>;\n`
    : `export const ${name}: number = ${value};\n`;

const errorCodes = (): string[] => [
  ...new Set(
    [...Object.keys(errorStatus), ...Object.values(gatewayErrors).map(({ code }) => code)].map((code) => `'${code}'`),
  ),
];

const operationsOf = (table: Record<string, Record<string, Operation>>): Operation[] =>
  Object.values(table).flatMap((group) => Object.values(group));

const typeName = ({ name }: Operation, what: string): string => `${upperFirst(operationId(name))}${what}`;

/** The types that an operation has for itself: its filters, and a reply that is no component. */
function namedTypes(operation: Operation): string[] {
  const { query, success } = operation;
  const reply = success.schema && schemaOf(success.schema, 'output');
  return [
    ...(query ? [declarationOf(typeName(operation, 'Filters'), filtersOf(schemaOf(query, 'input')))] : []),
    ...(reply && isOwn(reply) ? [declarationOf(typeName(operation, 'Reply'), reply)] : []),
  ];
}

/** Every filter is optional. */
const filtersOf = ({ required: _, ...schema }: JsonSchema): JsonSchema => schema;

const itemOf = ({ properties }: JsonSchema): JsonSchema | undefined => {
  const data = properties?.data;
  return properties && 'has_more' in properties && typeof data === 'object' && !Array.isArray(data.items)
    ? (Object(data.items) as JsonSchema)
    : undefined;
};

const isOwn = (reply: JsonSchema): boolean => reply.$ref === undefined && itemOf(reply) === undefined;

function groupInterface([group, operations]: [string, Record<string, Operation>]): string {
  const declared = Object.entries(operations).map(([name, operation]) => {
    const { text } = operation.words;
    const call = `await shop.${group}.${name}(${sampleArguments(exampleOf(operation))});`;
    const about = [operation.summary, text, `Permission: ${operation.permission}.`, exampleTag(call)].join('\n\n');
    return `${commentOf(about, '  ')}  ${name}(${argumentsOf(group, operation)}): ${resultOf(operation)};\n`;
  });
  return `export interface ${upperFirst(group)} {\n${declared.join('\n')}}\n`;
}

function argumentsOf(group: string, operation: Operation): string {
  const { path, parameters, body, query } = operation;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const resource: Resource | undefined = Object.entries<Resource>(parameters).find(([key]) => key === name)?.[1];
    return `${resource === undefined || isOf(group, resource) ? 'id' : `${resource}Id`}: string`;
  });
  const input = [
    ...(body ? [`body${isOptional(body) ? '?' : ''}: ${typeOf(schemaOf(body, 'input'), '  ')}`] : []),
    ...(query && isList(operation) ? [`filters?: ${typeName(operation, 'Filters')}`] : []),
  ];
  const options = query && !isList(operation) ? `CallOptions & ${typeName(operation, 'Filters')}` : 'CallOptions';
  return [...ids, ...input, `options?: ${options}`].join(', ');
}

/** Whether the operation returns a list. The query of another operation is among the options of its call. */
const isList = ({ success }: Operation): boolean =>
  success.schema !== undefined && itemOf(schemaOf(success.schema, 'output')) !== undefined;

/** Whether a group is named after a resource. */
const isOf = (group: string, resource: Resource): boolean =>
  new RegExp(`${resource}(?:e?s)$`, 'i').test(group) && resource in resources;

function resultOf(operation: Operation): string {
  const { schema } = operation.success;
  if (!schema) return 'Call<undefined>';
  const reply = schemaOf(schema, 'output');
  const item = itemOf(reply);
  if (item) return `List<${typeOf(item)}>`;
  return `Call<${isOwn(reply) ? typeName(operation, 'Reply') : typeOf(reply)}>`;
}

const uploadReply = ([step, { success }]: [string, Operation]): string =>
  `    readonly ${step}: ${success.schema ? typeOf(schemaOf(success.schema, 'output'), '    ') : 'undefined'};\n`;
