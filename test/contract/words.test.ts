/** That the reference says of everything what a reader cannot guess. */
import { expect, test } from 'vitest';
import { invocables } from '../../lib/contract/invocables.ts';
import { openApiDocument } from '../../lib/contract/openapi/document.ts';
import { functionSchemas } from '../../lib/contract/openapi/functions.ts';
import { operations } from '../../lib/contract/operations.ts';
import { sections } from '../../lib/contract/words/sections.ts';
import { wordsOfFunction, wordsOfOperation } from '../../lib/contract/words/words.ts';
import { faultIn, fieldsIn, type Value } from '../support/reference/described.ts';

const { paths, components } = openApiDocument();

const parameter = (path: string, given: object): Value => {
  const {
    name,
    description = '',
    schema,
  } = given as { name: string; description?: string; schema: { enum?: string[] } };
  return { path: `${path} ${name}`, name, description, values: schema.enum ?? [] };
};

const header = ([name, { description }]: [string, { description: string }]): Value => ({
  path: name,
  name,
  description,
  values: [],
});

const inReplies = (responses: object): Value[] => {
  const found: Value[] = [];
  JSON.parse(JSON.stringify(responses), (key, value) => {
    if (key === 'schema' && value) found.push(...fieldsIn('reply', value));
    return value;
  });
  return found;
};

test('every parameter, every field of a body or a reply, and every header is described', () => {
  const described = Object.values(paths).flatMap((path) => Object.values(path));
  const values = [
    ...described.flatMap(({ operationId, parameters }) => parameters.map((each) => parameter(operationId, each))),
    ...described.flatMap(({ requestBody, responses }) => inReplies({ requestBody, responses })),
    ...inReplies(components.responses),
    ...Object.entries(components.schemas).flatMap(([id, schema]) => fieldsIn(id, schema)),
    ...Object.entries(components.headers).map(header),
  ];

  expect(values.length).toBeGreaterThan(200);
  expect(values.flatMap(faultIn)).toEqual([]);
});

test('every field of a function’s payload and result is described', () => {
  const values = invocables.flatMap((invocable) => {
    const { payload, result } = functionSchemas(invocable);
    return [...fieldsIn(`${invocable.name} payload`, payload), ...fieldsIn(`${invocable.name} result`, result)];
  });

  expect(values.length).toBeGreaterThan(200);
  expect(values.flatMap(faultIn)).toEqual([]);
});

test('every operation and every function says more than its summary, every section what it is about', () => {
  const said = [
    ...operations.map((each) => ({ summary: each.summary, text: wordsOfOperation(each).text })),
    ...invocables.map((each) => ({ summary: each.summary, text: wordsOfFunction(each).text })),
  ];

  expect(said.filter(({ summary, text }) => text.length < 20 || text === summary)).toEqual([]);
  expect(Object.keys(sections)).toEqual([...new Set(operations.map(({ section }) => section))]);
});

test.each([
  ['a value of which nothing is said', { description: '' }, 'has no description'],
  ['one that repeats its name', { description: 'The gift card id.' }, 'only repeats its name'],
  ['one of few words that is not explained', { description: 'What it is.', values: ['spam'] }, 'does not explain spam'],
])('%s is noticed', (_, given, fault) => {
  const value = { path: 'GiftCard.gift_card_id', name: 'gift_card_id', values: [], ...given };

  expect(faultIn(value)).toEqual([expect.stringContaining(fault)]);
  expect(faultIn({ ...value, description: 'The card that paid; null where none did.', values: [] })).toEqual([]);
});

test('a field that has no words is noticed wherever it stands', () => {
  const schema = {
    properties: {
      actor: { description: 'Who made the change.', anyOf: [{ properties: { name: {} } }] },
    },
  };

  expect(fieldsIn('Entry', schema).flatMap(faultIn)).toEqual(['Entry.actor.name has no description']);
});
