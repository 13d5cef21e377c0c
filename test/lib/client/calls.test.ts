import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ClientOptions } from '../../../lib/client/options.ts';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  StoreCommerce,
  StoreCommerceError,
  TimeoutError,
} from '../../../lib/client/store-commerce.ts';
import { brokenLine, json, refused, type Scripted, scriptedLine } from '../../support/scripted-line.ts';

const apiKey = 'sk_demo_secretsecretsecret';

function shopOn(script: Scripted[], options: Partial<ClientOptions> = {}) {
  const line = scriptedLine(...script);
  return {
    shop: new StoreCommerce({ apiKey, baseUrl: 'https://api.example.com/', fetch: line.fetch, ...options }),
    ...line,
  };
}

/** The outcome of a call, known at once however long its timers wait. */
async function outcomeOf<T>(call: PromiseLike<T>): Promise<T | Error> {
  const settled = Promise.resolve(call).catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return settled;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const card = { id: 'gcd_1', balance: 500 };
const failure = () => refused(500, 'INTERNAL_ERROR', 'Internal server error');

describe('a call', () => {
  test('sends the ids, the body and the key where the contract has them', async () => {
    const { shop, asked } = shopOn([json(card)]);

    await expect(outcomeOf(shop.giftCards.adjust('gcd_1', { amount: 1 }))).resolves.toEqual(card);

    expect(asked).toEqual([
      {
        method: 'POST',
        url: 'https://api.example.com/api/v1/gift-cards/gcd_1/adjustments/',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/),
        },
        body: '{"amount":1}',
      },
    ]);
  });

  test('of an id with characters of its own escapes them, and leaves out filters that are undefined', async () => {
    const { shop, asked } = shopOn([json({ data: [], has_more: false })]);

    await outcomeOf(shop.giftCards.listTransactions('a/b?c#d%', { after: undefined, limit: 5 }));

    expect(asked[0]?.url).toBe('https://api.example.com/api/v1/gift-cards/a%2Fb%3Fc%23d%25/transactions/?limit=5');
  });

  test('of one object takes what to expand with its options', async () => {
    const { shop, asked } = shopOn([failure()]);

    await outcomeOf(shop.giftCards.get('gcd_1', { expand: 'order,mail', maxRetries: 0 }));

    expect(asked.map(({ url }) => url)).toEqual([
      'https://api.example.com/api/v1/gift-cards/gcd_1/?expand=order%2Cmail',
    ]);
  });

  test.each(['', '.', '..', undefined, null, 7])('of the id %j is refused before anything is sent', async (id) => {
    const { shop, asked } = shopOn([json(card)]);

    await expect(outcomeOf(shop.giftCards.get(id as string))).resolves.toBeInstanceOf(StoreCommerceError);

    expect(asked).toEqual([]);
  });

  test('is made though its caller does not wait', async () => {
    const { shop, asked } = shopOn([json(card)]);

    shop.giftCards.disable('gcd_1');
    await vi.runAllTimersAsync();

    expect(asked.map(({ url }) => url)).toEqual(['https://api.example.com/api/v1/gift-cards/gcd_1/disable/']);
  });

  test('is made once, however often it is waited for', async () => {
    const { shop, asked } = shopOn([json(card)]);
    const call = shop.giftCards.disable('gcd_1');

    await Promise.all([call, call, call.withResponse(), call.finally()]);

    expect(asked).toHaveLength(1);
  });

  test('answers nothing where the reply has no body', async () => {
    const { shop } = shopOn([new Response(null, { status: 204 })]);

    await expect(outcomeOf(shop.giftOptions.delete('sit_1', 'gft_1'))).resolves.toBeUndefined();
  });

  test('has the response’s details', async () => {
    const headers = {
      'X-Request-Id': 'req-1',
      'X-Idempotency-Replayed': 'true',
      'X-Ratelimit-Limit': '600',
      'X-Ratelimit-Remaining': '599',
      'X-Ratelimit-Reset': '1790000000',
    };
    const { shop } = shopOn([json(card, 201, headers)]);

    await expect(outcomeOf(shop.giftCards.issue({ value: 500 }).withResponse())).resolves.toEqual({
      data: card,
      response: {
        status: 201,
        requestId: 'req-1',
        replayed: true,
        rateLimit: { limit: 600, remaining: 599, reset: 1_790_000_000 },
      },
    });
  });
});

