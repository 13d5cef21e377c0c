/** The project's client sends what the AWS SDK sends, and makes the same of the answers: both do it here, side by side. */
import { globSync, readFileSync } from 'node:fs';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { TransactGetCommand } from '@aws-sdk/lib-dynamodb';
import { marshall, NumberValueImpl } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { operations } from '../../lib/wire/json-protocol.ts';
import { type Both, comparable, described, newClients, sendBoth, signedBySdk } from '../support/wire/both.ts';
import { commands, type Item, type Name, names, onTheWire, outputs } from '../support/wire/commands.ts';
import { ScriptedDynamoDb } from '../support/wire/scripted-dynamodb.ts';

const server = new ScriptedDynamoDb();
let clients: ReturnType<typeof newClients>;
/** They give numbers back with all their digits. */
let exact: ReturnType<typeof newClients>;

beforeAll(async () => {
  // Both sign in the same second.
  vi.useFakeTimers({ toFake: ['Date'] });
  const endpoint = await server.start();
  clients = newClients(endpoint);
  exact = newClients(endpoint, { translation: { unmarshallOptions: { wrapNumbers: true } } });
});

afterAll(() => {
  vi.useRealTimers();
  clients.destroy();
  exact.destroy();
  server.stop();
});

const bytes = fc.uint8Array({ maxLength: 40 });
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'B', '"B":"AQ=="', '☕', '\u2028', 'S', 'half \ud83d'),
);
const digits = fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n });
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e14, max: 1e14 }));
const big = digits.map((value) => new NumberValueImpl(String(value)));

/** The SDK's marshaling takes an attribute `__proto__` for the prototype of its map, and loses it. */
const attribute = fc
  .oneof(text, fc.constantFrom('pk', 'B', 'BS', 'M', 'N', 'NULL'))
  .filter((name) => name !== '__proto__');

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    ...[text, number, big, digits, bytes, fc.boolean(), fc.constantFrom(null, undefined)],
    fc.uniqueArray(text, { minLength: 1, maxLength: 3 }).map((all) => new Set(all)),
    fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 3 }).map((all) => new Set(all)),
    fc.array(bytes, { minLength: 1, maxLength: 3 }).map((all) => new Set(all)),
    bytes.map((some) => Buffer.from(some)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(attribute, tie('value'), { maxKeys: 4 }),
  ),
}));

const items: fc.Arbitrary<Item> = fc.dictionary(attribute, value, { maxKeys: 6 }).map((item) => item as Item);

/** Answers hold what an item can hold, unknown members, and members that are null. */
const answerOf = (name: Name, item: Item) => ({
  body: {
    ...outputs[name](Object(onTheWire(marshall(item, { removeUndefinedValues: true, allowImpreciseNumbers: true })))),
    SomethingNew: { S: 'x' },
    ConsumedCapacityOfTomorrow: null,
  },
});

async function expectSame({ sdk, own }: Both): Promise<void> {
  expect(own.sent.map(comparable)).toEqual(sdk.sent.map(comparable));
  expect(own.value).toStrictEqual(sdk.value);
  expect(described(own.error)).toEqual(described(sdk.error));
  for (const sent of own.sent) expect(sent.headers.authorization).toBe(await signedBySdk(sent));
}

const large: Item = {
  pk: 'large',
  bytes: Buffer.alloc(200_000, 'bytes'),
  text: 'ü☕'.repeat(30_000),
  list: Array.from({ length: 2000 }, (_, index) => ({ index, half: index / 2, bytes: new Uint8Array([index % 256]) })),
};

describe.each(names)('%s', (name) => {
  test('is sent, signed and answered as by the SDK, with any item', async () => {
    await fc.assert(
      fc.asyncProperty(items, items, async (item, found) => {
        const newCommand = () => commands[name](item);
        for (const pair of [clients, exact]) {
          await expectSame(await sendBoth(server, pair, newCommand, [answerOf(name, found)]));
        }
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['an empty item', {}],
    ['a large one', large],
  ])('with %s', async (_, item) => {
    const both = await sendBoth(server, clients, () => commands[name](item), [answerOf(name, item)]);

    await expectSame(both);
    expect(both.own.value).toBeDefined();
  });

  test.each([
    ['is empty', ''],
    ['is an empty object', '{}'],
    ['is null', 'null'],
    ['is a list', '[1]'],
    ['is a text', '"text"'],
    ['is no JSON', '<html>Bad Gateway</html>'],
    ['ends too early', '{"Item":{"pk":{"S":"x"'],
    ['has spaces', '{ "Item" : { "b" : { "B" : "AQI=" } } , "Attributes" : { "b" : { "BS" : [ "AQI=" ] } } }'],
    ['has bytes that are none', '{"Item":{"b":{"B":"***"}},"Attributes":{"b":{"B":"***"}},"Items":[{"b":{"B":"*"}}]}'],
  ])('is the same where the answer %s', async (_, body) => {
    await expectSame(await sendBoth(server, clients, () => commands[name]({ pk: 'x' }), [{ body }]));
  });
});

test('a number keeps its digits there and back', async () => {
  const digits = '12345678901234567890123456789012345678';
  const item = { pk: 'x', n: new NumberValueImpl(digits) };

  const { own } = await sendBoth(server, exact, () => commands.PutCommand(item), [
    { body: { Attributes: { n: { N: digits } } } },
  ]);

  expect(own.sent[0]?.body).toContain(`"n":{"N":"${digits}"}`);
  expect(own.value).toMatchObject({ Attributes: { n: { value: digits } } });
});

test('a transaction has a token of its own, and keeps one that it was given', async () => {
  const tokens = async (newCommand: () => unknown) =>
    (await sendBoth(server, clients, newCommand)).own.sent.map(({ body }) => JSON.parse(body).ClientRequestToken);
  const given = () => {
    const command = commands.TransactWriteCommand({ pk: 'x' });
    Object.assign(command.input, { ClientRequestToken: 'given' });
    return command;
  };

  const [[first], [second]] = [
    await tokens(() => commands.TransactWriteCommand({ pk: 'x' })),
    await tokens(() => commands.TransactWriteCommand({ pk: 'x' })),
  ];

  expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(second).not.toBe(first);
  expect(await tokens(given)).toEqual(['given']);
});

const created = 1_700_000_000.5;

test.each<[string, () => unknown, object]>([
  [
    'reads of a transaction',
    () => new TransactGetCommand({ TransactItems: [{ Get: { TableName: 'table', Key: { pk: 'x' } } }] }),
    { Responses: [{ Item: { n: { N: '1' } } }] },
  ],
  [
    'a command of the plain client, whose answer has a time',
    () => new DescribeTableCommand({ TableName: 'table' }),
    { Table: { TableName: 'table', CreationDateTime: created, ItemCount: 12 } },
  ],
])('%s, which no function sends, goes the way of the SDK', async (_, newCommand, body) => {
  await expectSame(await sendBoth(server, clients, newCommand, [{ body }]));
});

test('every command that the project sends is compared here', () => {
  const sources = globSync('{lib,functions}/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const sent = sources.flatMap((source) => {
    const [, imported = ''] = /import \{([^}]+)\} from '@aws-sdk\/lib-dynamodb'/.exec(source) ?? [];
    return imported.match(/\b\w+Command\b/g) ?? [];
  });

  expect(sent).not.toEqual([]);
  expect([...new Set(sent)].toSorted()).toEqual(names.toSorted());
  const compared = names.map((name) => String(Object.create(commands[name]({})).clientCommand.schema[2]));
  expect([...operations].toSorted()).toEqual(compared.toSorted());
});
