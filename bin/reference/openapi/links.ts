/** Links between operations: the ids in a reply are those in the path of the next request. */
import { operations } from '../../../lib/resources/nouns.ts';
import { idPattern, type Resource } from '../../../lib/schema/ids.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import { componentSchemas, type JsonSchema, schemaOf } from './json-schema.ts';
import { operationId } from './names.ts';
import type { OpenApiLink } from './types.ts';

const components = componentSchemas();

/**
 * The operations that can follow a reply, by their ids: the last id of their path is a field of the reply or of the first
 * item of its list, and the other ids are there or in the path of this request. A nullable id is not used. A `Storefront` key can
 * request no such operation.
 */
export function linksOf(operation: Operation): Record<string, OpenApiLink> {
  if (operation.permission === 'Storefront') return {};
  const replied = idsOf(operation.success.schema && schemaOf(operation.success.schema, 'output'));
  const requested = Object.entries<Resource>(operation.parameters);
  const links = operations.flatMap((next): [string, OpenApiLink][] => {
    const ids = Object.entries<Resource>(next.parameters);
    const parameters = ids.flatMap(([name, resource]): [string, string][] => {
      const sent = requested.find(([, each]) => each === resource);
      const source = replied.get(idPattern(resource).source) ?? (sent && `$request.path.${sent[0]}`);
      return source === undefined ? [] : [[name, source]];
    });
    const [, last = ''] = parameters.at(-1) ?? [];
    if (next === operation || !last.startsWith('$response') || parameters.length < ids.length) return [];
    const id = operationId(next.name);
    return [[id, { operationId: id, description: next.summary, parameters: Object.fromEntries(parameters) }]];
  });
  return Object.fromEntries(links);
}

/** Where the ids of a reply are, by their patterns: of two with one pattern the first. */
function idsOf(reply: JsonSchema | undefined): Map<string, string> {
  const { properties = {} } = withoutReference(reply);
  const { data } = properties;
  const isList = typeof data === 'object' && data.type === 'array';
  const item = isList ? withoutReference(Object(data.items)) : undefined;
  const from = item ? '$response.body#/data/0' : '$response.body#';
  return new Map(
    Object.entries(item?.properties ?? properties)
      .toReversed()
      .flatMap(([name, field]): [string, string][] =>
        typeof field === 'object' && field.pattern !== undefined ? [[field.pattern, `${from}/${name}`]] : [],
      ),
  );
}

const withoutReference = (schema: JsonSchema = {}): JsonSchema =>
  schema.$ref === undefined ? schema : (components[schema.$ref.split('/').at(-1) ?? ''] ?? {});
