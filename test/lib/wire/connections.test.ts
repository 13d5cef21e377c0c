/** Credentials, clocks, traces, time-outs and connections are treated as by the AWS SDK. */
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  comparable,
  credentials,
  described,
  newClients,
  sendBoth,
  settings,
  signedBySdk,
} from '../../support/wire/both.ts';
import { commands } from '../../support/wire/commands.ts';
import { type Answer, ScriptedDynamoDb, selfSigned } from '../../support/wire/scripted-dynamodb.ts';

const server = new ScriptedDynamoDb();
const encrypted = new ScriptedDynamoDb({ tls: true });
let endpoint: string;
let secureEndpoint: string;

beforeAll(async () => {
  endpoint = await server.start();
  secureEndpoint = (await encrypted.start()).replace('http:', 'https:');
});

afterAll(() => {
  server.stop();
  encrypted.stop();
});

let destroy = () => {};

const clientsOf = (at: string, more: DynamoDBClientConfig = {}) => {
  const clients = newClients(at, more);
  ({ destroy } = clients);
  return clients;
};

const noon = Date.UTC(2027, 4, 6, 12);

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
});

afterEach(() => {
  destroy();
  vi.useRealTimers();
});

const get = () => commands.GetCommand({ pk: 'x' });
const put = () => commands.PutCommand({ pk: 'x', bytes: new Uint8Array([1]) });

describe('a request', () => {
  test('is signed by the key of its own day, before and after midnight', async () => {
    const clients = clientsOf(endpoint);
    for (const time of [noon, noon + 86_400_000, noon]) {
      vi.setSystemTime(time);
      const { own } = await sendBoth(server, clients, get);

      const [sent] = own.sent;
      expect(sent?.headers['x-amz-date']).toMatch(
        new RegExp(`^${new Date(time).toISOString().slice(0, 10).replaceAll('-', '')}T`),
      );
      expect(sent?.headers.authorization).toBe(sent && (await signedBySdk(sent)));
    }
  });

  test('is signed by the credentials of its moment, which may change', async () => {
    const identity = (count: number) => ({
      accessKeyId: `AKID${count}`,
      secretAccessKey: `secret ${count}`,
      sessionToken: `token ${count}`,
      expiration: new Date(noon + count * 3_600_000),
    });
    const rotating = () => {
      let count = 0;
      return async () => identity(++count);
    };
    const [sdk, own] = [rotating(), rotating()].map((one) => newClients(endpoint, { credentials: one }));
    if (!sdk || !own) throw new Error('There are no clients');
    destroy = () => [sdk, own].forEach((each) => void each.destroy());

    const used = [];
    for (const hours of [0, 0.5, 0.99, 1.5, 2.2]) {
      vi.setSystemTime(noon + hours * 3_600_000);
      const both = await sendBoth(server, { sdk: sdk.sdk, own: own.own }, get);
      expect(both.own.sent.map(comparable)).toEqual(both.sdk.sent.map(comparable));
      const [sent] = both.own.sent;
      const [, count = ''] = /Credential=AKID(\d)/.exec(String(sent?.headers.authorization)) ?? [];
      expect(both.sdk.sent[0]?.headers.authorization).toContain(`Credential=AKID${count}/`);
      expect(sent?.headers['x-amz-security-token']).toBe(`token ${count}`);
      expect(sent?.headers.authorization).toBe(sent && (await signedBySdk(sent, identity(Number(count)))));
      used.push(count);
    }
    expect(new Set(used).size).toBeGreaterThan(2);
  });

  test('has no token where the credentials have none', async () => {
    const { sessionToken: _, ...without } = credentials;

    const { sdk, own } = await sendBoth(server, clientsOf(endpoint, { credentials: without }), get);

    expect(own.sent.map(comparable)).toEqual(sdk.sent.map(comparable));
    expect(own.sent[0]?.headers).not.toHaveProperty('x-amz-security-token');
  });

  test('is not sent where there are no credentials', async () => {
    const none = async () => Promise.reject(new Error('There are none'));

    const { sdk, own } = await sendBoth(server, clientsOf(endpoint, { credentials: none }), get);

    expect(described(own.error)).toEqual(described(sdk.error));
    expect(own.sent).toEqual([]);
  });

  test('carries the trace of its invocation, which is not signed', async () => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'a-function');
    const clients = clientsOf(endpoint);
    for (const trace of ['Root=1-1;Parent=2;Sampled=1', 'Root=1-3;Parent=4;Sampled=0']) {
      vi.stubEnv('_X_AMZN_TRACE_ID', trace);
      const { sdk, own } = await sendBoth(server, clients, get);

      expect(own.sent.map(comparable)).toEqual(sdk.sent.map(comparable));
      expect(own.sent[0]?.headers['x-amzn-trace-id']).toBe(trace);
      expect(own.sent[0]?.headers.authorization).not.toMatch(/x-amzn-trace-id/i);
    }
  });

  test.each([
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ])('is signed again where the clock of AWS is %s', async (_, difference) => {
    const date = new Date(noon + difference).toUTCString();
    const refused: Answer = {
      status: 400,
      headers: { date },
      body: { __type: 'x#InvalidSignatureException', message: 'Signature expired: x' },
    };
    const clients = clientsOf(endpoint);

    const both = await sendBoth(server, clients, put, [refused, { headers: { date } }]);
    const next = await sendBoth(server, clients, put);

    for (const { sdk, own } of [both, next]) expect(own.sent.map(comparable)).toEqual(sdk.sent.map(comparable));
    expect(both.own.sent).toHaveLength(2);
    const corrected = new Date(noon + difference).toISOString().replace(/[:-]|\.\d{3}/g, '');
    expect(next.own.sent[0]?.headers['x-amz-date']).toBe(corrected);
  });
});

