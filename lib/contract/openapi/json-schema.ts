/** The contract's schemas as JSON Schema; those that a section exports become components under their names. */
import * as z from 'zod/mini';
import { sections } from '../operations.ts';
import { examplesOf } from './examples.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

type Direction = 'input' | 'output';

const isSchema = (value: unknown): value is z.ZodMiniType => value instanceof z.ZodMiniType;

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const componentNames: ReadonlyMap<object, string> = new Map(
  sections.flatMap((section) =>
    Object.entries(section)
      .filter(([, value]) => isSchema(value))
      .map(([name, value]) => [value, capitalised(name)] as const),
  ),
);

/**
 * The JSON Schema of what a schema takes (`input`) or of what a reply holds (`output`), components by reference.
 * Inputs are open, as the service ignores fields it does not know; replies are closed.
 */
export function schemaOf(schema: z.ZodMiniType, io: Direction): JsonSchema {
  const name = componentNames.get(schema);
  return name === undefined ? convert(schema, io) : { $ref: `#/components/schemas/${name}` };
}

/** Every component by its name, as input where an operation takes it and as output where none does. */
export function componentSchemas(): Record<string, JsonSchema> {
  const bodies = new Set<unknown>(sections.flatMap((section) => Object.values(section)).map(bodyOf));
  return Object.fromEntries(
    [...componentNames].flatMap(([schema, name]) =>
      isSchema(schema) ? [[name, convert(schema, bodies.has(schema) ? 'input' : 'output')]] : [],
    ),
  );
}

const bodyOf = (declared: unknown): unknown =>
  typeof declared === 'object' && declared !== null && 'body' in declared ? declared.body : undefined;

function convert(schema: z.ZodMiniType, io: Direction): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema, path }) {
      const name = path.length > 0 ? componentNames.get(zodSchema) : undefined;
      if (name !== undefined) {
        for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
        jsonSchema.$ref = `#/components/schemas/${name}`;
      }
      tidy(jsonSchema);
    },
  });
  return converted;
}

function tidy(jsonSchema: JsonSchema): void {
  Object.assign(jsonSchema, examplesOf(jsonSchema));
  // Bounds of every safe integer tell a reader nothing.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // A number in a query arrives as a string, and so does its default.
  if (jsonSchema.type === 'integer' && typeof jsonSchema.default === 'string') {
    jsonSchema.default = Number(jsonSchema.default);
  }
}
