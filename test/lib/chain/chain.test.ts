/** What only a mocked client can show of the chain: faults, throttles, conflicts, and the exact requests it sends. */
import { ProvisionedThroughputExceededException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCustomerAddress, getCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import { hashApiKey, keyOf } from '../../../lib/resources/stores/api-key-records.ts';
import { forgetAll } from '../../../lib/runtime/collections.ts';
import { clockSkewSeconds } from '../../../lib/schema/times.ts';
import { filledIn } from '../../support/aws/expressions.ts';
import { handlerOf } from '../../support/handlers.ts';
import { answer, call } from '../../support/http/call.ts';
import { addressBody } from '../../support/world/customer-addresses.ts';

const dynamodb = mockClient(DynamoDBDocumentClient);
afterAll(() => {
  dynamodb.restore();
  // The files that come after it in the same worker have another deployment's secret.
  forgetAll();
});
const secret = Buffer.alloc(32, 7).toString('base64url');
const key = keyOf('sto_1', Buffer.alloc(24, 1), secret);

const store = {
  id: 'sto_1',
  name: 'Store',
  currency: 'USD',
  rate_limit: { requests: 10, window_seconds: 60 },
  created_at: '2026-01-01T00:00:00Z',
  version: 1,
};
const customer = { id: 'cus_1', standing: 'good', version: 7 };

const apiKey = {
  id: 'key_1',
  store_id: 'sto_1',
  hash: hashApiKey(key),
  name: 'Back office',
  permission: 'Write',
  revoked_at: null as string | null,
};

/** What is in the store table, by partition and sort key; a function fails the read, or gives something else each time. */
let standing: Record<string, object | (() => object | undefined)>;

const customerKey = 'sto_1#CUSTOMER#cus_1 CUSTOMER';
const secretKey = 'DEPLOYMENT SECRET';
const apiKeyName = `APIKEY#${hashApiKey(key)} APIKEY`;

const broken = () => {
  throw new Error('broken');
};

const readStanding = ({ RequestItems }: BatchGetCommandInput) => ({
  Responses: Object.fromEntries(
    Object.entries(RequestItems ?? {}).map(([table, { Keys = [] }]) => [
      table,
      Keys.flatMap(({ pk, sk }) => {
        const found = standing[`${pk} ${sk}`];
        const item = typeof found === 'function' ? found() : found;
        return item ? [{ ...item, pk, sk }] : [];
      }),
    ]),
  ),
});

let lines: string[];

beforeEach(() => {
  forgetAll();
  lines = [];
  vi.stubEnv('LOG_LEVEL', 'info');
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  dynamodb.reset();
  standing = { [secretKey]: { secret }, [apiKeyName]: apiKey, 'sto_1#STORE STORE': store, [customerKey]: customer };
  dynamodb.on(GetCommand).resolves({});
  dynamodb.on(BatchGetCommand).callsFake(readStanding);
  dynamodb.on(UpdateCommand).resolves({ Attributes: { used: 1 } });
  dynamodb.on(TransactWriteCommand).resolves({});
});

const create = (idempotencyKey?: string) =>
  call(createCustomerAddress, { path: { id: 'cus_1' }, body: addressBody, key, idempotencyKey });

const logged = (message: string) => lines.map((line) => JSON.parse(line)).filter((line) => line.message === message);

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    $metadata: {},
    message: 'cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

describe('a failure inside', () => {
  const failure = { error: 'Failed to create address', code: 'CREATE_ERROR' };

  test.each([
    [
      'a read fails',
      () => {
        standing[customerKey] = broken;
      },
    ],
    [
      "the deployment's secret cannot be read",
      () => {
        standing[secretKey] = broken;
      },
    ],
    ['the commit fails', () => dynamodb.on(TransactWriteCommand).rejects('broken')],
    ['the commit is invalid', () => dynamodb.on(TransactWriteCommand).rejects(cancelled('None', 'ValidationError'))],
    [
      'the table is throttled',
      () =>
        dynamodb
          .on(TransactWriteCommand)
          .rejects(new ProvisionedThroughputExceededException({ $metadata: {}, message: 'slow down' })),
    ],
  ])("500 in the operation's own words when %s, its cause in the log with the request id", async (_, fail) => {
    fail();
    const { status, body, headers } = await create();

    expect(status).toBe(500);
    expect(body).toEqual(failure);
    const [line] = logged('request failed');
    expect(line).toMatchObject({
      level: 'error',
      request_id: headers['x-request-id'],
      error: { message: failure.error },
    });
    expect(line.error.cause.stack).toContain('    at ');
    expect(lines.join('')).not.toContain(key);
  });

  test('500 and a line that names it when a setting is missing', async () => {
    vi.stubEnv('REQUEST_TABLE', '');
    vi.stubEnv('STORE_TABLE', '');
    const { status, body } = await create();

    expect(status).toBe(500);
    expect(body).toEqual(failure);
    expect(JSON.stringify(logged('request failed'))).toContain('Environment variable STORE_TABLE is missing');
  });

  test.each([[null], [undefined], [{}], [{ headers: null, pathParameters: null }], ['text'], [[]]])(
    'the envelope for the malformed event %j',
    async (event) => {
      const response = await answer(await handlerOf(createCustomerAddress), createCustomerAddress, event as never);
      expect(response.statusCode).toBe(401);
      expect(JSON.parse(response.body)).toEqual({ error: 'Authentication required', code: 'UNAUTHORIZED' });
    },
  );

  test('a limit that cannot be counted refuses no request', async () => {
    dynamodb.on(UpdateCommand).rejects('broken');
    expect((await create()).status).toBe(201);
    expect(logged('rate limit not counted')).toHaveLength(1);
  });
});

describe('a conflict', () => {
  test.each(['ConditionalCheckFailed', 'TransactionConflict', 'ThrottlingError'])(
    'of the kind %s makes the decision again from its reads',
    async (code) => {
      dynamodb.on(TransactWriteCommand).rejectsOnce(cancelled('None', code)).resolves({});
      let reads = 0;
      standing[customerKey] = () => (reads++ === 0 ? customer : { ...customer, version: 8 });

      expect((await create()).status).toBe(201);
      const [, second] = dynamodb.commandCalls(TransactWriteCommand);
      const check = second?.args[0].input.TransactItems?.find(({ ConditionCheck }) => ConditionCheck)?.ConditionCheck;
      expect(filledIn(check?.ConditionExpression, check)).toContain('version = 8');
      expect(logged('request')[0]).toMatchObject({ reruns: 1 });
    },
  );

  test('that the new reads resolve into a refusal is that refusal', async () => {
    dynamodb.on(TransactWriteCommand).rejectsOnce(cancelled('None', 'ConditionalCheckFailed'));
    let reads = 0;
    standing[customerKey] = () => (reads++ === 0 ? customer : undefined);

    expect((await create()).body).toEqual({ error: 'Customer not found', code: 'NOT_FOUND' });
  });
});

describe('the requests sent', () => {
  test('a keyed write commits its record with its effects in one transaction', async () => {
    await create('my-key');
    const [commit, ...more] = dynamodb.commandCalls(TransactWriteCommand);
    const items = commit?.args[0].input.TransactItems ?? [];

    expect(more).toEqual([]);
    expect(items[0]?.Put?.TableName).toBe(process.env.REQUEST_TABLE);
    expect(items[0]?.Put?.ConditionExpression?.split(' OR ')).toContain('attribute_not_exists(pk)');
    expect(items.slice(1).map((item) => Object.keys(item)[0])).toEqual(['Put', 'ConditionCheck']);
    expect(dynamodb.commandCalls(PutCommand)).toEqual([]);
  });

  test('its record holds neither key nor reply in clear', async () => {
    const { body } = await create('my-key');
    const [commit] = dynamodb.commandCalls(TransactWriteCommand);
    const record = commit?.args[0].input.TransactItems?.[0]?.Put?.Item ?? {};
    const kept = Buffer.concat([Buffer.from(JSON.stringify(record)), Buffer.from(record.sealed)]).toString('latin1');

    for (const secret of ['my-key', key, body.id, addressBody.street1]) expect(kept).not.toContain(secret);
    expect(record.expires_at).toBeCloseTo(Date.now() / 1000 + 86_400 + clockSkewSeconds, -1);
  });

  const get = () => call(getCustomerAddress, { path: { id: 'cus_1', address_id: 'cad_1' }, key });
  const calls = () => dynamodb.calls().length;

  /** What was read by key, call by call. */
  const read = () =>
    dynamodb.commandCalls(BatchGetCommand).map((one) => {
      const [{ Keys = [], ConsistentRead } = {}] = Object.values(one.args[0].input.RequestItems ?? {});
      return [ConsistentRead, ...Keys.map(({ sk }) => sk)];
    });

  test('the key is verified, and all is read, in one call that is strongly consistent', async () => {
    await get();

    expect(read()).toEqual([
      [true, 'SECRET'],
      [true, 'APIKEY', 'STORE', 'ADDRESS#cad_1'],
    ]);
    expect(dynamodb.commandCalls(QueryCommand)).toEqual([]);
  });

  test('a key is verified with each request, and the secret read once', async () => {
    await get();
    await get();

    expect(read().map(([, first]) => first)).toEqual(['SECRET', 'APIKEY', 'APIKEY']);
  });

  test('what two requests read at once goes in calls of their own', async () => {
    await get();
    dynamodb.resetHistory();
    await Promise.all([get(), get()]);

    expect(read()).toEqual(Array(2).fill([true, 'APIKEY', 'STORE', 'ADDRESS#cad_1']));
  });

  test('none for a key that this deployment never made', async () => {
    await get();
    const before = calls();
    const forged = [
      keyOf('sto_1', Buffer.alloc(24, 1), Buffer.alloc(32, 8).toString('base64url')),
      keyOf('sto_2', Buffer.alloc(24, 1), secret).replace('sto_2', 'sto_1').replace('sk_2', 'sk_1'),
      `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
      `sk_1_${'x'.repeat(43)}`,
    ];
    for (const one of forged) {
      const { status, body } = await call(getCustomerAddress, {
        path: { id: 'cus_1', address_id: 'cad_1' },
        key: one,
      });
      expect(status).toBe(401);
      expect(body.error).toBe('Invalid API key');
    }
    expect(calls()).toBe(before);
  });

  test('an ordinary request for a revoked key, and none after it', async () => {
    standing[apiKeyName] = { ...apiKey, revoked_at: '2026-01-02T00:00:00Z' };
    expect((await get()).status).toBe(401);
    const before = calls();
    expect((await get()).status).toBe(401);
    expect(calls()).toBe(before);
  });

  test('a key with a future end is good', async () => {
    standing[apiKeyName] = { ...apiKey, expires_at: '2999-01-02T00:00:00Z' };
    standing['sto_1#CUSTOMER#cus_1 ADDRESS#cad_1'] = {
      ...addressBody,
      id: 'cad_1',
      street2: null,
      zip: null,
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    };
    expect((await get()).status).toBe(200);
  });

  test('none over a used-up window, for ten seconds at a time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
    dynamodb.on(UpdateCommand).resolves({ Attributes: { used: 11 } });
    expect((await create()).status).toBe(429);
    const before = calls();
    for (let n = 0; n < 100; n += 1) expect((await create('a-key')).status).toBe(429);
    expect(calls()).toBe(before);

    vi.advanceTimersByTime(10_000);
    expect((await create()).status).toBe(429);
    expect(calls()).toBeGreaterThan(before);
    vi.useRealTimers();
  });

  test('a count that is throttled is a 429 that is not remembered', async () => {
    dynamodb
      .on(UpdateCommand)
      .rejectsOnce(new ProvisionedThroughputExceededException({ $metadata: {}, message: 'slow down' }))
      .resolves({ Attributes: { used: 1 } });
    const refused = await create();
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('1');
    expect((await create()).status).toBe(201);
  });

  test("a window of another length than the last is counted again, in the store's own", async () => {
    standing['sto_1#STORE STORE'] = { ...store, rate_limit: { requests: 10, window_seconds: 3600 } };
    await create();
    await create();
    const windows = dynamodb.commandCalls(UpdateCommand).map((one) => String(one.args[0].input.Key?.pk).split('#')[3]);
    expect(windows).toEqual(['60', '3600', '3600']);
  });
});
