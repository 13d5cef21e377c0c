import { Readable } from 'node:stream';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConnectionError, FunctionError, Operator, Storefront } from '../../../lib/client/functions.ts';
import { functionRoutes } from '../../../lib/client/functions-api.ts';
import { functions, invocables } from '../../../lib/resources/nouns.ts';

const aws = mockClient(LambdaClient);
const lambda = new LambdaClient({ region: 'us-east-1' });
const shop = new Storefront({ stackName: 'Shop', lambda, storeId: 'sto_1' });
const operator = new Operator({ stackName: 'Shop', lambda });

afterAll(() => aws.restore());

beforeEach(() => {
  aws.reset();
  // No pause between tries.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

const payloadOf = (answer: object) => ({ Payload: new TextEncoder().encode(JSON.stringify(answer)) as never });
const failed = (errorType: string, errorMessage: string) => ({
  ...payloadOf({ errorType, errorMessage }),
  FunctionError: 'Unhandled',
});
const broken = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
const answeredBy = (status: number) =>
  Object.assign(new Error('Rate exceeded'), {
    name: 'TooManyRequestsException',
    $metadata: { httpStatusCode: status },
  });

const sent = () =>
  aws.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => ({
    to: input.FunctionName,
    payload: JSON.parse(String(input.Payload)),
  }));

const release = { checkout_id: 'checkout' };

test('every function of the contract is a method, of the same name as what declares it', () => {
  const declared = Object.entries(functions).map(([name, { group }]) => `${group}.${name}`);
  const methods = Object.entries(functionRoutes).flatMap(([group, routes]) =>
    Object.keys(routes).map((name) => `${group}.${name}`),
  );

  expect(methods.toSorted()).toEqual(declared.toSorted());
  expect(methods).toHaveLength(invocables.length);
});

test('a call is an invocation for the store of the client', async () => {
  aws.on(InvokeCommand).resolves(payloadOf({ released: 5 }));

  await expect(shop.releaseGiftCard(release)).resolves.toEqual({ released: 5 });

  expect(sent()).toEqual([{ to: 'Shop-release-gift-card', payload: { store_id: 'sto_1', ...release } }]);
});

test('a store that is made has one id through all tries, and the one that it is given', async () => {
  aws.on(InvokeCommand).rejectsOnce(broken()).resolves(payloadOf({}));

  await operator.createStore({ name: 'Mine', currency: 'USD' });
  await operator.createStore({ name: 'Mine', currency: 'USD', store_id: 'sto_mine' });

  const [first, second, third] = sent().map(({ payload }) => payload.store_id);
  expect(first).toMatch(/^sto_[0-9a-hjkmnp-tv-z]{26}$/);
  expect([second, third]).toEqual([first, 'sto_mine']);
});

test('a webhook and a rotation have one id through all tries, and the one that they are given', async () => {
  aws.on(InvokeCommand).rejectsOnce(broken()).resolves(payloadOf({}));
  const webhook = { store_id: 'sto_1', url: 'https://shop.example.com/' };

  await operator.createWebhook(webhook);
  await operator.createWebhook({ ...webhook, webhook_id: 'whk_mine' });
  await operator.rotateWebhookSecret({ store_id: 'sto_1', webhook_id: 'whk_mine' });

  const [first, second, third, rotation] = sent().map(({ payload }) => payload);
  expect(first.webhook_id).toMatch(/^whk_[0-9a-hjkmnp-tv-z]{26}$/);
  expect([second, third.webhook_id]).toEqual([first, 'whk_mine']);
  expect(rotation.rotation_id).toMatch(/^rotation_\w{26}$/);
});

test('without a store what needs one is refused before anything is sent', async () => {
  await expect(operator.listApiKeys()).rejects.toThrow('storeId is required');

  expect(sent()).toEqual([]);
});

describe('every method of a Storefront', () => {
  const methods = Object.keys(functionRoutes.storefront);
  const call = (client: object, method: string, payload: object) =>
    (client as Record<string, (payload: object) => Promise<unknown>>)[method]?.(payload);

  test.each(methods)('%s refuses the store that a payload names, before anything is sent', async (method) => {
    aws.on(InvokeCommand).resolves(payloadOf({}));
    for (const store_id of ['sto_other', ['sto_1'], { toString: 'sto_1' }, 1]) {
      await expect(call(shop, method, { store_id })).rejects.toThrow("store_id is not the client's store");
    }
    const storeless = new Storefront({ stackName: 'Shop', lambda, storeId: undefined as never });
    await expect(call(storeless, method, { store_id: 'sto_other' })).rejects.toThrow(
      "store_id is not the client's store",
    );

    expect(sent()).toEqual([]);
  });

  test.each(methods)('%s acts for the store of the client, with any payload', async (method) => {
    aws.on(InvokeCommand).resolves(payloadOf({}));
    const hidden = JSON.parse('{"__proto__": {"store_id": "sto_other"}, "constructor": {"store_id": "sto_other"}}');
    for (const payload of [{}, { store_id: 'sto_1' }, { store_id: null }, { store_id: '' }, hidden]) {
      await call(shop, method, payload);
    }

    expect(sent().map(({ payload }) => payload.store_id)).toEqual(Array.from({ length: 5 }, () => 'sto_1'));
  });

  test.each(methods)('%s sends nothing that makes a request over HTTP of a payload', async (method) => {
    aws.on(InvokeCommand).resolves(payloadOf({}));

    await call(shop, method, { requestContext: {}, headers: {} });

    expect(sent().map(({ payload }) => payload)).toEqual([{ store_id: 'sto_1', headers: {} }]);
  });

  test('has no store in the type of its payload', () => {
    // @ts-expect-error: the store is the client's.
    const named = () => shop.releaseGiftCard({ ...release, store_id: 'sto_other' });

    expect(named).toBeTypeOf('function');
  });
});

describe('a call is made again with the same payload', () => {
  test.each([
    ['its connection breaks', () => aws.on(InvokeCommand).rejectsOnce(broken())],
    ['Lambda is busy', () => aws.on(InvokeCommand).rejectsOnce(answeredBy(429))],
    ['Lambda fails', () => aws.on(InvokeCommand).rejectsOnce(answeredBy(503))],
    ['the function fails', () => aws.on(InvokeCommand).resolvesOnce(failed('INTERNAL_ERROR', 'Internal server error'))],
    ['the function dies', () => aws.on(InvokeCommand).resolvesOnce(failed('Sandbox.Timedout', 'Task timed out'))],
  ])('where %s', async (_, accident) => {
    accident().resolves(payloadOf({ released: 5 }));

    await expect(shop.releaseGiftCard(release)).resolves.toEqual({ released: 5 });

    const [first, second] = sent();
    expect(second).toEqual(first);
  });

  test('but never to make an API key', async () => {
    aws.on(InvokeCommand).rejects(broken());
    const keys = new Operator({ stackName: 'Shop', lambda, storeId: 'sto_1' });

    await expect(keys.createApiKey({ name: 'App', permission: 'Read' }, { maxRetries: 9 })).rejects.toBeInstanceOf(
      ConnectionError,
    );

    expect(sent()).toHaveLength(1);
  });

  test('four times and no more', async () => {
    aws.on(InvokeCommand).rejects(broken());

    await expect(shop.releaseGiftCard(release)).rejects.toThrow('Shop-release-gift-card was not answered: ECONNRESET');

    expect(sent()).toHaveLength(5);
  });
});

test('an operator may name another store in each call, such as one that it has just made', async () => {
  aws.on(InvokeCommand).resolves(payloadOf({}));
  const operator = new Operator({ stackName: 'Shop', lambda });

  await operator.createApiKey({ store_id: 'sto_2', name: 'App', permission: 'Read' });

  expect(sent()).toEqual([{ to: 'Shop-create-api-key', payload: expect.objectContaining({ store_id: 'sto_2' }) }]);
  await expect(operator.createApiKey({ name: 'App', permission: 'Read' })).rejects.toThrow(
    'storeId is required: pass it to the client, or store_id to the call',
  );
});

test('a refusal has the code and the words of the function, and is not asked for twice', async () => {
  aws.on(InvokeCommand).resolves(failed('NOT_FOUND', 'Resource not found'));

  const error = await shop.payOrder({ order_id: 'ord_1' }).catch((reason: unknown) => reason);

  expect(error).toBeInstanceOf(FunctionError);
  expect(error).toMatchObject({ name: 'FunctionError', code: 'NOT_FOUND', message: 'Resource not found' });
  expect(sent()).toHaveLength(1);
});

test('a refusal of AWS is reported in its own words, once', async () => {
  const denied = Object.assign(new Error('Not authorized'), {
    name: 'AccessDeniedException',
    $metadata: { httpStatusCode: 403 },
  });
  aws.on(InvokeCommand).rejects(denied);

  await expect(shop.releaseGiftCard(release)).rejects.toBe(denied);

  expect(sent()).toHaveLength(1);
});

test('a call ends at once with the reason of its signal', async () => {
  aws.on(InvokeCommand).callsFake(() => new Promise(() => {}));
  const stop = new AbortController();
  const call = shop.releaseGiftCard(release, { signal: stop.signal });

  stop.abort('The shopper has left');

  await expect(call).rejects.toBe('The shopper has left');
});

test('the client that was given keeps its own retries, and ours has none', async () => {
  aws.restore();
  let tries = 0;
  const busy = async () => {
    tries += 1;
    return { response: { statusCode: 503, headers: {}, body: Readable.from(['{}']) } };
  };
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const given = new LambdaClient({ region: 'us-east-1', credentials, requestHandler: { handle: busy as never } });
  const client = new Storefront({ stackName: 'Shop', lambda: given, storeId: 'sto_1', maxRetries: 1 });

  await expect(client.releaseGiftCard(release)).rejects.toBeInstanceOf(ConnectionError);
  expect(tries).toBe(2);
  tries = 0;
  await expect(given.send(new InvokeCommand({ FunctionName: 'x' }))).rejects.toThrow();
  expect(tries).toBe(3);
});
