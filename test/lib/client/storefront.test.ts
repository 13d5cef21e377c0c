/** A Storefront over HTTP: its requests, its retries, and the contents of its errors. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Attempt,
  type ClientOptions,
  ConnectionError,
  FunctionError,
  type FunctionOptions,
  type Observers,
  StoreCommerceError,
  Storefront,
  TimeoutError,
  UnknownFieldsError,
} from '../../../lib/client/storefront.ts';
import { brokenLine, json, refused, type Scripted, scriptedLine } from '../../support/scripted-line.ts';

const apiKey = 'sk_demo_secretsecretsecret';
const release = { checkout_id: 'checkout' };
const released = { released: 5 };
const path = '/storefront/v1/release-gift-card/';
const failure = () => refused(500, 'INTERNAL_ERROR', 'Internal server error. Send the request again');

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
const ended = (script: Scripted[], options: FunctionOptions = {}) => {
  const { shop, asked } = shopOn(script);
  return outcomeOf(shop.releaseGiftCard(release, options)).then((outcome) => ({ outcome, asked }));
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
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

  test.each(['https://api.example.com/storefront/v1/', 'https://api.example.com/api/v1', 'https://api.example.com/'])(
    'reaches the service at %s',
    async (baseUrl) => {
      const { shop, asked } = shopOn([json(released)], { baseUrl });

      await shop.releaseGiftCard(release);

      expect(asked[0]?.url).toBe(`https://api.example.com${path}`);
    },
  );

  test('has the key and the address of the environment where the program omits them', async () => {
    vi.stubEnv('STORE_COMMERCE_API_KEY', apiKey);
    vi.stubEnv('STORE_COMMERCE_BASE_URL', 'https://env.example.com');
    const { fetch, asked } = scriptedLine(json(released));

    await new Storefront({ fetch }).releaseGiftCard(release);

    expect(asked).toMatchObject([
      { url: `https://env.example.com${path}`, headers: { authorization: `Bearer ${apiKey}` } },
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

describe('a call is made again with the same payload', () => {
  test.each([
    ['its connection breaks', brokenLine()],
    ['its answer is no JSON', new Response('<html>Please log in</html>')],
    [
      'its answer is cut short',
      () => new Response(new ReadableStream({ start: (to) => to.error(new Error('reset')) })),
    ],
    ['the function fails', failure()],
    ['the service is unavailable', new Response('<h1>Unavailable</h1>', { status: 503 })],
    ['the gateway waits no longer', refused(504, 'INTERNAL_ERROR', 'Internal server error')],
    ['the rate limit is used up', refused(429, 'RATE_LIMIT_EXCEEDED', 'Rate limit exceeded', { 'Retry-After': '60' })],
  ] satisfies [string, Scripted][])('where %s', async (_, accident) => {
    const { outcome, asked } = await ended([accident, json(released)]);

    expect(outcome).toEqual(released);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
  });

  test('after the seconds that a used up window names', async () => {
    const startedAt = Date.now();

    await ended([refused(429, 'RATE_LIMIT_EXCEEDED', 'Rate limit exceeded', { 'Retry-After': '7' }), json(released)]);

    expect(Date.now() - startedAt).toBe(7000);
  });

  test('four times and no more, then it ends with the last error', async () => {
    const { outcome, asked } = await ended([brokenLine(), brokenLine(), brokenLine(), brokenLine(), failure()]);

    expect(outcome).toBeInstanceOf(FunctionError);
    expect(outcome).toMatchObject({ code: 'INTERNAL_ERROR', status: 500 });
    expect(asked).toHaveLength(5);
  });

  test('as often as the call allows', async () => {
    const { asked } = await ended([failure()], { maxRetries: 1 });

    expect(asked).toHaveLength(2);
  });
});

describe('a call is not made again', () => {
  test.each([
    [400, 'INVALID_FIELD'],
    [401, 'UNAUTHORIZED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [409, 'DUPLICATE'],
    [413, 'PAYLOAD_TOO_LARGE'],
  ])('where it is refused with %i %s', async (status, code) => {
    const { outcome, asked } = await ended([refused(status, code, 'The words', { 'X-Request-Id': 'req-9' })]);

    expect(outcome).toBeInstanceOf(FunctionError);
    expect(outcome).toBeInstanceOf(StoreCommerceError);
    expect(outcome).toMatchObject({ name: 'FunctionError', status, code, message: 'The words', requestId: 'req-9' });
    expect(asked).toHaveLength(1);
  });

  test('where codes are guessed, however soon the hour ends', async () => {
    const message = 'Too many unknown codes; try again in an hour';
    const { outcome, asked } = await ended([
      refused(429, 'RATE_LIMIT_EXCEEDED', message, { 'Retry-After': '1' }),
      json(released),
    ]);

    expect(outcome).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', status: 429, message, retryAfter: 1 });
    expect(asked).toHaveLength(1);
  });

  test('where the window of the key ends in more than a minute', async () => {
    const { outcome, asked } = await ended([
      refused(429, 'RATE_LIMIT_EXCEEDED', 'Rate limit exceeded', { 'Retry-After': '61' }),
    ]);

    expect(outcome).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 61 });
    expect(asked).toHaveLength(1);
  });
});

describe('an error', () => {
  test('names the field with a broken rule, and no field of another refusal', async () => {
    const invalid = await ended([
      refused(400, 'INVALID_FIELD', 'checkout_id must be text', { 'X-Error-Field': 'checkout_id' }),
    ]);
    const unknown = await ended([refused(404, 'NOT_FOUND', 'checkout_id is unknown')]);

    expect([invalid.outcome, unknown.outcome]).toMatchObject([{ param: 'checkout_id' }, { param: undefined }]);
  });

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

  test('without an answer shows what broke', async () => {
    const { outcome } = await ended([brokenLine()], { maxRetries: 0 });

    expect(outcome).toBeInstanceOf(ConnectionError);
    expect(outcome).toMatchObject({ message: `POST ${path} was not answered: ECONNRESET` });
  });
});

describe('a call ends', () => {
  const never = () => new Promise<Response>(() => {});

  test('with a TimeoutError where no attempt is answered within 35 seconds', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const startedAt = Date.now();

    const { outcome, asked } = await ended([never], { maxRetries: 1 });

    expect(outcome).toBeInstanceOf(TimeoutError);
    expect(asked).toHaveLength(2);
    expect(Date.now() - startedAt).toBe(70_000);
  });

  test('with a TimeoutError after the time of its own', async () => {
    const startedAt = Date.now();

    const { outcome } = await ended([never], { maxRetries: 0, timeout: 1000 });

    expect(outcome).toBeInstanceOf(TimeoutError);
    expect(Date.now() - startedAt).toBe(1000);
  });

  test.each([
    ['it is answered', never],
    ['it waits for its retry', refused(503, 'INTERNAL_ERROR', 'Later', { 'Retry-After': '50' })],
  ] satisfies [string, Scripted][])('at once with the reason of its signal, while %s', async (_, met) => {
    const { shop, asked } = shopOn([met]);
    const stop = new AbortController();
    const rejected = expect(shop.releaseGiftCard(release, { signal: stop.signal })).rejects.toBe(
      'The shopper has left',
    );
    await vi.advanceTimersByTimeAsync(20_000);

    stop.abort('The shopper has left');

    await rejected;
    expect(asked).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('observers see each attempt, and no secret', async () => {
  const calls: unknown[] = [];
  const note = (what: string) => (attempt: Attempt) => calls.push([what, attempt]);
  const observers: Observers = { onRequest: note('request'), onRetry: note('retry'), onResponse: note('response') };
  const { shop } = shopOn([failure(), json(released)], observers);

  await outcomeOf(shop.releaseGiftCard(release));

  const attempt = (number: number) => expect.objectContaining({ method: 'POST', path, attempt: number });
  expect(calls).toEqual([
    ['request', attempt(1)],
    ['response', attempt(1)],
    ['retry', attempt(1)],
    ['request', attempt(2)],
    ['response', attempt(2)],
  ]);
  expect(JSON.stringify(calls)).not.toContain('sk_demo');
});
