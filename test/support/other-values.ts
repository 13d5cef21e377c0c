/** Requests that differ from one in a single field, made from what the contract says of it. */
import * as z from 'zod/mini';

export type Schema = z.core.JSONSchema.BaseSchema;
type Json = Readonly<Record<string, unknown>>;

/** What a request holds, as far as a schema says it. */
export const schemaOf = (schema: z.core.$ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });

interface Other {
  /** Of the field, as `order.lines.tax`. */
  path: string;
  value: Json;
}

/**
 * A request once for each of its fields, with another value there; fields of the first element represent those of all. `own` has values
 * that no schema says: those of ids, and of texts that are no free ones. Throws if a field needs one.
 */
export function othersOf(schema: Schema, value: Json, own: Json, path: readonly string[] = []): Other[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const [at, here] = [[...path, name].join('.'), notNull(property as Schema)];
    const known = value[name];
    const withField = (other: unknown): Json => ({ ...value, [name]: other });
    if (at in own) return [own[at]].flat().map((other) => ({ path: at, value: withField(other) }));
    const within = (each: Schema, held: Json) => othersOf(each, held, own, [...path, name]);
    if (here.properties) {
      return within(here, Object(known)).map((other) => ({ ...other, value: withField(other.value) }));
    }
    const element = here.items as Schema | undefined;
    if (element?.properties) {
      const [first, ...rest] = known as Json[];
      return within(element, first ?? {}).map((other) => ({ ...other, value: withField([other.value, ...rest]) }));
    }
    return [{ path: at, value: withField(otherThan(known, here, at)) }];
  });
}

/** A schema without the null that its field may be. */
export const notNull = (schema: Schema): Schema =>
  (schema.anyOf as Schema[] | undefined)?.find(({ type }) => type !== 'null') ?? schema;

const kinds: Readonly<Record<string, (value: unknown, schema: Schema) => unknown>> = {
  boolean: (value) => value !== true,
  integer: (value, { maximum }) => (value === maximum ? Number(value) - 1 : Number(value ?? 0) + 1),
  'date-time': (value) => (value === '2031-01-01T00:00:00Z' ? '2032-01-01T00:00:00Z' : '2031-01-01T00:00:00Z'),
  email: () => 'somebody.else@example.com',
  string: (value) => `${value ?? ''}2`,
};

function otherThan(value: unknown, schema: Schema, path: string): unknown {
  const members = schema.enum ?? (schema.examples as unknown[] | undefined);
  if (members) return members.find((member) => member !== value);
  const other = kinds[String(schema.format ?? [schema.type].flat()[0])];
  if (!other || schema.pattern !== undefined) throw new Error(`Say what another value of ${path} is`);
  return other(value, schema);
}
