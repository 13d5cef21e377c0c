/**
 * A field, declared once: its schema in a body, its schema in a reply, its description and an example. Bodies, replies,
 * stored items, the reference, its examples and the client's types are made from the tables of fields of each resource.
 */
import * as z from 'zod/mini';
import type { Issue } from './errors.ts';
import { type Resource, replyId } from './ids.ts';
import { text } from './text.ts';
import { timestamp } from './times.ts';
import { integer, optionalBoolean as optionalBooleanInput } from './values.ts';

/** The description of a field, of its own fields and of its enum values. In Markdown. */
export type Words =
  | string
  | { text: string; fields?: Readonly<Record<string, Words>>; values?: Readonly<Record<string, string>> };

interface Described {
  words: Words;
  /** Added to the description of the field in a body. */
  inBody?: string;
  /** Its value in the examples of the reference. */
  example: unknown;
  /** Personal data: it is deleted with the person. */
  personal?: true;
  /** A code or a signed link: it works for anyone who has it. Tools for agents mask it. */
  secret?: true;
  /**
   * Its value if a body omits it, and in an item that was stored before the field existed. If replies may show the field as null,
   * null is the default for such an item.
   */
  absent?: unknown;
}

interface Field<
  Input extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Shown extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
> extends Described {
  /** The schema in a body; absent if the service sets the field. */
  input: Input;
  /** The schema in a reply; absent if replies do not contain the field. */
  shown: Shown;
}

export type Fields = Readonly<Record<string, Field>>;

/** Declares a field. */
export const field = <
  Input extends z.ZodMiniType | undefined = undefined,
  Shown extends z.ZodMiniType | undefined = undefined,
>(
  declared: Described & { input?: Input; shown?: Shown },
): Field<Input, Shown> => ({ ...declared, input: declared.input as Input, shown: declared.shown as Shown });

type TextField = Described & Parameters<typeof text>[0];

/** A text that every body must contain. */
export const requiredText = (declared: TextField) =>
  field({
    inBody: `1 to ${declared.max} characters. An absent, null or empty value is refused with \`MISSING_FIELD\`.`,
    ...declared,
    input: text(declared),
    shown: z.string(),
  });

/** A text that a body may omit; it is then null. */
export const nullableText = (declared: TextField) =>
  field({
    inBody: `Up to ${declared.max} characters. If omitted, null.`,
    absent: null,
    ...declared,
    input: z.nullish(text({ ...declared, min: 0 })),
    shown: z.nullable(z.string()),
  });

/** A text that a body may omit; it is then empty. */
export const optionalText = (declared: TextField) =>
  field({ absent: '', ...declared, input: z.nullish(text({ ...declared, min: 0 })), shown: z.string() });

type IntegerField = Described & Parameters<typeof integer>[0];

/** A whole number that every body must contain. */
export const requiredInteger = (declared: IntegerField) =>
  field({ ...declared, input: integer(declared), shown: z.int() });

/** A whole number that a body may omit. */
export const optionalInteger = (declared: IntegerField) =>
  field({ ...declared, input: z.nullish(integer(declared)), shown: z.int() });

/** A boolean that a body may omit. */
export const optionalBoolean = (declared: Described & { label: string }) =>
  field({ ...declared, input: optionalBooleanInput(declared.label), shown: z.boolean() });

/** The public id of a record or its parent; the service sets it. */
export const idOf = (resource: Resource, declared: Described) => field({ ...declared, shown: replyId(resource) });

/** A text that the service or someone else sets. */
export const shownText = (declared: Described) => field({ ...declared, shown: z.string() });

/** A whole number that the service or someone else sets. */
export const shownInteger = (declared: Described) => field({ ...declared, shown: z.int() });

/** The time of all examples, except for later events. */
export const exampleTime = '2026-02-14T09:30:00Z';

/** When a record was made and last changed; the service sets both. */
export const times = {
  created_at: field({
    shown: timestamp,
    words: 'Time of creation, in UTC and whole seconds. Never changes.',
    example: exampleTime,
  }),
  updated_at: field({
    shown: timestamp,
    words: 'Time of the last change, in UTC and whole seconds. Equals `created_at` until the first change.',
    example: exampleTime,
  }),
};

type Shape<F extends Fields, Side extends 'input' | 'shown'> = {
  -readonly [Name in keyof F as F[Name][Side] extends z.ZodMiniType ? Name : never]: F[Name][Side] & z.ZodMiniType;
};

/** The table of fields that an object's schema was made from, and whether the schema is for a body or a reply. */
interface Table {
  fields: Fields;
  side: 'input' | 'shown';
  /** Declared values of fields in an item that was stored before they existed. */
  absent: Readonly<Record<string, unknown>>;
}

const tables = new WeakMap<z.core.$ZodType, Table>();

