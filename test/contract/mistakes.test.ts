/** Mistakes of a developer new to the API: each is refused or reported, and the reply leads to what to do about it. */
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorsPage } from '../../bin/reference/errors-page.ts';
import { type ClientOptions, StoreCommerce } from '../../lib/client/store-commerce.ts';
import { Storefront } from '../../lib/client/storefront.ts';
import { gateway } from '../../lib/gateway/gateway.ts';
import { lambdaContext } from '../../lib/gateway/proxy-event.ts';
import { routes } from '../../lib/resources/nouns.ts';
import { limits } from '../../lib/schema/limits.ts';
import { handlerOf } from '../support/handlers.ts';
import type { Response } from '../support/http/documented.ts';
import { multipart } from '../support/http/multipart.ts';
import { listen, sendOverHttp } from '../support/http/servers.ts';
import { storefrontKeyOf } from '../support/invoke.ts';
import { patience } from '../support/patience.ts';
import { issued } from '../support/world/gift-cards.ts';
import { newReview } from '../support/world/reviews.ts';
import { newWorld, type World } from '../support/world/world.ts';

const door = gateway(routes, async (name, event) => (await handlerOf({ name }))(event, lambdaContext(name, patience)));
const server = createServer((request, response) => void door.handle(request, response));

/** A store, and ids and keys that a mistake may need. */
interface Shop extends World {
  card: string;
  option: string;
  review: string;
  storefront: string;
  /** A key of another store. */
  foreign: string;
}

let url: string;
let shop: Shop;

interface Sent {
  /** Default: the key with the permission `Write`, as a bearer token. */
  headers?: Record<string, string>;
  /** Bytes and strings go out as they are, anything else as JSON. */
  body?: unknown;
}

function send(method: string, target: string, { headers, body }: Sent = {}): Promise<Response> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  return sendOverHttp(url, {
    method,
    target,
    headers: Object.entries({ ...bearer(shop.write), ...headers }),
    body: Buffer.from(body === undefined ? '' : isRaw ? body : JSON.stringify(body)),
  });
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

const cards = '/api/v1/gift-cards/';
const reviews = '/api/v1/reviews/';
const addresses = () => `/api/v1/customers/${shop.customers[0].id}/addresses/`;
const options = () => `/api/v1/sites/${shop.sites[0].id}/gift-options/`;

const address = { first_name: 'Ada', last_name: 'Lovelace', street1: '5 Loom Lane', city: 'Boston', state: 'MA' };

const list = (query: string) => () => send('GET', `${cards}?${query}`);
const listAs = (headers: Record<string, string>) => () => send('GET', cards, { headers });
const issue = (body: unknown, headers?: Record<string, string>) => () =>
  send('POST', cards, { body, ...(headers && { headers }) });
const issueFor = (expires_at: unknown) => issue({ value: 5000, expires_at });
const adjust = (body: unknown) => () => send('POST', `${cards}${shop.card}/adjustments/`, { body });
const addAddress = (body: object) => () => send('POST', addresses(), { body });
const addOption = (body: object) => () => send('POST', options(), { body });
const sendPhoto = (photo: Sent) => () => send('PUT', `${options()}${shop.option}/image/`, photo);
const callFunction =
  (name: string, body: unknown, headers = () => bearer(shop.storefront)) =>
  () =>
    send('POST', `/storefront/v1/${name}/`, { body, headers: headers() });

beforeAll(async () => {
  url = await listen(server);
  const world = await newWorld();
  const [card, review, storefront, other] = await Promise.all([
    issued(world),
    newReview(world, world.customers[0], world.products[0]),
    storefrontKeyOf(world.store.id),
    newWorld(),
  ]);
  shop = { ...world, card: card.id, review: review.id, storefront, foreign: other.write, option: '' };
  shop.option = (await addOption({ name: 'Gift wrapping' })()).body.id;
});

afterAll(() => server.close());

