/** Fields of a schema as rows of a table. */
import type { JsonSchema } from './openapi/json-schema.ts';
import { table } from './page.ts';

type Components = Readonly<Record<string, JsonSchema>>;

interface Row {
  name: string;
  type: string;
  required: boolean;
  description: string;
}

/** The fields of an object, those inside it as `actor.type`; components are shown inline. */
function rowsOf(schema: JsonSchema, components: Components, prefix = ''): Row[] {
  const { properties = {}, required = [] } = dereferenced(schema, components);
  const rows = Object.entries(properties).flatMap(([name, property]) => {
    if (typeof property === 'boolean') return [];
    const path = `${prefix}${name}`;
    const inside = objectsIn(property, components);
    return [
      {
        name: path,
        type: typeOf(property, components),
        required: required.includes(name),
        description: property.description ?? '',
      },
      ...inside.flatMap(({ schema: object, isItem }) => rowsOf(object, components, `${path}${isItem ? '[]' : ''}.`)),
    ];
  });
  // A choice of objects has one row for a field that several of them have.
  return [...new Map(rows.map((row) => [row.name, row])).values()];
}

/** The fields of a request; required fields are marked next to their type. */
export const inputTable = (schema: JsonSchema, components: Components): string =>
  fieldTable(rowsOf(schema, components), ({ type, required }) => `${type}${required ? ', required' : ''}`);

export const outputTable = (schema: JsonSchema, components: Components): string =>
  fieldTable(rowsOf(schema, components), ({ type }) => type);

const fieldTable = (rows: readonly Row[], kindOf: (row: Row) => string): string =>
  table(
    ['Field', 'Description'],
    rows.map((row) => [`\`${row.name}\`<br>${kindOf(row)}`, row.description]),
  );

function dereferenced(schema: JsonSchema, components: Components): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (components[name] ?? schema);
}

function objectsIn(
  property: JsonSchema,
  components: Components,
  isItem = false,
): { schema: JsonSchema; isItem: boolean }[] {
  const schema = dereferenced(property, components);
  if (schema.properties) return [{ schema, isItem }];
  const { items, anyOf = [] } = schema;
  return [
    ...[items].flat().flatMap((each) => (typeof each === 'object' ? objectsIn(each, components, true) : [])),
    ...anyOf.flatMap((each) => objectsIn(each, components, isItem)),
  ];
}

/** `500 MiB`. */
export const sizeOf = (bytes: number): string => `${bytes / 2 ** 20} MiB`;

/** `string or null`, `array of objects`, `integer, 1 to 100`. */
export function typeOf(property: JsonSchema, components: Components): string {
  const schema = dereferenced(property, components);
  const { anyOf, type, items, minimum, maximum } = schema;
  if (anyOf) return [...new Set(anyOf.map((each) => typeOf(each, components)))].join(' or ');
  if (type === 'array' && typeof items === 'object' && !Array.isArray(items)) {
    return `array of ${typeOf(items, components)}s`;
  }
  if (schema.enum || schema.const !== undefined) return 'string' === typeof schema.const ? 'string' : basicOf(schema);
  if (minimum !== undefined && maximum !== undefined) {
    return `${basicOf(schema)}, ${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`;
  }
  return basicOf(schema);
}

function basicOf({ type, format, const: only }: JsonSchema): string {
  if (format === 'date-time') return 'timestamp';
  if (typeof only === 'boolean') return `\`${only}\``;
  return [type ?? 'string'].flat().join(' or ');
}