function shapeOf<F extends Fields, Side extends 'input' | 'shown'>(fields: F, side: Side): Shape<F, Side> {
  const own = Object.entries(fields).filter(([, each]) => each[side] !== undefined);
  return Object.fromEntries(own.map(([name, each]) => [name, each[side]])) as Shape<F, Side>;
}

function withTable<S extends z.core.$ZodType>(schema: S, fields: Fields, side: Table['side']): S {
  const absent = Object.entries(fields).map(([name, each]) => [name, absentFrom(each)] as const);
  tables.set(schema, { fields, side, absent: Object.fromEntries(absent.filter(([, value]) => value !== undefined)) });
  return schema;
}

/** The value of an absent field: as declared, or null if it may be shown as null. */
const absentFrom = ({ absent, shown }: Field): unknown =>
  absent === undefined && shown instanceof z.ZodMiniNullable ? null : absent;

/** The table of fields that a schema was made from, even if checks were added or it is optional; or undefined. */
export function tableOf(schema: z.core.$ZodType): Table | undefined {
  const within = schema instanceof z.ZodMiniOptional ? schema._zod.def.innerType : schema._zod.parent;
  return tables.get(schema) ?? (within && tableOf(within));
}

/** Broken rules of an object in the order of its fields. Rules of one field keep their order. */
export function inOrderOf(schema: z.core.$ZodType, issues: readonly Issue[]): Issue[] {
  const names = Object.keys(tableOf(schema)?.fields ?? {});
  const placeOf = ({ path: [name] = [] }: Issue) => names.indexOf(String(name));
  return issues.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Reads an item as one that has every field of an object. Fields that did not exist when it was stored get their
 * declared value; fields that only the item has get the value in `own`.
 */
export const readerOf = (schema: z.core.$ZodType, own: object = {}) =>
  readerWith({ ...tableOf(schema)?.absent, ...own });

/** Marks an attribute that items always have, or that a record may lack. */
export const asStored = undefined;

/**
 * The declaration of a record for its items: for each attribute, its value in an item that was stored before it
 * existed, or `asStored`. An attribute that is added to a record must be added here, with a default for existing items.
 */
export type StoredAs<Record, Declared = unknown> = {
  readonly [Name in Exclude<keyof Required<Record>, keyof Declared>]: Record[Name] | typeof asStored;
};

/** Like `readerOf`, but from declared values without a schema, to keep the schema out of bundles that do not need it. */
export function readerWith(declared: object): <T extends object>(item: T) => T {
  const absent = Object.fromEntries(Object.entries(declared).filter(([, value]) => value !== asStored));
  return (item) => ({ ...absent, ...item });
}

/** The body of an operation, made from these fields. `id` is its name in the reference. */
export const bodyOf = <F extends Fields>(id: string, fields: F) =>
  withTable(component(id, shapeOf(fields, 'input')), fields, 'input');

/** An object of a reply, made from these fields. `id` is its name in the reference. */
export const objectOf = <F extends Fields>(id: string, fields: F) =>
  withTable(component(id, shapeOf(fields, 'shown')), fields, 'shown');

/** A payload or a query, or an object inside, made from these fields. */
export const inputOf = <F extends Fields>(fields: F, params?: z.core.$ZodObjectParams) =>
  withTable(z.object(shapeOf(fields, 'input'), params), fields, 'input');

/** A result, or an object inside, made from these fields. */
export const shownOf = <F extends Fields>(fields: F) => withTable(z.object(shapeOf(fields, 'shown')), fields, 'shown');

type Filled<F extends Fields> = {
  -readonly [Name in keyof F as F[Name]['input'] extends z.ZodMiniType ? Name : never]: z.output<
    F[Name]['shown'] & z.ZodMiniType
  >;
};

/** Every field of a body, with declared defaults for omitted fields. */
export function filled<F extends Fields>(fields: F, body: Partial<Record<keyof F, unknown>>): Filled<F> {
  const given = Object.entries(fields).filter(([, { input }]) => input !== undefined);
  return Object.fromEntries(given.map(([name, { absent }]) => [name, body[name] ?? absent])) as Filled<F>;
}

/** The schemas that are in the reference under names of their own. */
export const components = z.registry<{ id: string }>();

/** The schema of an object that is a component of the reference. Its name there, and the name of its type in generated clients, is `id`. */
function component<const Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) {
  return z.object(shape).register(components, { id });
}

/** A record as a reply shows it: the fields of the reply's schema and no others. The values are not changed. */
export function show<S extends z.ZodMiniObject>(schema: S, record: z.output<S>): z.output<S> {
  const fields = Object.keys(schema.shape).map((field) => [field, record[field]]);
  return Object.fromEntries(fields) as z.output<S>;
}