/** The advice of each section of the page of errors, without its table of messages. */
const sections = new Map(errorsPage().parts.map(({ id, text }) => [id, text.split('\n\n', 1)[0] ?? '']));

/** The advice in the section that the header `Link` leads to. */
function helpOf({ headers }: Response): string {
  const [, id = ''] = /^<\/docs\/errors\.html#(\w+)>; rel="help"$/.exec(headers.link ?? '') ?? [];
  return sections.get(id) ?? '';
}

/** Where a reply says what to do. */
const places = {
  message: ({ body }: Response): string => String(body.error),
  help: helpOf,
  'X-Error-Field': ({ headers }: Response): string => headers['x-error-field'] ?? '',
  'X-Unknown-Fields': ({ headers }: Response): string => headers['x-unknown-fields'] ?? '',
} as const;

type Mistake = [
  what: string,
  make: () => Promise<Response>,
  status: number,
  place: keyof typeof places,
  advice: RegExp,
];

const keys: Mistake[] = [
  ['a request without a key', listAs({ Authorization: '' }), 401, 'help', /Send `Authorization: Bearer <API key>`/],
  [
    'a key in another header',
    () => listAs({ Authorization: '', 'X-Api-Key': shop.write })(),
    401,
    'help',
    /`X-Api-Key` or in the URL is ignored/,
  ],
  [
    'a key in the URL',
    () => send('GET', `${cards}?api_key=${shop.write}`, { headers: { Authorization: '' } }),
    401,
    'help',
    /in the URL is ignored/,
  ],
  ['a key in quotation marks', () => listAs(bearer(`"${shop.write}"`))(), 401, 'help', /no quotation marks/],
  [
    'a key with its last letter missing',
    () => listAs(bearer(shop.write.slice(0, -1)))(),
    401,
    'help',
    /begins with `sk_`/,
  ],
  ['a key of another service', listAs(bearer('sk_test_4eC39HqLyjWDarjtT1zdp7dc')), 401, 'help', /another deployment/],
  [
    'a Read key that writes',
    () => issue({ value: 5000 }, bearer(shop.read))(),
    403,
    'help',
    /key that has the required permission/,
  ],
  [
    'a Storefront key at an endpoint for staff',
    () => listAs(bearer(shop.storefront))(),
    403,
    'help',
    /below `\/api\/v1\/` need `Read` or `Write`/,
  ],
  [
    'a Write key at a storefront function',
    callFunction('get-gift-card-balance', { code: 'A' }, () => bearer(shop.write)),
    403,
    'help',
    /below `\/storefront\/v1\/` need `Storefront`/,
  ],
  [
    'a key of another store',
    () => send('GET', `${cards}${shop.card}/`, { headers: bearer(shop.foreign) }),
    404,
    'help',
    /An id of another store is unknown/,
  ],
];

const paths: Mistake[] = [
  ['a path without hyphens', () => send('GET', '/api/v1/giftcards/'), 404, 'help', /hyphens \(`\/gift-cards\/`\)/],
  ['a path with underscores', () => send('GET', '/api/v1/gift_cards/'), 404, 'help', /hyphens/],
  ['a path with capitals', () => send('GET', '/api/v1/Gift-Cards/'), 404, 'help', /lower case/],
  ['a path without its first segment', () => send('GET', '/v1/gift-cards/'), 404, 'help', /begins with `\/api\/v1\/`/],
  ['a path that does not exist', () => send('GET', '/api/v1/invoices/'), 404, 'help', /lists every path/],
  [
    'a PATCH',
    () => send('PATCH', `${cards}${shop.card}/`, { body: { note: 'A' } }),
    404,
    'help',
    /no `PATCH` \(`PUT` replaces\)/,
  ],
  ['a DELETE of a gift card', () => send('DELETE', `${cards}${shop.card}/`), 404, 'help', /every path and method/],
  [
    'a GET of a storefront function',
    () => send('GET', '/storefront/v1/get-order/?order_id=ord_1', { headers: bearer(shop.storefront) }),
    404,
    'help',
    /accept only `POST`/,
  ],
  ['an unknown id', () => send('GET', `${cards}gcd_nobody/`), 404, 'help', /Check the id/],
  ['an id of another kind', () => send('GET', `${cards}${shop.review}/`), 404, 'help', /prefix shows its kind/],
  [
    'an unknown id in a filter',
    () => send('GET', `${reviews}?product=pro_nobody`),
    404,
    'help',
    /filter such as `\?product=`/,
  ],
  ['an unknown cursor parameter', list('starting_after=gcd_1'), 200, 'X-Unknown-Fields', /^\?starting_after$/],
  ['a misspelled parameter', list('limt=2'), 200, 'X-Unknown-Fields', /^\?limt$/],
  ['a parameter in the body', () => send('GET', cards, { body: { limit: 2 } }), 200, 'X-Unknown-Fields', /^limit$/],
  ['a limit in letters', list('limit=abc'), 400, 'X-Error-Field', /^\?limit$/],
  ['a cursor of another kind', list('after=rev_1'), 400, 'message', /after must be a gift card ID/],
  ['an unknown status', list('status=open'), 400, 'message', /status must be active, used, expired, or disabled/],
];

