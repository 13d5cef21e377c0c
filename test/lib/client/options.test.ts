import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type ClientOptions,
  ConnectionError,
  StoreCommerce,
  UnknownFieldsError,
} from '../../../lib/client/store-commerce.ts';
import { brokenLine, json, refused, type Scripted, scriptedLine } from '../../support/scripted-line.ts';

const apiKey = 'sk_demo_secretsecretsecret';

function shopOn(script: Scripted[], options: Partial<ClientOptions> = {}) {
  const { fetch, asked } = scriptedLine(...script);
  return { shop: new StoreCommerce({ apiKey, baseUrl: 'https://api.example.com', fetch, ...options }), asked };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('an option that a call does not have', () => {
  const misspelled = { idempotency_key: 'order-7' } as never;

  test('is reported to the logger', async () => {
    const warn = vi.fn();
    const { shop } = shopOn([json({ id: 'gcd_1' }, 201)], { logger: { warn } });

    await shop.giftCards.issue({ value: 50 }, misspelled);

    expect(warn.mock.calls).toEqual([
      ['POST /api/v1/gift-cards/ has no option idempotency_key: the client ignored it'],
    ]);
  });

  test('is an error where the client is strict, and nothing is sent', async () => {
    const { shop, asked } = shopOn([json({ id: 'gcd_1' }, 201)], { strict: true });

    await expect(shop.giftCards.issue({ value: 50 }, misspelled)).rejects.toBeInstanceOf(UnknownFieldsError);
    expect(asked).toEqual([]);
  });
});

describe('where the service is, and with which key', () => {
  test('comes from the environment where the program does not say it', async () => {
    vi.stubEnv('STORE_COMMERCE_API_KEY', apiKey);
    vi.stubEnv('STORE_COMMERCE_BASE_URL', 'https://env.example.com');
    const { fetch, asked } = scriptedLine(json({ id: 'gcd_1' }));

    await new StoreCommerce({ fetch }).giftCards.get('gcd_1');

    expect(asked[0]?.url).toBe('https://env.example.com/api/v1/gift-cards/gcd_1/');
  });

  test.each([
    [{}, 'apiKey is missing: pass it to the client, or set STORE_COMMERCE_API_KEY'],
    [{ apiKey }, 'baseUrl is missing: pass it to the client, or set STORE_COMMERCE_BASE_URL'],
    [undefined, 'apiKey is missing: pass it to the client, or set STORE_COMMERCE_API_KEY'],
  ])('is asked for if missing: %j', (options, message) => {
    vi.stubEnv('STORE_COMMERCE_API_KEY', '');
    vi.stubEnv('STORE_COMMERCE_BASE_URL', '');
    expect(() => new StoreCommerce(options)).toThrow(message);
  });

  test.each(['https://api.example.com/api/v1/', 'https://api.example.com/storefront/v1', 'https://api.example.com/'])(
    'may be given as %s',
    async (baseUrl) => {
      const { shop, asked } = shopOn([json({ id: 'gcd_1' })], { baseUrl });
      await shop.giftCards.get('gcd_1');
      expect(asked[0]?.url).toBe('https://api.example.com/api/v1/gift-cards/gcd_1/');
    },
  );
});

describe('fields that an operation does not have', () => {
  const answer = () => json({ id: 'gcd_1' }, 201, { 'X-Unknown-Fields': 'recipient, currency' });
  const message = 'POST /api/v1/gift-cards/ has no field recipient, currency: the service ignored it';

  test('are sent to the logger', async () => {
    const warn = vi.fn();
    const { shop } = shopOn([answer()], { logger: { warn } });
    await shop.giftCards.issue({ value: 50 });
    expect(warn.mock.calls).toEqual([[message]]);
  });

  test.each([
    ['a field', ({ giftCards }) => giftCards.issue({ value: 50, recipient: 'ada' } as never), 'recipient'],
    [
      'a filter',
      ({ giftCards }) => giftCards.list({ starting_after: 'gcd_1' } as never).toArray({ limit: 1 }),
      'starting_after',
    ],
  ] satisfies [string, (shop: StoreCommerce) => Promise<unknown>, string][])(
    'are an error where the client is strict, and nothing is sent: %s',
    async (_, call, name) => {
      const { shop, asked } = shopOn([answer()], { strict: true });
      const failed: unknown = await call(shop).then(
        () => expect.unreachable(),
        (error) => error,
      );
      expect(failed).toBeInstanceOf(UnknownFieldsError);
      expect(failed).toMatchObject({ fields: [name] });
      expect(asked).toEqual([]);
    },
  );
});

test('observers see each attempt, and no secret', async () => {
  const calls: unknown[] = [];
  const { shop } = shopOn([brokenLine(), refused(503, 'INTERNAL_ERROR', 'Later'), json({ id: 'gcd_1' })], {
    onRequest: (attempt) => calls.push(['request', attempt]),
    onRetry: ({ error, ...attempt }) => calls.push(['retry', attempt, error.name]),
    onResponse: ({ milliseconds: _, ...attempt }) => calls.push(['response', attempt]),
  });

  await shop.waitlist.list({ search: 'ada@example.com' });

  const attempt = { method: 'GET', path: '/api/v1/products/waitlisted/' };
  expect(calls).toEqual([
    ['request', { ...attempt, attempt: 1 }],
    ['retry', { ...attempt, attempt: 1, milliseconds: expect.any(Number) }, 'ConnectionError'],
    ['request', { ...attempt, attempt: 2 }],
    ['response', expect.objectContaining({ ...attempt, attempt: 2, status: 503 })],
    ['retry', { ...attempt, attempt: 2, milliseconds: expect.any(Number) }, 'ServerError'],
    ['request', { ...attempt, attempt: 3 }],
    ['response', expect.objectContaining({ ...attempt, attempt: 3, status: 200 })],
  ]);
  expect(JSON.stringify(calls)).not.toMatch(/sk_demo|ada@/);
});

test.each([
  ['zip, city', 'zip'],
  ['?limit', 'limit'],
  ['order.lines[2].quantity', 'order.lines[2].quantity'],
  ['Idempotency-Key', undefined],
  ['<script>', undefined],
  [undefined, undefined],
])('of the wrong fields %s a form marks the first', async (named, param) => {
  const headers: Record<string, string> = named === undefined ? {} : { 'X-Error-Field': named };
  const { shop } = shopOn([refused(400, 'INVALID_FIELD', 'value must be between 1 and 10000000', headers)]);
  await expect(shop.giftCards.issue({ value: 0 })).rejects.toMatchObject({ name: 'InvalidRequestError', param });
});

test.each([
  ['</docs/errors.html#INVALID_FIELD>; rel="help"', 'https://api.example.com/docs/errors.html#INVALID_FIELD'],
  ['<https://elsewhere.example/>; rel="help"', undefined],
  ['</docs/errors.html#INVALID_FIELD>; rel="next"', undefined],
  [undefined, undefined],
])('the page of a refusal with the header Link: %s is %s', async (link, helpUrl) => {
  const headers: Record<string, string> = link === undefined ? {} : { Link: link };
  const { shop } = shopOn([refused(400, 'INVALID_FIELD', 'value must be between 1 and 10000000', headers)]);
  await expect(shop.giftCards.issue({ value: 0 })).rejects.toMatchObject({ name: 'InvalidRequestError', helpUrl });
});

test('a broken connection is reported with its cause, without secrets', async () => {
  const cause = Object.assign(new Error(`connect ECONNREFUSED with ${apiKey}`), { code: 'ECONNREFUSED' });
  const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
  const shop = new StoreCommerce({ apiKey, baseUrl: 'https://api.example.com', fetch, maxRetries: 0 });

  const failed: ConnectionError = await shop.giftCards.get('gcd_1').then(
    () => expect.unreachable(),
    (error) => error,
  );

  expect(failed).toBeInstanceOf(ConnectionError);
  expect(failed.cause).toMatchObject({
    name: 'TypeError',
    message: 'fetch failed',
    cause: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED with sk_…' },
  });
});

describe('a list', () => {
  const page = (ids: string[], has_more: boolean) => json({ data: ids.map((id) => ({ id })), has_more });

  test('gives as many items as are asked for, and asks for no page behind them', async () => {
    const { shop, asked } = shopOn([page(['a', 'b'], true), page(['c', 'd'], true)]);
    expect(await shop.giftCards.list().toArray({ limit: 3 })).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    expect(asked).toHaveLength(2);
  });

  test('continues after `next_after`, also where a page is empty', async () => {
    const cut = json({ data: [], has_more: true, next_after: 'gcd_7' });
    const { shop, asked } = shopOn([cut, page(['c'], false)]);

    expect(await shop.giftCards.list({ order: 'ord_1', status: 'used' }).toArray({ limit: 3 })).toEqual([{ id: 'c' }]);

    expect(asked.map(({ url }) => new URL(url).searchParams.get('after'))).toEqual([null, 'gcd_7']);
  });

  test('is read page by page', async () => {
    const { shop } = shopOn([page(['a', 'b'], true), page(['c'], false)]);
    const sizes: number[] = [];
    for await (const { data } of shop.giftCards.list().pages()) sizes.push(data.length);
    expect(sizes).toEqual([2, 1]);
  });
});
