/** Payloads of a function from valid to hostile, made from the schema that the contract declares. */
import fc from 'fast-check';
import * as z from 'zod/mini';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import { edges, hostileText } from './requests.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What has been seen in a store: ids by their prefix, gift card codes as `code`, and payloads that functions took. */
export class Seen {
  readonly #values = new Map<string, string[]>();
  readonly #taken = new Map<string, unknown[]>();

  /** Something seen of a kind; an unknown id where nothing has been. */
  pick({ kind, choice }: Reference): string {
    const values = this.#values.get(kind) ?? [];
    return values[choice % values.length] ?? `${kind}_unknown`;
  }

  /** A payload that the function took, or an empty one. */
  taken(name: string, choice: number): unknown {
    const payloads = this.#taken.get(name) ?? [];
    return structuredClone(payloads[choice % payloads.length] ?? {});
  }

  take(name: string, payload: unknown): void {
    this.#taken.set(name, [...(this.#taken.get(name) ?? []), payload].slice(-payloadsKept));
  }

  /** Takes in every id of a value, and its codes. */
  collect(value: unknown, field = ''): void {
    if (typeof value === 'string') {
      this.#add(field === 'code' ? field : (/^([a-z]{3})_/.exec(value)?.[1] ?? ''), value);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) this.collect(each, name);
    }
  }

  #add(kind: string, value: string): void {
    const known = this.#values.get(kind) ?? [];
    if (kind !== '' && !known.includes(value)) this.#values.set(kind, [...known, value]);
  }
}

/** Of each function. */
const payloadsKept = 50;

/** Stands for something that has been seen by the time the payload is sent. */
class Reference {
  readonly kind: string;
  readonly choice: number;

  constructor(kind: string, choice: number) {
    this.kind = kind;
    this.choice = choice;
  }
}

/** Stands for a payload that the function has taken by then, changed in a few places. */
class Again {
  readonly name: string;
  readonly choice: number;
  readonly changes: readonly (readonly [place: number, value: unknown])[];

  constructor(name: string, choice: number, changes: Again['changes']) {
    this.name = name;
    this.choice = choice;
    this.changes = changes;
  }
}

/** The payload as it is sent to a store: what it refers to has mostly been seen there, now and then in another. */
export function resolved(payload: unknown, stores: readonly [own: Seen, other: Seen]): unknown {
  const [own, other] = stores;
  if (payload instanceof Reference) return (payload.choice % 20 === 0 ? other : own).pick(payload);
  if (payload instanceof Again) {
    const again = own.taken(payload.name, payload.choice);
    for (const [place, value] of payload.changes) change(again, place, resolved(value, stores));
    return again;
  }
  if (payload === deep) return deep;
  if (Array.isArray(payload)) return payload.map((each) => resolved(each, stores));
  if (typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(Object.entries(payload).map(([name, each]) => [name, resolved(each, stores)]));
}

/** Puts another value in place of one of the fields, those of nested objects and lists included. */
function change(payload: unknown, place: number, value: unknown): void {
  const places = placesOf(payload);
  const [holder, name] = places[place % places.length] ?? [];
  if (holder !== undefined && name !== undefined) holder[name] = value;
}

type Holder = Record<string, unknown>;

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

const placesOf = (value: unknown): [Holder, string][] =>
  isHolder(value)
    ? Object.entries(value).flatMap(([name, each]): [Holder, string][] => [[value, name], ...placesOf(each)])
    : [];

const references = (...kinds: string[]): fc.Arbitrary<unknown> =>
  fc.tuple(fc.constantFrom(...kinds), fc.nat({ max: 1000 })).map(([kind, choice]) => new Reference(kind, choice));

/** Mostly what the schema takes; few different texts, so that requests are of the same things. */
function valid(schema: JsonSchema, field: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valid(each as JsonSchema, field)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valid({ ...schema, type }, field)));
  switch (schema.type) {
    case 'string':
      return texts(schema, field);
    case 'integer':
    case 'number':
      return integers(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valid(schema.items as JsonSchema, field), { maxLength: 3 });
    case 'object':
      return fields(schema, valid);
    case 'null':
      return fc.constant(null);
    default:
      throw new Error(`The field ${field} is of no type that payloads are made of: ${JSON.stringify(schema)}`);
  }
}