const bodies: Mistake[] = [
  ['a form', issue('value=5000&note=a'), 400, 'help', /A form \(`value=5000&note=a`\)/],
  ['a trailing comma', issue('{"value":5000,}'), 400, 'help', /a trailing comma/],
  ['single quotes', issue("{'value':5000}"), 400, 'help', /single quotes/],
  ['an empty body', issue(undefined), 400, 'help', /an empty body/],
  ['a list', issue([{ value: 5000 }]), 400, 'help', /nor is a list/],
  ['JSON that is encoded twice', issue(JSON.stringify('{"value":5000}')), 400, 'help', /or a string/],
  ['a body in Latin-1', issue(Buffer.from('{"note":"caf\xe9"}', 'latin1')), 400, 'help', /in UTF-8/],
  ['too large a body', issue(`{"note":"${'x'.repeat(limits.functionBody)}"}`), 413, 'help', /Send a smaller body/],
  [
    'a body for an operation that takes none',
    () => send('POST', `${cards}${shop.card}/enable/`, { body: { reason: 'found' } }),
    200,
    'X-Unknown-Fields',
    /^reason$/,
  ],
  [
    'an idempotency key in another header',
    issue({ value: 1 }, { 'X-Idempotency-Key': 'a' }),
    201,
    'X-Unknown-Fields',
    /^X-Idempotency-Key$/,
  ],
  [
    'an idempotency key for two bodies',
    async () => {
      await issue({ value: 1 }, { 'Idempotency-Key': 'mine' })();
      return issue({ value: 2 }, { 'Idempotency-Key': 'mine' })();
    },
    409,
    'help',
    /Use a new key for each new request/,
  ],
];