describe('a command', () => {
  test('that is answered too late is sent three times, and fails with a time-out', async () => {
    const impatient = { ...settings.requestHandler, requestTimeout: 100 };
    const silent = [1, 2, 3].map((): Answer => ({ instead: 'is silent' }));

    const { sdk, own } = await sendBoth(server, clientsOf(endpoint, { requestHandler: impatient }), get, silent);

    expect(described(own.error)).toEqual(described(sdk.error));
    expect(own.error).toMatchObject({ name: 'TimeoutError', $metadata: { attempts: 3 } });
    expect(own.sent).toHaveLength(3);
  });

  test.each([
    ['before it is sent', () => AbortSignal.abort()],
    ['for a reason', () => AbortSignal.abort(new Error('No time is left'))],
    ['while it waits for its answer', () => server.whenHeard()],
  ])('can be aborted %s', async (_, newSignal) => {
    const silent = [1, 2, 3].map((): Answer => ({ instead: 'is silent' }));

    const { sdk, own } = await sendBoth(server, clientsOf(endpoint), get, silent, () => ({ abortSignal: newSignal() }));

    expect(own.error).toBeInstanceOf(Error);
    expect(described(own.error)).toEqual(described(sdk.error));
    expect(own.sent.map(comparable)).toEqual(sdk.sent.map(comparable));
  });

  test('with an unused abort signal is answered', async () => {
    const signal = new AbortController().signal;

    const { sdk, own } = await sendBoth(
      server,
      clientsOf(endpoint),
      get,
      [{ body: { Item: { pk: { S: 'x' } } } }],
      () => ({ abortSignal: signal }),
    );

    expect(own.value).toStrictEqual(sdk.value);
    expect(own.value).toMatchObject({ Item: { pk: 'x' } });
  });
});

describe('a connection', () => {
  test('is used again', async () => {
    const { own } = clientsOf(endpoint);
    server.script();

    for (let count = 0; count < 3; count += 1) await own.send(get());

    expect(server.connections).toBe(1);
  });

  test('is encrypted where the address says so', async () => {
    const trusting = { ...settings.requestHandler, httpsAgent: { ca: selfSigned.cert } };
    const clients = clientsOf(secureEndpoint, { requestHandler: trusting });

    for (const newCommand of [get, put]) {
      const { sdk, own } = await sendBoth(encrypted, clients, newCommand, [{ body: { Item: { b: { B: 'AQI=' } } } }]);
      expect(own.error).toBeUndefined();
      expect(own.value).toStrictEqual(sdk.value);
      expect(own.sent.map(comparable)).toEqual(sdk.sent.map(comparable));
      for (const sent of own.sent) expect(sent.headers.authorization).toBe(await signedBySdk(sent));
    }
  });

  test('is refused if the server has no trusted certificate', async () => {
    const { sdk, own } = await sendBoth(encrypted, clientsOf(secureEndpoint), get);

    expect(described(own.error)).toEqual(described(sdk.error));
    expect(own.error).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(own.sent).toEqual([]);
  });
});
