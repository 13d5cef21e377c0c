/** A Storefront over HTTP: its requests and its errors. `calls.test.ts` tests retries, which all clients over HTTP share. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ClientOptions,
  ConnectionError,
  FunctionError,
  StoreCommerceError,
  Storefront,
  UnknownFieldsError,
} from '../../../lib/client/storefront.ts';
import { json, refused, type Scripted, scriptedLine } from '../../support/scripted-line.ts';

const apiKey = 'sk_demo_secretsecretsecret';
const release = { checkout_id: 'checkout' };
const released = { released: 5 };
const path = '/storefront/v1/release-gift-card/';

function shopOn(script: Scripted[], options: ClientOptions = {}) {
  const { fetch, asked } = scriptedLine(...script);
  return { shop: new Storefront({ apiKey, baseUrl: 'https://api.example.com', fetch, ...options }), asked };
}

/** The outcome of a call, known at once however long its timers wait. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  const settled = call.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return settled;
}

/** How a call of a script ends. */
const ended = (script: Scripted[]) => {
  const { shop, asked } = shopOn(script);
  return outcomeOf(shop.releaseGiftCard(release)).then((outcome) => ({ outcome, asked }));
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a call', () => {
  test('is a POST of the payload to the address of its function, without an idempotency key', async () => {
    const { outcome, asked } = await ended([json(released)]);

    expect(outcome).toEqual(released);
    expect(asked).toEqual([
      {
        method: 'POST',
        url: `https://api.example.com${path}`,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
        },
        body: '{"checkout_id":"checkout"}',
      },
    ]);
  });

  test('has no store in the type of its payload', () => {
    // @ts-expect-error: the store is the key's.
    const named = () => shopOn([]).shop.releaseGiftCard({ ...release, store_id: 'sto_other' });

    expect(named).toBeTypeOf('function');
  });

  test('with a field that the function does not have is a warning, and is refused by a strict client', async () => {
    const warn = vi.fn();
    const answer = () => json(released, 200, { 'X-Unknown-Fields': 'colour' });
    const wrong = { ...release, colour: 'red' };

    await shopOn([answer()], { logger: { warn } }).shop.releaseGiftCard(wrong);
    const { shop, asked } = shopOn([answer()], { strict: true });

    await expect(shop.releaseGiftCard(wrong)).rejects.toEqual(new UnknownFieldsError(`POST ${path}`, ['colour']));
    expect(asked).toEqual([]);
    expect(warn.mock.calls).toEqual([[`POST ${path} has no field colour: the service ignored it`]]);
  });
});

test.each([
  [400, 'INVALID_FIELD'],
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [409, 'DUPLICATE'],
  [413, 'PAYLOAD_TOO_LARGE'],
])('a call that is refused with %i %s is not made again', async (status, code) => {
  const { outcome, asked } = await ended([refused(status, code, 'The words', { 'X-Request-Id': 'req-9' })]);

  expect(outcome).toBeInstanceOf(FunctionError);
  expect(outcome).toBeInstanceOf(StoreCommerceError);
  expect(outcome).toMatchObject({ name: 'FunctionError', status, code, message: 'The words', requestId: 'req-9' });
  expect(asked).toHaveLength(1);
});

describe('an error', () => {
  test.each([
    [403, 1],
    [503, 5],
  ])('of something in between that answers %i is a ConnectionError with its cause', async (status, times) => {
    const { outcome, asked } = await ended([new Response('<h1>No</h1>', { status })]);

    expect(outcome).toBeInstanceOf(ConnectionError);
    const message = expect.stringContaining(`POST ${path} was answered ${status}`);
    expect(outcome).toMatchObject({ message, cause: { status } });
    expect(asked).toHaveLength(times);
  });
});
