/** What only a mocked client can show of the chain: faults, throttles, conflicts, and the exact requests it sends. */
import { ProvisionedThroughputExceededException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCustomerAddress, getCustomerAddress } from '../../../lib/contract/api/customer-addresses.ts';
import { forgetApiKeys } from '../../../lib/http/authentication.ts';
import * as apiKeys from '../../../lib/table/accounts/api-keys.ts';
import { handlerOf } from '../../support/handlers.ts';
import { answer, call } from '../../support/http/call.ts';
import { addressBody } from '../../support/scenarios/customer-addresses.ts';

const dynamodb = mockClient(DynamoDBDocumentClient);
afterAll(() => dynamodb.restore());
const key = `sk_${'k'.repeat(43)}`;

const store = {
  id: 'sto_1',
  name: 'Store',
  currency: 'USD',
  rate_limit: { requests: 10, window_seconds: 60 },
  created_at: '2026-01-01T00:00:00Z',
  version: 1,
};
const customer = { id: 'cus_1', standing: 'good', version: 7 };

let lines: string[];

beforeEach(() => {
  forgetApiKeys();
  lines = [];
  vi.stubEnv('LOG_LEVEL', 'info');
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  dynamodb.reset();
  dynamodb.on(GetCommand).resolves({});
  dynamodb
    .on(GetCommand, { Key: { pk: `APIKEY#${apiKeys.hashApiKey(key)}`, sk: 'APIKEY' } })
    .resolves({ Item: { id: 'key_1', store_id: 'sto_1', name: 'Back office', permission: 'Write', revoked_at: null } });
  dynamodb.on(GetCommand, { Key: { pk: 'sto_1#STORE', sk: 'STORE' } }).resolves({ Item: store });
  dynamodb.on(GetCommand, { Key: { pk: 'sto_1#CUSTOMER#cus_1', sk: 'CUSTOMER' } }).resolves({ Item: customer });
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
      () => dynamodb.on(GetCommand, { Key: { pk: 'sto_1#CUSTOMER#cus_1', sk: 'CUSTOMER' } }).rejects('broken'),
    ],
    ['the look-up of the key fails', () => dynamodb.on(GetCommand).rejects('broken')],
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

  test('a limit that cannot be counted refuses nobody', async () => {
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
      dynamodb
        .on(GetCommand, { Key: { pk: 'sto_1#CUSTOMER#cus_1', sk: 'CUSTOMER' } })
        .resolvesOnce({ Item: customer })
        .resolves({ Item: { ...customer, version: 8 } });

      expect((await create()).status).toBe(201);
      const [, second] = dynamodb.commandCalls(TransactWriteCommand);
      const check = second?.args[0].input.TransactItems?.find(({ ConditionCheck }) => ConditionCheck)?.ConditionCheck;
      expect(check?.ExpressionAttributeValues).toMatchObject({ ':was_version': 8 });
      expect(logged('request')[0]).toMatchObject({ reruns: 1 });
    },
  );

  test('that the new reads resolve into a refusal is that refusal', async () => {
    dynamodb.on(TransactWriteCommand).rejectsOnce(cancelled('None', 'ConditionalCheckFailed'));
    dynamodb
      .on(GetCommand, { Key: { pk: 'sto_1#CUSTOMER#cus_1', sk: 'CUSTOMER' } })
      .resolvesOnce({ Item: customer })
      .resolves({});

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
    expect(items[0]?.Put?.ConditionExpression).toBe('attribute_not_exists(pk) OR expires_at <= :now');
    expect(items.slice(1).map((item) => Object.keys(item)[0])).toEqual(['Put', 'ConditionCheck']);
    expect(dynamodb.commandCalls(PutCommand)).toEqual([]);
  });

  test('its record holds neither key nor reply in clear', async () => {
    const { body } = await create('my-key');
    const [commit] = dynamodb.commandCalls(TransactWriteCommand);
    const record = commit?.args[0].input.TransactItems?.[0]?.Put?.Item ?? {};
    const kept = Buffer.concat([Buffer.from(JSON.stringify(record)), Buffer.from(record.sealed)]).toString('latin1');

    for (const secret of ['my-key', key, body.id, addressBody.street1]) expect(kept).not.toContain(secret);
    expect(record.expires_at).toBeCloseTo(Date.now() / 1000 + 86_400, -1);
  });

  test('a read is strongly consistent and is not sent before the caller is known', async () => {
    const request = { path: { id: 'cus_1', address_id: 'cad_1' }, key };
    await call(getCustomerAddress, request);
    const sent = dynamodb.commandCalls(GetCommand).map((one) => one.args[0].input);

    expect(sent.map(({ Key }) => Key?.sk)).toEqual(['APIKEY', 'STORE', 'ADDRESS#cad_1']);
    expect(sent.every(({ ConsistentRead }) => ConsistentRead)).toBe(true);
    expect(dynamodb.commandCalls(QueryCommand)).toEqual([]);
  });

  test('a key is looked up again after 60 seconds, and not before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const lookUps = () =>
      dynamodb.commandCalls(GetCommand).filter((one) => one.args[0].input.Key?.sk === 'APIKEY').length;
    await create();
    vi.advanceTimersByTime(59_000);
    await create();
    expect(lookUps()).toBe(1);
    vi.advanceTimersByTime(1000);
    await create();
    expect(lookUps()).toBe(2);
    vi.useRealTimers();
  });
});