function texts({ pattern = '', format, maxLength = 20 }: JsonSchema, field: string): fc.Arbitrary<unknown> {
  const prefixes = [...pattern.matchAll(/\b([a-z]{3})(?=[|)_])/g)].map(([, prefix = '']) => prefix);
  if (prefixes.length > 0) return ids(prefixes, field);
  if (pattern !== '') {
    const matching: fc.Arbitrary<unknown> = fc.stringMatching(new RegExp(pattern));
    return fc.oneof({ weight: 4, arbitrary: fc.constant<unknown>('USD') }, { weight: 1, arbitrary: matching });
  }
  if (format === 'email') return fc.constantFrom<unknown>('ada@example.com', 'ADA@example.com', 'grace@example.org');
  if (format === 'uri') return fc.constantFrom<unknown>('https://shop.example.com', 'http://localhost:3000/a?b=c');
  if (format === 'date-time') return fc.constantFrom('2090-01-01T00:00:00Z', '2026-01-01T00:00:00.5+01:00');
  if (field === 'code') return references('code');
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'Teapot') },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(maxLength), '😀'.repeat(maxLength), ' ') },
  );
}

/** An id of the caller's own choice is what makes a thing; the others name what is there. */
function ids(prefixes: readonly string[], field: string): fc.Arbitrary<unknown> {
  const chosen = prefixes.flatMap((prefix) => ['a', 'b', 'c'].map((rest): unknown => `${prefix}_${rest}`));
  return fc.oneof(
    { weight: 6, arbitrary: references(...prefixes) },
    { weight: field === 'id' ? 6 : 1, arbitrary: fc.constantFrom(...chosen) },
  );
}

const integers = ({ minimum = -1000, maximum = 1000 }: JsonSchema): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, minimum + 5000) }) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  );

type FieldValues = (schema: JsonSchema, field: string) => fc.Arbitrary<unknown>;

function fields({ properties = {}, required = [] }: JsonSchema, values: FieldValues): fc.Arbitrary<object> {
  const all: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, schema] of Object.entries(properties)) all[name] = values(schema as JsonSchema, name);
  return fc.record<Record<string, unknown>, string>(all, { requiredKeys: required });
}

/** A field of any kind that breaks a rule now and then. */
const nearlyValid: FieldValues = (schema, field) => {
  const nested = schema.type === 'object' ? fields(schema, nearlyValid) : valid(schema, field);
  return fc.oneof(
    { weight: 12, arbitrary: nested },
    { weight: 1, arbitrary: edges },
    { weight: 1, arbitrary: fc.oneof(hostileText, fc.jsonValue(), otherIds) },
    { weight: 1, arbitrary: fc.constantFrom(...beyond(schema)) },
  );
};

/** Values just outside a schema. */
function beyond({ maxLength = 20, minimum = 0, maximum = 1000 }: JsonSchema): unknown[] {
  const long = [maxLength + 1, 100_000].map((length) => 'x'.repeat(length));
  return [minimum - 1, maximum + 1, minimum + 0.5, ...long, null, [], {}, Array(200).fill({}), '9999-12-31T23:59:59Z'];
}

const otherIds = references('sto', 'sit', 'cus', 'pro', 'prv', 'rev', 'ord', 'gcd', 'key');

/** Two thousand objects, one in the other. */
const deep = Array.from({ length: 2000 }).reduce<object>((inner) => ({ store_id: inner }), {});

/** What is no payload of any function, or has keys that mean something to JavaScript. */
const noPayload = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, '', 'sto_a', [], [[]], {}),
  fc.constant(JSON.parse('{"__proto__":{"store_id":"sto_a"},"constructor":{"prototype":{}},"toString":1}')),
  fc.constant(deep),
  fc.jsonValue(),
);

const again = (name: string): fc.Arbitrary<Again> => {
  const value = fc.oneof(edges, hostileText, otherIds, fc.integer({ min: 1, max: 3000 }), fc.constantFrom('a', 'b'));
  return fc
    .tuple(fc.nat({ max: 1000 }), fc.array(fc.tuple(fc.nat({ max: 1000 }), value), { maxLength: 2 }))
    .map(([choice, changes]) => new Again(name, choice, changes));
};

/** Payloads of a function, to be resolved when they are sent. */
export function payloads({ name, payload }: Invocable): fc.Arbitrary<unknown> {
  const schema: JsonSchema = z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' });
  return fc.oneof(
    { weight: 6, arbitrary: again(name) },
    { weight: 6, arbitrary: valid(schema, '') },
    { weight: 6, arbitrary: nearlyValid(schema, '') },
    { weight: 1, arbitrary: noPayload },
  );
}