describe('an idempotency key', () => {
  const keysOf = (asked: readonly { headers: Record<string, string> }[]) =>
    asked.map(({ headers }) => headers['idempotency-key']);

  test('is kept through the retries of a call, and is another for the next call', async () => {
    const { shop, asked } = shopOn([failure(), brokenLine(), json(card)]);

    await outcomeOf(shop.giftCards.adjust('gcd_1', { amount: 1 }));
    await outcomeOf(shop.giftCards.adjust('gcd_1', { amount: 1 }));

    const [first, second, third, next] = keysOf(asked);
    expect([second, third]).toEqual([first, first]);
    expect(next).not.toBe(first);
  });

  test('of the caller is sent as it is', async () => {
    const { shop, asked } = shopOn([failure(), json(card)]);

    await outcomeOf(shop.giftCards.adjust('gcd_1', { amount: 1 }, { idempotencyKey: 'order 17' }));

    expect(keysOf(asked)).toEqual(['order 17', 'order 17']);
  });

  test('that no header can carry is refused before anything is sent', async () => {
    const { shop, asked } = shopOn([json(card)]);

    const outcome = await outcomeOf(shop.giftCards.issue({ value: 5 }, { idempotencyKey: 'a\nb' }));

    expect(outcome).toBeInstanceOf(StoreCommerceError);
    expect(asked).toEqual([]);
  });

  test('is sent with PUT too, and with no other method than POST and PUT', async () => {
    const { shop, asked } = shopOn([json(card)]);

    await outcomeOf(shop.giftCards.update('gcd_1', {}));
    await outcomeOf(shop.giftCards.get('gcd_1'));
    await outcomeOf(shop.digitalFiles.delete('pro_1', 'prv_1', 'pdf_1'));

    expect(keysOf(asked).map((key) => key !== undefined)).toEqual([true, false, false]);
  });
});

