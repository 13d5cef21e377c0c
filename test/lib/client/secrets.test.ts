/** No error of the client holds an API key, a signed link or a password, after any answer or failure. */
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import * as errors from '../../../lib/client/errors.ts';
import { type ClientOptions, StoreCommerce } from '../../../lib/client/store-commerce.ts';
import { Storefront } from '../../../lib/client/storefront.ts';
import { json, type Scripted, scriptedLine } from '../../support/scripted-line.ts';

const apiKey = 'sk_demo_verysecret';
const link = 'https://user:hunter2@bucket.test/x?part=1&X-Amz-Signature=abcdef&X-Amz-Security-Token=tokentoken';
const secrets = [apiKey, 'hunter2', 'abcdef', 'tokentoken'];

const telling = [link, `Bearer ${apiKey}`, `"${link}"`, `GET ${link} with ${apiKey}`, link.slice(link.indexOf('&'))];
const text = fc.oneof(
  fc.constantFrom(...telling),
  fc
    .tuple(fc.string(), fc.constantFrom(...telling), fc.string())
    .map(([before, output, after]) => `${before}${output} ${after}`),
);

/** What a proxy may answer that shows what it was sent, and what `fetch` may fail with that says what it sent. */
const accident: fc.Arbitrary<Scripted> = fc.oneof(
  fc
    .record({ status: fc.constantFrom(200, 301, 400, 401, 403, 404, 409, 413, 429, 500, 503), error: text, code: text })
    .map(({ status, error, code }) =>
      json({ error, code }, status, {
        'X-Request-Id': apiKey,
        'X-Unknown-Fields': `field, ${apiKey}`,
        'Retry-After': '9999',
        Location: link,
      }),
    ),
  fc
    .record({ status: fc.constantFrom(200, 403, 404, 500), body: text })
    .map(({ status, body }) => new Response(`<Error><Code>${body}</Code></Error>`, { status })),
  text.map((message) => new Error(message)),
  fc.record({ message: text, code: text }).map(({ message, code }) => Object.assign(new TypeError(message), { code })),
  fc
    .record({ message: text, cause: text })
    .map(({ message, cause }) => new TypeError(message, { cause: new Error(cause) })),
);

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

/** Everything that an error holds, its causes and its stack included. */
function everythingOf(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (seen.has(value)) return '';
  seen.add(value);
  return Reflect.ownKeys(value)
    .map((name) => `${String(name)}: ${everythingOf(Reflect.get(value, name), seen)}`)
    .join('\n');
}

const file = new Blob([new Uint8Array(5 * 1024 * 1024)]);
const plan = { id: 'upl_1', part_size: file.size, parts: [{ part_number: 1, url: link, etag: null }] };

const calls: Record<string, (options: ClientOptions) => PromiseLike<unknown>> = {
  'a read': (options) => new StoreCommerce(options).giftCards.get('gcd_1'),
  'a write': (options) => new StoreCommerce(options).giftCards.issue({ value: 5 }),
  'a list': (options) => new StoreCommerce(options).giftCards.list(),
  'an upload': (options) => new StoreCommerce(options).digitalFiles.upload('pro_1', 'prv_1', file),
  'a storefront function': (options) => new Storefront(options).payOrder({ order_id: 'ord_1' }),
};

/** What the client has written to its logger. */
const warnings: string[] = [];

async function failureOf(call: (options: ClientOptions) => PromiseLike<unknown>, met: Scripted): Promise<unknown> {
  const { fetch } = scriptedLine((asked, init) => {
    // The upload begins; what goes to its link meets the accident.
    if (asked.method === 'POST' && asked.url.endsWith('/uploads/')) return json(plan, 201);
    if (met instanceof Error) throw met;
    return typeof met === 'function' ? met(asked, init) : met.clone();
  });
  const logger = { warn: (message: string) => warnings.push(message) };
  const options = { apiKey, baseUrl: 'https://api.example.com', fetch, maxRetries: 1, strict: true, logger };
  return Promise.resolve(call(options)).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test.each(Object.entries(calls))('%s fails without a word of them', { timeout: 120_000 }, async (_, call) => {
  await fc.assert(
    fc.asyncProperty(accident, async (met) => {
      warnings.length = 0;
      const error = await failureOf(call, met);
      const output = [everythingOf(error), ...warnings].join('\n');
      for (const secret of secrets) expect(output).not.toContain(secret);
      if (error !== undefined) expect(error).toBeInstanceOf(errors.StoreCommerceError);
    }),
    { numRuns: 300 },
  );
});

test('every class of error has been among them', async () => {
  const never: Scripted = () => new Promise<Response>(() => {});
  const answers = [400, 401, 403, 404, 409, 413, 429, 500].map((status) => json({ error: telling.join() }, status));
  const shop = (fetch: Scripted) =>
    new StoreCommerce({ apiKey, baseUrl: 'https://api.example.com', fetch: scriptedLine(fetch).fetch, maxRetries: 0 });
  const failures = [
    ...(await Promise.all(
      [...answers, new Error(link)].map((met) => failureOf((o) => new StoreCommerce(o).giftCards.get('gcd_1'), met)),
    )),
    await shop(never)
      .giftCards.get('gcd_1', { timeout: 1 })
      .catch((error: unknown) => error),
    await failureOf((o) => new StoreCommerce(o).giftCards.issue({ value: 5, field: 1 } as never), json({}, 201)),
    await shop(json({}))
      .giftCards.get('')
      .catch((error: unknown) => error),
  ];

  const classes = Object.values(errors).filter((value) => value.prototype instanceof Error);
  const seen = new Set(failures.map((error) => Object(error).constructor));
  expect(classes.filter((kind) => !seen.has(kind))).toEqual([]);
  for (const error of failures) for (const secret of secrets) expect(everythingOf(error)).not.toContain(secret);
});

test('the client does not show its key when inspected', () => {
  const shop = new StoreCommerce({ apiKey, baseUrl: 'https://api.example.com' });

  expect(`${Object.keys(shop)} ${JSON.stringify(shop)}`).not.toMatch(/apiKey|sk_/);
});

test.each(['https://user:hunter2@api.example.com', 'https://hunter2@api.example.com', 'http://:hunter2@localhost'])(
  'an address with a user name or a password is refused, and not repeated: %s',
  (baseUrl) => {
    const make = () => new StoreCommerce({ apiKey, baseUrl });

    expect(make).toThrow(new errors.StoreCommerceError('baseUrl must not contain a user name or a password'));
  },
);

test.each(['user:hunter2@api.example.com', 'https://user:hunter2@api.example.com:port', 'ftp://user:hunter2@host'])(
  'an invalid address is not repeated either: %s',
  (baseUrl) => {
    const make = () => new StoreCommerce({ apiKey, baseUrl });

    expect(make).toThrow('baseUrl must be an http or https address, such as https://api.example.com');
  },
);
