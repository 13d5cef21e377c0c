/** The contract's schemas as JSON Schema, its components by reference. */
import * as z from 'zod/mini';
import { demoStore } from '../../../lib/resources/demo-store.ts';
import { routes } from '../../../lib/resources/nouns.ts';
import { components } from '../../../lib/schema/field.ts';
import { idPattern, type Resource, resources } from '../../../lib/schema/ids.ts';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import { descriptionsOf, type FieldWords, fieldsOf, textOf } from '../../../lib/schema/words.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

type Direction = 'input' | 'output';

const componentId = (schema: z.core.$ZodType): string | undefined => components.get(schema)?.id;

const reference = (id: string): string => `#/components/schemas/${id}`;

/**
 * The JSON Schema of an input (`input`) or of a reply (`output`), components by reference.
 * Inputs are open, as the service ignores fields it does not know; replies are closed. `words` are those of an object that
 * has none of its own.
 */
export function schemaOf(given: z.ZodMiniType, io: Direction, words?: FieldWords): JsonSchema {
  const schema = present(given);
  const id = componentId(schema);
  return id === undefined ? described(converted(schema, io), words ?? descriptionsOf(schema)) : { $ref: reference(id) };
}

/** Each component that operations take or reply with, by its id. Throws when two have one id. */
export function componentSchemas(): Record<string, JsonSchema> {
  const found = new Map<string, Component>();
  for (const { body, success } of routes) {
    if (body) collect(present(body), 'input', found);
    if (success.schema) collect(success.schema, 'output', found);
  }
  return Object.fromEntries([...found].map(([id, { json }]) => [id, json]));
}

/** The schema of a value that is present. */
const present = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.core.$ZodOptional ? schema._zod.def.innerType : schema;

interface Component {
  schema: z.core.$ZodType;
  json: JsonSchema;
}

function collect(schema: z.core.$ZodType, io: Direction, found: Map<string, Component>): void {
  const id = componentId(schema);
  const known = id === undefined ? undefined : found.get(id);
  if (known && known.schema !== schema) throw new Error(`Two components are named ${id}`);
  if (known) return;
  const json = described(
    converted(schema, io, (nested) => collect(nested, io, found)),
    descriptionsOf(schema),
  );
  if (id !== undefined) found.set(id, { schema, json });
}

/** `onComponent` is called with each component inside, which is there by reference. */
function converted(schema: z.core.$ZodType, io: Direction, onComponent?: (nested: z.core.$ZodType) => void) {
  const { $schema: _, ...json }: JsonSchema = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema, path }) {
      const id = path.length > 0 ? componentId(zodSchema) : undefined;
      if (id !== undefined) {
        onComponent?.(zodSchema);
        for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
        jsonSchema.$ref = reference(id);
      }
      tidy(jsonSchema);
    },
  });
  return json;
}

/** The same object, with the descriptions of its fields and of nested fields. */
function described(json: JsonSchema, words: FieldWords = {}): JsonSchema {
  for (const [name, property] of Object.entries(json.properties ?? {})) {
    const said = words[name];
    if (typeof property === 'boolean' || said === undefined) continue;
    property.description = textOf(said);
    for (const object of objectsIn(property)) described(object, fieldsOf(said));
  }
  return json;
}

/** The objects in a property: itself, the items of an array, or the non-null alternative. */
function objectsIn({ properties, items, anyOf = [], ...rest }: JsonSchema): JsonSchema[] {
  const inside = [items, ...anyOf].flat().filter((each) => typeof each === 'object');
  return properties ? [{ properties, ...rest }] : inside.flatMap(objectsIn);
}

function tidy(jsonSchema: JsonSchema): void {
  Object.assign(jsonSchema, examplesOf(jsonSchema));
  // The bounds of safe integers are of no use to a reader.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // A number in a query arrives as a string, and so does its default.
  if (jsonSchema.type === 'integer' && typeof jsonSchema.default === 'string') {
    jsonSchema.default = Number(jsonSchema.default);
  }
}

/** Ids of the local server's demo store, so that its requests can be sent unchanged. */
const demoIds: Partial<Record<Resource, string>> = {
  customer: demoStore.customers.ada,
  address: demoStore.addresses.home,
  site: demoStore.site,
  giftOption: demoStore.giftOptions.box,
  image: demoStore.image,
  review: demoStore.reviews.published,
  product: demoStore.products.book,
  variant: demoStore.variants.book,
  digitalFile: demoStore.files.book,
  giftCard: demoStore.giftCards.birthday,
  order: demoStore.orders.paid,
  store: demoStore.store,
  apiKey: demoStore.keys.spare,
  upload: demoStore.uploads.file,
};

const exampleId = (resource: Resource): string =>
  demoIds[resource] ?? `${resources[resource].prefix}_01jz8m4q7v3k5x9w2t6r0ybncd`;

const idsByPattern = new Map(
  (Object.keys(resources) as Resource[]).map((resource) => [idPattern(resource).source, exampleId(resource)]),
);

const exampleTime = '2030-01-31T09:00:00Z';

/** The examples of a schema of its own, or none where any value of its type would do. */
function examplesOf({ format, pattern = '' }: z.core.JSONSchema.BaseSchema): { examples?: string[] } {
  const example = format === 'date-time' ? exampleTime : idsByPattern.get(pattern);
  return example === undefined ? {} : { examples: [example] };
}

/** The payload and result of a function without a route. References lead to the components of the OpenAPI document. */
export const functionSchemas = ({ payload, result }: Invocable): { payload: JsonSchema; result: JsonSchema } => ({
  payload: schemaOf(payload, 'input'),
  result: schemaOf(result, 'output'),
});
