/** That the reference says of everything what a reader cannot guess. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { exampleOfEvent } from '../../bin/reference/asyncapi/event-schemas.ts';
import { openApiDocument } from '../../bin/reference/openapi/document.ts';
import { backgroundFunctions } from '../../lib/resources/background.ts';
import { eventObjects, eventTypes } from '../../lib/resources/events.ts';
import { exampleOf, invocables, operations, routes, sectionOfFunction, sections } from '../../lib/resources/nouns.ts';
import { tableOf } from '../../lib/schema/field.ts';
import { schemaOf } from '../support/other-values.ts';
import {
  counts,
  faultsOfExample,
  valuesOfEvents,
  valuesOfFunctions,
  valuesOfOperations,
} from '../support/reference/counts.ts';
import { faultIn, fieldsIn } from '../support/reference/described.ts';

test('every parameter, every field of a body or a reply, and every header is described', () => {
  const values = valuesOfOperations();

  expect(values.length).toBeGreaterThan(200);
  expect(values.flatMap(faultIn)).toEqual([]);
});

test('every field of a function’s payload and result is described', () => {
  const values = valuesOfFunctions();

  expect(values.length).toBeGreaterThan(200);
  expect(values.flatMap(faultIn)).toEqual([]);
});

test('every field of an event is described', () => {
  const values = valuesOfEvents();

  expect(values.length).toBeGreaterThan(300);
  expect(values.flatMap(faultIn)).toEqual([]);
});

test('an example of an event that does not match its schema is noticed, and one with more', () => {
  const detail = exampleOfEvent('gift_card.expired').detail;

  expect(faultsOfExample('gift_card.expired', detail)).toEqual([]);
  expect(faultsOfExample('gift_card.expired', { ...detail, data: { balance: 'all' } as never })).toHaveLength(1);
  expect(faultsOfExample('gift_card.expired', { ...detail, data: { balance: 5, code: 'A' } as never })).toHaveLength(1);
});

test('the example of every field is a value that it may have', () => {
  const schemas = [
    ...operations.flatMap(({ name, body, query, success }) =>
      [body, query, success.schema].map((schema) => ({ name, schema })),
    ),
    ...invocables.flatMap(({ name, payload, result }) => [payload, result].map((schema) => ({ name, schema }))),
  ];
  const examples = schemas.flatMap(({ name, schema }) => (schema ? examplesIn(name, schema) : []));
  const wrong = examples.filter(({ schema, value }) => !schema.safeParse(value).success);

  expect(examples.length).toBeGreaterThan(300);
  expect(wrong.map(({ of, value }) => `${of}: ${JSON.stringify(value)}`)).toEqual([]);
});

interface Example {
  of: string;
  schema: z.ZodMiniType;
  value: unknown;
}

/** The examples of the fields of an object, and of what its fields consist of. */
function examplesIn(of: string, schema: z.core.$ZodType): Example[] {
  const { element, innerType } = schema._zod.def as { element?: z.core.$ZodType; innerType?: z.core.$ZodType };
  const within = element ?? innerType;
  if (within) return examplesIn(of, within);
  const { fields = {}, side = 'shown' } = tableOf(schema) ?? {};
  return Object.entries(fields).flatMap(([name, { example, [side]: own }]) => {
    if (!own) return [];
    const path = `${of} ${name}`;
    return [...(example === undefined ? [] : [{ of: path, schema: own, value: example }]), ...examplesIn(path, own)];
  });
}

test('no text that a reader of the reference sees is empty, or has a gap', () => {
  const declared = { operations, invocables, backgroundFunctions, eventObjects, eventTypes, sections };
  // What a request gives or leaves out is no text for a reader.
  const gaps = (all: object) =>
    textsIn(all).filter(
      ([path, text]) => !/\.absent$|\.errors\.\d+\.(?:body|query)\./.test(path) && /^$| {2}| [;,.]/.test(text),
    );

  expect(gaps({ text: '', words: ['a', { text: 'One page of ; may be empty.' }] })).toHaveLength(2);
  expect(textsIn(declared).length).toBeGreaterThan(3000);
  expect(gaps(declared)).toEqual([]);
});