const fields: Mistake[] = [
  [
    'an amount with cents',
    issue('{"value":50.00}'),
    400,
    'help',
    /smallest unit of the currency, without a decimal point/,
  ],
  ['an amount with half a cent', issue({ value: 50.5 }), 400, 'message', /value must be an integer/],
  [
    'an amount in quotation marks',
    adjust({ amount: '5' }),
    400,
    'help',
    /Numbers and booleans have no quotation marks/,
  ],
  ['an amount with its currency', issue({ value: '$50.00' }), 400, 'help', /`5000` is 50\.00 US dollars/],
  ['a negative value', issue({ value: -5000 }), 400, 'message', /value must be between 1 and 10000000/],
  ['an adjustment of zero', adjust({ amount: 0 }), 400, 'message', /amount must be a nonzero integer/],
  ['a wrong field name', issue({ amount: 5000 }), 400, 'message', /value is required/],
  [
    'a currency other than that of the store',
    issue({ value: 5000, currency: 'EUR' }),
    201,
    'X-Unknown-Fields',
    /^currency$/,
  ],
  [
    'an update of the balance',
    () => send('PUT', `${cards}${shop.card}/`, { body: { balance: 1 } }),
    200,
    'X-Unknown-Fields',
    /^balance$/,
  ],
  ['a date without a time', issueFor('2030-01-31'), 400, 'help', /such as `2030-01-31T09:00:00Z`/],
  ['a time without an offset', issueFor('2030-01-31T09:00:00'), 400, 'help', /with `Z` or an offset/],
  ['a date as in the United States', issueFor('01/31/2030'), 400, 'message', /expires_at must be an RFC 3339 time/],
  ['a time in seconds since 1970', issueFor(1_900_000_000), 400, 'message', /expires_at must be an RFC 3339 time/],
  ['an expiry in the past', issueFor('2020-01-31T09:00:00Z'), 400, 'message', /expires_at must be in the future/],
  [
    'an email address with a name',
    issue({ value: 1, recipient_email: 'Ada <a@example.com>' }),
    400,
    'message',
    /must be an email address/,
  ],
  [
    'a note of 501 emoji',
    issue({ value: 1, note: '🎁'.repeat(501) }),
    400,
    'message',
    /note must be 500 characters or fewer/,
  ],
  ['field names in camel case', addAddress({ firstName: 'Ada' }), 400, 'help', /`first_name`, not `firstName`/],
  ['an address with one field', addAddress({ city: 'Boston' }), 400, 'X-Error-Field', /^first_name, .*country_id$/],
  ['a country code as country_id', addAddress({ ...address, country_id: 'US' }), 400, 'help', /1 is the United States/],
  ['a country in another field', addAddress({ ...address, country: 'US' }), 400, 'help', /a number in `country_id`/],
  [
    'null for a name',
    addAddress({ ...address, country_id: 1, first_name: null }),
    400,
    'help',
    /`null` count as missing/,
  ],
  [
    'a postal code as a number',
    addAddress({ ...address, country_id: 1, zip: 2108 }),
    400,
    'message',
    /Zip must be a string/,
  ],
  ['a name that is taken', addOption({ name: 'Gift wrapping' }), 409, 'help', /unique within its site/],
  ['a text for a boolean', addOption({ name: 'Ribbon', enabled: 'yes' }), 400, 'message', /Enabled must be a boolean/],
  [
    'an unknown reason',
    () => send('POST', `${reviews}${shop.review}/hide/`, { body: { reason: 'rude' } }),
    400,
    'message',
    /spam, offensive, off_topic, personal_info, or other/,
  ],
  [
    'a photo in another field',
    sendPhoto(multipart([{ name: 'file', fileName: 'a.png', content: 'a' }])),
    400,
    'message',
    /image is required/,
  ],
  [
    'a photo without a form',
    sendPhoto({ body: 'a', headers: { 'Content-Type': 'image/png' } }),
    400,
    'help',
    /`multipart\/form-data`/,
  ],
  [
    'an unknown currency',
    callFunction('hold-gift-card', {
      checkout_id: 'a',
      code: 'A',
      amount: 1,
      currency: '$',
      expires_at: '2030-01-31T09:00:00Z',
    }),
    400,
    'message',
    /currency must be an ISO 4217 code/,
  ],
  [
    'a variant of another product',
    async () => {
      const [teapot, other] = shop.products;
      return callFunction('join-waitlist', {
        product_id: teapot.id,
        variant_id: other.variants[0]?.id,
        email: 'a@example.com',
      })();
    },
    404,
    'help',
    /Check the id/,
  ],
];

test.each([...keys, ...paths, ...bodies, ...fields])(
  'the reply to %s explains the mistake',
  async (_, make, status, place, advice) => {
    const reply = await make();

    expect(reply.status).toBe(status);
    expect(places[place](reply)).toMatch(advice);
    expect(helpOf(reply) !== '').toBe(status >= 400);
  },
);

