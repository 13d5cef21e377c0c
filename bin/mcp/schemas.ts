/** The contract's schemas as JSON Schema without references: some clients cannot follow a `$ref`. */
import type { Tool } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { idPattern, type Resource } from '../../lib/schema/ids.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { componentSchemas, type JsonSchema, schemaOf } from '../reference/openapi/json-schema.ts';

/** An object's schema, as a tool declares it. */
type ObjectSchema = Tool['inputSchema'];

const components: Readonly<Record<string, JsonSchema>> = componentSchemas();

/** The arguments of a tool: the ids in the path, then the filters or the fields of the body. An upload has `file_path` instead. */
export function inputSchemaOf({ parameters, words, query, body, upload }: Operation): ObjectSchema {
  const ids = Object.entries<Resource>(parameters).map(([name, resource]): [string, JsonSchema] => [
    name,
    { ...schemaOf(z.string().check(z.regex(idPattern(resource))), 'input'), description: textOf(words.path, name) },
  ]);
  const given = body ?? query;
  const fields = given ? resolved(schemaOf(given, 'input')) : {};
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      ...Object.fromEntries(ids),
      ...fields.properties,
      ...(upload && { file_path: { type: 'string', description: 'Path of the file in the folder of this server.' } }),
    },
    required: [...Object.keys(parameters), ...(fields.required ?? []), ...(upload ? ['file_path'] : [])],
    additionalProperties: false,
  };
  return schema as ObjectSchema;
}

/** Names of the arguments of a tool. */
export const argumentsOf = (operation: Operation): string[] => Object.keys(inputSchemaOf(operation).properties ?? {});

/** The result of a tool, or undefined if the reply has no body. */
export const outputSchemaOf = ({ success }: Operation): ObjectSchema | undefined =>
  success.schema && (resolved(schemaOf(success.schema, 'output')) as ObjectSchema);

const textOf = (words: Readonly<Record<string, string>>, name: string): string => words[name] ?? '';

/** The schema with each component in place of its reference, and with plain descriptions. */
function resolved(schema: JsonSchema): JsonSchema {
  return walked(schema) as JsonSchema;
}

function walked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walked);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as JsonSchema;
  const own = Object.entries(rest).map(([name, each]) => [
    name,
    name === 'description' && typeof each === 'string' ? plainLinks(each) : walked(each),
  ]);
  const component = $ref === undefined ? undefined : components[$ref.slice($ref.lastIndexOf('/') + 1)];
  return { ...(component && (walked(component) as object)), ...Object.fromEntries(own) };
}

/** A text without links to the pages of the service: a link to an operation becomes the name of its tool. */
export const plainLinks = (text: string): string =>
  text
    .replaceAll(/\[([^[\]]+)\]\(\/docs\/api\/([\w-]+)\.html\)/g, '$1 (`$2`)')
    .replaceAll(/\[([^[\]]+)\]\(\/docs\/[^()[\]]*\)/g, '$1');