test('the errors of an operation say when its query is refused, if a query can be', () => {
  const queried = operations.filter(({ query }) => query && Object.keys(tableOf(query)?.fields ?? {}).length > 0);

  expect(queried.length).toBeGreaterThan(3);
  expect(queried.filter(({ errors }) => !errors.some((row) => 'query' in row)).map(({ name }) => name)).toEqual([]);
});

test('the errors of an operation name a field that its body must have, if there is one', () => {
  const silent = operations.filter(({ body, errors }) => {
    const { required = [] } = body ? schemaOf(body) : {};
    const named = errors.flatMap((row) => ('body' in row ? Object.keys({ ...row.body }) : []));
    return required.length > 0 && !required.some((field) => named.includes(field));
  });

  expect(silent.map(({ name }) => name)).toEqual([]);
});

/** All texts of a declaration, with their paths; a schema has those of its fields. */
function textsIn(declared: unknown, path = '', within: readonly unknown[] = []): [path: string, text: string][] {
  if (typeof declared === 'string') return [[path, declared]];
  if (typeof declared !== 'object' || declared === null || within.includes(declared)) return [];
  const fields = declared instanceof z.core.$ZodType ? (tableOf(declared)?.fields ?? {}) : declared;
  return Object.entries(fields).flatMap(([key, value]) => textsIn(value, `${path}.${key}`, [...within, declared]));
}

test('the reply of an example is the object that its path names', () => {
  const shown = operations.map(exampleOf).flatMap(({ operation, path, reply }) => {
    const { id } = { id: undefined, ...reply } as { id: string | undefined };
    const named = Object.values<unknown>(path).filter((each) => kindOf(each) === kindOf(id));
    return id !== undefined && named.length > 0 ? [{ operation: operation.name, id, named }] : [];
  });

  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter(({ id, named }) => !named.includes(id))).toEqual([]);
});

/** The part of an id that names the kind of its object, `rev` of `rev_1`. */
const kindOf = (id: unknown): string | undefined => String(id).split('_')[0];

test('every object has a name that generated clients can use', () => {
  const names = Object.keys(openApiDocument().components.schemas);

  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
});

test.each(counts())('$what: all of them', ({ covered, of }) => {
  expect(covered).toBe(of);
  expect(of).toBeGreaterThan(5);
});

test('every operation and every function says more than its summary, every section what it is about', () => {
  const said = [
    ...operations.map((each) => ({ summary: each.summary, text: each.words.text })),
    ...invocables.map((each) => ({ summary: each.summary, text: each.words })),
  ];

  expect(said.filter(({ summary, text }) => text.length < 20 || text === summary)).toEqual([]);
  const short = [...said, ...backgroundFunctions].filter(({ summary }) => summary.length < 5);
  expect(short).toEqual([]);
  expect(operations.filter(({ success }) => success.description.length < 5)).toEqual([]);
  const named = [...routes.map(({ section }) => section), ...invocables.map(sectionOfFunction)];
  expect(new Set(Object.keys(sections))).toEqual(new Set(named));
});

test('the operations on a path come in one order: reading before writing', () => {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  const order = ['GET', 'POST', 'PUT', 'DELETE'];
  const wrong = [...byPath.values()]
    .map((each) => each.map(({ method }) => method))
    .filter((methods) => methods.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)).join() !== methods.join());

  expect(wrong).toEqual([]);
});

test.each([
  ['a value of which nothing is said', { description: '' }, 'has no description'],
  ['one that repeats its name', { description: 'The gift card id.' }, 'only repeats its name'],
  ['one whose word has an empty explanation', { description: '`spam`: ', values: ['spam'] }, 'says nothing of spam'],
  ['one of few words that is not explained', { description: 'What it is.', values: ['spam'] }, 'does not explain spam'],
])('%s is noticed', (_, given, fault) => {
  const value = { path: 'GiftCard.gift_card_id', name: 'gift_card_id', values: [], ...given };

  expect(faultIn(value)).toEqual([expect.stringContaining(fault)]);
  expect(faultIn({ ...value, description: 'The card that paid; null where none did.', values: [] })).toEqual([]);
});

test('a field that has no words is noticed wherever it stands', () => {
  const schema = {
    properties: {
      actor: { description: 'The actor that made the change.', anyOf: [{ properties: { name: {} } }] },
    },
  };

  expect(fieldsIn('Entry', schema).flatMap(faultIn)).toEqual(['Entry.actor.name has no description']);
});