describe('the client', () => {
  type Called = (client: StoreCommerce) => Promise<unknown>;
  const clientOf = (changed: object = {}) =>
    new StoreCommerce({ apiKey: shop.write, baseUrl: url, strict: true, maxRetries: 0, ...changed });
  const opening =
    (changed: ClientOptions): Called =>
    async () =>
      clientOf(changed).giftCards.list();

  test.each<[string, Called, RegExp]>([
    ['an empty key', opening({ apiKey: '' }), /apiKey must be an API key, sk_/],
    ['a key with its scheme', opening({ apiKey: 'Bearer sk_a' }), /apiKey must be an API key, sk_/],
    ['an address without http', opening({ baseUrl: 'localhost:3000' }), /baseUrl must be an http or https address/],
    [
      'the address of another server',
      opening({ fetch: async () => new Response('<html>', { status: 404 }) }),
      /check baseUrl/,
    ],
    [
      'a field in camel case',
      ({ giftCards }) => giftCards.issue({ value: 1, recipientEmail: 'a@example.com' } as never),
      /no field recipientEmail: nothing was sent/,
    ],
    [
      'an unknown cursor parameter',
      ({ giftCards }) => giftCards.list({ starting_after: 'gcd_1' } as never),
      /no field starting_after: nothing was sent/,
    ],
    ['a limit of 1000', ({ giftCards }) => giftCards.list({ limit: 1000 }), /limit must be between 1 and 100/],
    [
      'no limit for an array',
      ({ giftCards }) => giftCards.list().toArray(undefined as never),
      /toArray\(\{ limit: 250 \}\)/,
    ],
    [
      'an id that is undefined',
      ({ giftCards }) => giftCards.get(undefined as never),
      /gift_card_id must be an id, not undefined/,
    ],
    ['an amount as a text', ({ giftCards }) => giftCards.issue({ value: '5' } as never), /value must be an integer/],
    [
      'an unknown reason',
      ({ reviews }) => reviews.hide(shop.review, { reason: 'rude' } as never),
      /spam, offensive, off_topic/,
    ],
    [
      'an idempotency key in Greek',
      ({ giftCards }) => giftCards.issue({ value: 1 }, { idempotencyKey: 'κλειδί' }),
      /printable ASCII characters/,
    ],
    [
      'an idempotency key of 256 characters',
      ({ giftCards }) => giftCards.issue({ value: 1 }, { idempotencyKey: 'x'.repeat(256) }),
      /at most 255 characters/,
    ],
    [
      'a path in place of a file',
      ({ giftOptions }) => giftOptions.setImage(shop.sites[0].id, shop.option, './a.png' as never),
      /await openAsBlob\(path\)/,
    ],
    [
      'a Buffer in place of a file',
      ({ giftOptions }) => giftOptions.setImage(shop.sites[0].id, shop.option, Buffer.from('a') as never),
      /must be a Blob/,
    ],
    [
      'the id of another store',
      () =>
        new Storefront({ apiKey: shop.storefront, baseUrl: url }).getGiftCardBalance({
          store_id: 'sto_1',
          code: 'A',
        } as never),
      /store_id must be the store of the API key/,
    ],
  ])('explains the mistake if it gets %s', async (_, make, advice) => {
    await expect((async () => make(clientOf()))()).rejects.toThrow(advice);
  });
});

test.each<[string, () => Promise<Response>, number]>([
  ['a path without its last slash', () => send('GET', '/api/v1/gift-cards'), 200],
  ['JSON of another media type', issue({ value: 1 }, { 'Content-Type': 'text/plain' }), 201],
  ['JSON after a byte order mark', issue('\ufeff{"value":1}'), 201],
  ['a number with an exponent', issue('{"value":5e3}'), 201],
  ['a decimal point in a text', issue({ value: 1, note: '10.50 of 20.00' }), 201],
])('%s is accepted', async (_, make, status) => {
  const reply = await make();

  expect(reply.status).toBe(status);
  expect(reply.headers).not.toHaveProperty('x-unknown-fields');
});