describe('a retry', () => {
  test.each([429, 500, 502, 503, 504])('follows on %i', async (status) => {
    const { shop, asked } = shopOn([refused(status, 'INTERNAL_ERROR', 'Something'), json(card)]);

    await expect(outcomeOf(shop.giftCards.get('gcd_1'))).resolves.toEqual(card);

    expect(asked).toHaveLength(2);
  });

  test.each([301, 400, 401, 403, 404, 408, 409, 413, 418, 501, 505])('never follows on %i', async (status) => {
    const { shop, asked } = shopOn([refused(status, 'INVALID_FIELD', 'Something')]);

    await expect(outcomeOf(shop.giftCards.get('gcd_1'))).resolves.toMatchObject({ status, message: 'Something' });

    expect(asked).toHaveLength(1);
  });

  test.each([
    ['a broken connection', brokenLine()],
    ['an answer that is no JSON', new Response('<html>Please log in</html>')],
    ['an answer cut short', () => new Response(new ReadableStream({ start: (to) => to.error(new Error('reset')) }))],
  ] satisfies [string, Scripted][])('follows on %s', async (_, accident) => {
    const { shop, asked } = shopOn([accident, json(card)]);

    await expect(outcomeOf(shop.giftCards.get('gcd_1'))).resolves.toEqual(card);

    expect(asked).toHaveLength(2);
  });

  test('is made four times and no more, then the call ends with the last error', async () => {
    const { shop, asked } = shopOn([brokenLine(), brokenLine(), brokenLine(), brokenLine(), failure()]);

    await expect(outcomeOf(shop.giftCards.get('gcd_1'))).resolves.toBeInstanceOf(ServerError);

    expect(asked).toHaveLength(5);
  });

  test.each([
    ['the client', { maxRetries: 1 }, {}, 2],
    ['the call', { maxRetries: 1 }, { maxRetries: 0 }, 1],
  ])('is made as often as %s says', async (_, ofClient, ofCall, times) => {
    const { shop, asked } = shopOn([failure()], ofClient);

    await outcomeOf(shop.giftCards.get('gcd_1', ofCall));

    expect(asked).toHaveLength(times);
  });

  test('waits at most 0.5, 1, 2 and 4 seconds, and as much less as chance has it', async () => {
    const random = vi.spyOn(Math, 'random');
    for (const [chance, milliseconds] of [
      [1, 7500],
      [0.5, 3750],
      [0, 0],
    ] as const) {
      random.mockReturnValue(chance);
      const { shop } = shopOn([failure()]);
      const startedAt = Date.now();

      await outcomeOf(shop.giftCards.get('gcd_1'));

      expect(Date.now() - startedAt).toBe(milliseconds);
    }
    random.mockRestore();
  });

  test.each([
    ['seconds', () => '7', 7000],
    ['a date', () => new Date(Date.now() + 9000).toUTCString(), 9000],
    ['60 seconds', () => '60', 60_000],
    ['a date that is past', () => 'Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ])('waits as long as Retry-After says: %s', async (_, header, milliseconds) => {
    vi.setSystemTime('2026-11-21T12:00:00Z');
    const { shop } = shopOn([
      refused(429, 'RATE_LIMIT_EXCEEDED', 'Rate limit exceeded', { 'Retry-After': header() }),
      json(card),
    ]);
    const startedAt = Date.now();

    await expect(outcomeOf(shop.giftCards.get('gcd_1'))).resolves.toEqual(card);

    expect(Date.now() - startedAt).toBe(milliseconds);
  });

  test('is not made where Retry-After asks for more than 60 seconds', async () => {
    const { shop, asked } = shopOn([
      refused(429, 'RATE_LIMIT_EXCEEDED', 'Rate limit exceeded', { 'Retry-After': '61' }),
    ]);

    const outcome = await outcomeOf(shop.giftCards.get('gcd_1'));

    expect(outcome).toBeInstanceOf(RateLimitError);
    expect(outcome).toMatchObject({ retryAfter: 61 });
    expect(asked).toHaveLength(1);
  });

  test('is not made where codes are guessed, however soon the hour ends', async () => {
    const message = 'Too many unknown codes; try again in an hour';
    const { shop, asked } = shopOn([refused(429, 'RATE_LIMIT_EXCEEDED', message, { 'Retry-After': '1' })]);

    await expect(outcomeOf(shop.giftCards.get('gcd_1'))).resolves.toBeInstanceOf(RateLimitError);

    expect(asked).toHaveLength(1);
  });

  test('is not made a day after the first attempt, though the machine slept while the call waited', async () => {
    // The pause has full jitter: here it is never none at all.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    vi.setSystemTime('2026-11-21T12:00:00Z');
    const { shop, asked } = shopOn([brokenLine(), json(card)]);
    const outcome = expect(shop.giftCards.issue({ value: 5 })).rejects.toBeInstanceOf(ConnectionError);
    await vi.advanceTimersByTimeAsync(0);

    vi.setSystemTime('2026-11-22T11:00:00Z');
    await vi.runAllTimersAsync();

    await outcome;
    expect(asked).toHaveLength(1);
  });

  test('is made hours after the first attempt, while the service knows it for the same call', async () => {
    // The pause has full jitter: here it is never none at all.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    vi.setSystemTime('2026-11-21T12:00:00Z');
    const { shop, asked } = shopOn([brokenLine(), json(card)]);
    const outcome = shop.giftCards.issue({ value: 5 });
    await vi.advanceTimersByTimeAsync(0);

    vi.setSystemTime('2026-11-22T10:00:00Z');
    await vi.runAllTimersAsync();

    await expect(outcome).resolves.toEqual(card);
    expect(asked).toHaveLength(2);
  });

  test('of a DELETE that finds nothing any more has succeeded', async () => {
    const { shop } = shopOn([brokenLine(), refused(404, 'NOT_FOUND', 'Resource not found')]);

    await expect(outcomeOf(shop.digitalFiles.delete('pro_1', 'prv_1', 'pdf_1'))).resolves.toBeUndefined();
  });

  test('of anything else that finds nothing is an error', async () => {
    const { shop } = shopOn([brokenLine(), refused(404, 'NOT_FOUND', 'Resource not found')]);

    await expect(outcomeOf(shop.giftCards.get('gcd_1'))).resolves.toBeInstanceOf(NotFoundError);
  });

  test('is not needed to see that there is nothing to delete', async () => {
    const { shop } = shopOn([refused(404, 'NOT_FOUND', 'Address not found')]);

    await expect(outcomeOf(shop.customerAddresses.delete('cus_1', 'cad_1'))).resolves.toBeInstanceOf(NotFoundError);
  });
});

describe('an error', () => {
  test.each([
    [400, InvalidRequestError],
    [401, AuthenticationError],
    [403, PermissionError],
    [404, NotFoundError],
    [409, ConflictError],
    [413, ApiError],
    [429, RateLimitError],
    [500, ServerError],
    [503, ServerError],
  ])('of %i has its class, the words of the service and the id of the request', async (status, kind) => {
    const { shop } = shopOn([refused(status, 'DUPLICATE', 'The words', { 'X-Request-Id': 'req-9' })], {
      maxRetries: 0,
    });

    const outcome = await outcomeOf(shop.giftCards.issue({ value: 1 }));

    expect(outcome).toBeInstanceOf(kind);
    expect(outcome).toBeInstanceOf(ApiError);
    expect(outcome).toMatchObject({
      name: kind.name,
      status,
      code: 'DUPLICATE',
      message: 'The words',
      requestId: 'req-9',
    });
  });

  test('of something that is not the service has no code', async () => {
    const { shop } = shopOn([new Response('<h1>Forbidden</h1>', { status: 403 })]);

    const outcome = await outcomeOf(shop.giftCards.get('gcd_1'));

    expect(outcome).toBeInstanceOf(PermissionError);
    expect(outcome).toMatchObject({
      code: undefined,
      message: 'GET /api/v1/gift-cards/gcd_1/ was answered 403',
    });
  });

  test('without an answer shows what broke', async () => {
    const { shop } = shopOn([brokenLine()], { maxRetries: 0 });

    const outcome = await outcomeOf(shop.giftCards.get('gcd_1'));

    expect(outcome).toBeInstanceOf(ConnectionError);
    expect(outcome).toMatchObject({ message: 'GET /api/v1/gift-cards/gcd_1/ was not answered: ECONNRESET' });
  });

  test.each(['', 'sk_\n', 'sk_é'])('is what a client with the key %j begins with', (given) => {
    expect(() => new StoreCommerce({ apiKey: given, baseUrl: 'https://api.example.com' })).toThrow(
      new StoreCommerceError('apiKey must be an API key, sk_…'),
    );
  });

  test.each(['', 'api.example.com', 'file:///etc'])('is what a client of the address %j begins with', (baseUrl) => {
    expect(() => new StoreCommerce({ apiKey, baseUrl })).toThrow(StoreCommerceError);
  });
});

describe('an end', () => {
  const never = () => new Promise<Response>(() => {});
  const bodyThatNeverEnds = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));

  test.each([
    ['no answer comes', never],
    ['a body does not end', bodyThatNeverEnds],
  ] satisfies [string, Scripted][])('comes to each attempt after 35 seconds where %s', async (_, silence) => {
    const { shop, asked } = shopOn([silence], { maxRetries: 1 });
    const startedAt = Date.now();
    vi.spyOn(Math, 'random').mockReturnValueOnce(0);

    const outcome = await outcomeOf(shop.giftCards.get('gcd_1'));

    expect(outcome).toBeInstanceOf(TimeoutError);
    expect(outcome).toBeInstanceOf(ConnectionError);
    expect(Date.now() - startedAt).toBe(70_000);
    expect(asked).toHaveLength(2);
  });

  test('comes to an attempt after the timeout of its call', async () => {
    const { shop } = shopOn([never]);
    const startedAt = Date.now();

    const outcome = await outcomeOf(shop.giftCards.get('gcd_1', { maxRetries: 0, timeout: 1000 }));

    expect(outcome).toBeInstanceOf(TimeoutError);
    expect(Date.now() - startedAt).toBe(1000);
  });

  test('of a call comes at once with the reason of its signal, while it is answered', async () => {
    const { shop } = shopOn([never]);
    const stop = new AbortController();
    const call = shop.giftCards.get('gcd_1', { signal: stop.signal });

    stop.abort('The shopper has left');

    await expect(call).rejects.toBe('The shopper has left');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('of a call comes at once while it waits for its retry', async () => {
    const { shop, asked } = shopOn([refused(503, 'INTERNAL_ERROR', 'Later', { 'Retry-After': '50' })]);
    const stop = new AbortController();
    const call = shop.giftCards.get('gcd_1', { signal: stop.signal });
    const ended = expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(20_000);

    stop.abort();

    await ended;
    expect(asked).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('comes before anything is sent where the signal is aborted already', async () => {
    const { shop, asked } = shopOn([json(card)]);

    await expect(shop.giftCards.get('gcd_1', { signal: AbortSignal.abort('Too late') })).rejects.toBe('Too late');

    expect(asked).toEqual([]);
  });
});
