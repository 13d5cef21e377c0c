/** What goes wrong goes wrong as with the AWS SDK: the same error, with the same reasons, after as many tries. */
import * as dynamodb from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { comparable, described, newClients, sendBoth } from '../../support/wire/both.ts';
import { commands, type Item, type Name, names } from '../../support/wire/commands.ts';
import { type Answer, ScriptedDynamoDb } from '../../support/wire/scripted-dynamodb.ts';

const server = new ScriptedDynamoDb();
let endpoint: string;
let clients: ReturnType<typeof newClients>;

beforeAll(async () => {
  endpoint = await server.start();
});

afterAll(() => server.stop());

beforeEach(() => {
  // Each has the retries of a new client, which wait no time at all.
  clients = newClients(endpoint);
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  clients.destroy();
  vi.useRealTimers();
});

const failure = (type: string, more: object = {}, status = 400): Answer => ({
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: `${type} it is`, ...more },
});

const item: Item = { pk: 'a', sk: 'b' };
const onTheWire = {
  pk: { S: 'a' },
  b: { B: 'AQI=' },
  n: { N: '1.5' },
  bs: { BS: ['AQ=='] },
  m: { M: { l: { L: [{ B: 'AQ==' }] } } },
};

/** What both make of the answers, which must be the same; the error of the project's client. */
async function failsAlike(name: Name, answers: readonly Answer[], tries: number): Promise<unknown> {
  const { sdk, own } = await sendBoth(server, clients, () => commands[name](item), answers);
  expect(described(own.error)).toEqual(described(sdk.error));
  expect(own.value).toStrictEqual(sdk.value);
  expect(own.sent.map(comparable)).toEqual(sdk.sent.map(comparable));
  expect(own.sent).toHaveLength(tries);
  return own.error;
}

const retried = new Set([
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'ReplicatedWriteConflictException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionInProgressException',
]);

/** Every error that DynamoDB's model has. */
const modelled = Object.entries(dynamodb).flatMap(([name, made]) =>
  typeof made === 'function' && made.prototype instanceof dynamodb.DynamoDBServiceException ? [name] : [],
);

test.each(modelled)('%s', async (type) => {
  const tries = retried.has(type) ? 3 : 1;

  const error = await failsAlike(
    'TransactWriteCommand',
    [1, 2, 3].map(() => failure(type, { Item: onTheWire })),
    tries,
  );

  expect(error).toBeInstanceOf(Reflect.get(dynamodb, type));
});

test('errors of the model are looked up, and more than a handful', () => {
  expect(modelled.length).toBeGreaterThan(25);
});

describe.each(names)('%s', (name) => {
  test.each<[string, Answer[], number]>([
    ['a failed condition', [failure('ConditionalCheckFailedException', { Item: onTheWire })], 1],
    [
      'a cancelled transaction',
      [
        failure('TransactionCanceledException', {
          CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Message: 'no', Item: onTheWire }],
        }),
      ],
      1,
    ],
    ['input that is refused', [failure('ValidationException')], 1],
    ['an error that nobody knows', [failure('SomethingNew', { Detail: { S: 'x' } })], 1],
    ['throttling that ends', [failure('ProvisionedThroughputExceededException'), {}], 2],
    ['an error of the server, three times', [1, 2, 3].map(() => failure('InternalServerError', {}, 500)), 3],
    [
      'an error of the server that ends',
      [failure('InternalServerError', {}, 500), failure('InternalServerError', {}, 500), {}],
      3,
    ],
    ['a 503 that is no JSON, three times', [1, 2, 3].map(() => ({ status: 503, body: 'Service Unavailable' })), 3],
    ['a 500 without a body that ends', [{ status: 500, body: '' }, {}], 2],
    ['a connection that is reset, three times', [1, 2, 3].map((): Answer => ({ instead: 'closes' })), 3],
    ['a connection that is reset once', [{ instead: 'closes' }, {}], 2],
    [
      'an answer that breaks off, three times',
      [1, 2, 3].map((): Answer => ({ instead: 'breaks off', headers: { 'content-length': '99' } })),
      3,
    ],
  ])('%s', async (_, answers, tries) => {
    await failsAlike(name, answers, tries);
  });
});

test.each<[string, Answer, number]>([
  ['an empty 413', { status: 413, body: '' }, 1],
  ['a 429', { status: 429, body: '{}' }, 3],
  ['a redirect', { status: 301, headers: { location: 'https://example.com/' }, body: '' }, 1],
  ['an error without a type', { status: 400, body: { message: 'x' } }, 1],
  ['an error without a message', { status: 400, body: { __type: 'ValidationException' } }, 1],
  [
    'an error whose message is called Message',
    { status: 400, body: { __type: 'ValidationException', Message: 'x' } },
    1,
  ],
  ['an error without its namespace', { status: 400, body: { __type: 'ResourceNotFoundException', message: 'x' } }, 1],
  [
    'an error whose type is a header',
    { status: 400, headers: { 'x-amzn-errortype': 'ThrottlingException:http://x/' }, body: '{}' },
    3,
  ],
  ['a 400 that is no JSON', { status: 400, body: '<Error/>' }, 1],
  ['a 400 whose JSON ends too early', { status: 400, body: '{"__type":"x' }, 1],
  ['a server that asks to wait', { ...failure('ThrottlingException'), headers: { 'retry-after': '0' } }, 3],
])('%s', async (_, answer, tries) => {
  await failsAlike('GetCommand', [answer, answer, answer], tries);
});

test('a cancelled transaction returns its reasons, and the items that stopped it', async () => {
  const CancellationReasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Message: 'no', Item: onTheWire }];

  const error = await failsAlike(
    'TransactWriteCommand',
    [failure('TransactionCanceledException', { CancellationReasons })],
    1,
  );

  expect(error).toBeInstanceOf(dynamodb.TransactionCanceledException);
  expect(error).toMatchObject({
    name: 'TransactionCanceledException',
    CancellationReasons: [
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Item: { pk: { S: 'a' }, b: { B: new Uint8Array([1, 2]) }, n: { N: '1.5' } } },
    ],
    $metadata: { attempts: 1, httpStatusCode: 400, requestId: 'REQUEST' },
  });
});

test('tries of one transaction share a token', async () => {
  const { own } = await sendBoth(server, clients, () => commands.TransactWriteCommand(item), [
    failure('TransactionInProgressException'),
    failure('InternalServerError', {}, 500),
  ]);

  expect(own.value).toMatchObject({ $metadata: { attempts: 3 } });
  expect(own.sent).toHaveLength(3);
  expect(new Set(own.sent.map(({ body }) => JSON.parse(body).ClientRequestToken)).size).toBe(1);
});
