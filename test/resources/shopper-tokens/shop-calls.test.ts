/** Calls with a shopper token, against the engines: who is let in, from where, how often, and what a call does. */
import { beforeEach, describe, expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { shopGetBalance } from '../../../lib/resources/gift-cards/shop-calls.ts';
import { noRating } from '../../../lib/resources/reviews/rules.ts';
import { shopEditReview, shopListReviewable, shopPostReview } from '../../../lib/resources/reviews/shop-calls.ts';
import { shopCalls } from '../../../lib/resources/shop-calls.ts';
import { sign } from '../../../lib/resources/shopper-tokens/records.ts';
import type { Claims } from '../../../lib/resources/shopper-tokens/rules.ts';
import { shopJoinWaitlist } from '../../../lib/resources/waitlist/shop-calls.ts';
import { counterFor } from '../../../lib/resources/waitlist/waiting-count-records.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { limits } from '../../../lib/schema/limits.ts';
import type { Scope, ShopCall } from '../../../lib/schema/shop-call.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { dynamodb, requestTable } from '../../../lib/table/client.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { onCall } from '../../support/aws/on-call.ts';
import { rush } from '../../support/aws/rush.ts';
import { entitiesOf, itemsOf } from '../../support/aws/table-contents.ts';
import { callShop, ownHost, type ShopInput, tokenOf } from '../../support/http/shop.ts';
import { invoke } from '../../support/invoke.ts';
import { lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { importCards, importedCard, otherCode } from '../../support/world/move-in.ts';
import { buy, edit, hide, newReview, reviewContent, stand, stored } from '../../support/world/reviews.ts';
import { count } from '../../support/world/waitlist.ts';
import { newProduct, newSite, newWorld, succeeded, type World } from '../../support/world/world.ts';

let world: World;
let ada: World['customers'][0];
let grace: World['customers'][0];
let teapot: World['products'][0];
let recordings: World['products'][1];
let site: World['sites'][0];

beforeEach(async () => {
  world = await newWorld();
  [ada, grace] = world.customers;
  [teapot, recordings] = world.products;
  [site] = world.sites;
});

const scopes: Scope[] = ['review', 'waitlist', 'balance'];

/** A token of the first customer with every scope, or with what is given. */
const token = (fields: object = {}) => tokenOf(world, { customer_id: ada.id, scopes, ...fields });

/** A token as this deployment makes it, with claims that the function would refuse. */
const signed = (claims: Partial<Claims>, seconds = 900) =>
  sign(
    { store_id: world.store.id, customer_id: ada.id, scopes, ...claims } as Claims,
    toTimestamp(Date.now() + seconds * 1000),
  );

const nobodyElse = { error: 'Invalid shopper token', code: 'UNAUTHORIZED' };

const forbidden = (error: string) => ({ error, code: 'FORBIDDEN' });

const foreign = forbidden('Pages of this origin may not call the store: it is not the origin of a site');

/** A request of each call that succeeds with the first customer's token. */
async function inputOf(call: ShopCall): Promise<ShopInput> {
  const { id: product_id, variants } = teapot;
  if (call === shopPostReview) {
    await buy(world, ada, teapot);
    return { body: { site_id: site.id, product_id, ...reviewContent } };
  }
  if (call === shopEditReview) {
    const { id } = await newReview(world, ada, teapot);
    return { path: { review_id: id }, body: { ...reviewContent, rating: 1 } };
  }
  if (call === shopJoinWaitlist) return { body: { product_id, variant_id: variants[0]?.id } };
  if (call === shopGetBalance) return { body: { code: (await issued(world)).code } };
  return {};
}

const cases = shopCalls.map((call) => [call.name, call] as const);

/** What the store keeps. */
const contents = () => entitiesOf(world.store.id);

/** Counts of calls and of unknown codes. */
const counts = async () => (await itemsOf(requestTable(), world.store.id)).map(({ pk, used }) => `${pk} ${used}`);

/** As text, with numbers of any size. */
const textOf = (items: unknown): string =>
  JSON.stringify(items, (_, value) => (typeof value === 'bigint' ? String(value) : value));

describe.each(cases)('%s', (_, call) => {
  test('succeeds with a token, with and without the origin of a site, and with the origin of the service', async () => {
    const input = await inputOf(call);
    const last = world.sites.at(-1)?.url;

    for (const origin of [undefined, site.url, last, `https://${ownHost}`]) {
      const { status, headers } = await callShop(call, world, { ...input, token: await token(), origin });
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        vary: 'Origin',
        'cache-control': 'no-store',
        'x-ratelimit-limit': '30',
        'x-request-id': expect.stringMatching(/./),
      });
      const isSite = origin === site.url || origin === last;
      expect(headers['access-control-allow-origin']).toBe(isSite ? origin : undefined);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  test('takes two round trips with the origin of a site that it has seen, two more to join a waitlist with the first address', async () => {
    const input = { ...(await inputOf(call)), token: await token({}), origin: site.url };
    await callShop(call, world, { ...input, preflight: true });

    const { result, roundTrips } = await watch(() => callShop(call, world, input));

    expect(result.status).toBe(200);
    // The address is the customer's, and the first shopper of a product writes its name.
    expect(roundTrips).toBeGreaterThan(0);
    expect(roundTrips).toBeLessThanOrEqual(call === shopJoinWaitlist ? 4 : 2);
  });

  test('without a good token is 401, does nothing, counts nothing, and can be read by the page of a site', async () => {
    const input = await inputOf(call);
    const good = await token();
    const elsewhere = await newWorld();
    const before = [await contents(), await counts()];
    const faults: ShopInput[] = [
      {},
      { authorization: `Bearer ${world.write}` },
      { authorization: 'Shopper' },
      { authorization: `Shopper ${good} ${good}` },
      { authorization: good },
      { token: `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}` },
      { token: await signed({}, -1) },
      { token: await signed({ store_id: elsewhere.store.id }) },
      { token: await tokenOf(elsewhere, { customer_id: elsewhere.customers[0].id, scopes }) },
    ];

    for (const fault of faults) {
      const reply = await callShop(call, world, { ...input, ...fault, origin: site.url });
      expect(reply).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
      expect(reply.headers).toMatchObject({
        vary: 'Origin',
        'access-control-allow-origin': site.url,
        'www-authenticate': 'Shopper',
      });
    }
    expect([await contents(), await counts()]).toEqual(before);
    expect((await callShop(call, elsewhere, { ...input, token: good })).body).toEqual(nobodyElse);
  });

  test('from another origin is 403 before it does anything, with a good or a bad token', async () => {
    const input = await inputOf(call);
    const good = await token();
    const before = [await contents(), await counts()];

    for (const origin of [
      'https://evil.example',
      'null',
      `${site.url}:8443`,
      site.url.replace('https', 'http'),
      `${site.url}.evil.example`,
      `https://${ownHost}.evil.example`,
      `https://${ownHost}:8443`,
      `https://evil-${ownHost}`,
      '',
    ]) {
      for (const preflight of [false, true]) {
        const reply = await callShop(call, world, { ...input, token: good, origin, preflight });
        expect(reply).toMatchObject({ status: 403, body: foreign });
        expect(reply.headers.vary).toBe('Origin');
        expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
    expect((await callShop(call, world, { ...input, token: 'x', origin: 'https://evil.example' })).status).toBe(403);
    expect([await contents(), await counts()]).toEqual(before);
  });

  test('a preflight from the origin of a site is answered, and does not count', async () => {
    const { status, headers, body } = await callShop(call, world, { origin: site.url, preflight: true });

    expect([status, body]).toEqual([204, undefined]);
    expect(headers).toMatchObject({
      vary: 'Origin',
      'access-control-allow-origin': site.url,
      'access-control-allow-methods': call.method,
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-max-age': '3600',
    });
    expect(await counts()).toEqual([]);
  });

  test('without its scope is 403', async () => {
    const input = await inputOf(call);
    const before = await contents();
    const others = await token({ scopes: scopes.filter((scope) => scope !== call.scope) });

    const reply = await callShop(call, world, { ...input, token: others, origin: site.url });

    expect(reply).toMatchObject({ status: 403, body: forbidden(`The token does not have the scope ${call.scope}`) });
    expect(reply.headers['access-control-allow-origin']).toBe(site.url);
    expect(await contents()).toEqual(before);
  });

  test('of a banned customer is 401 from the next call on, and of a deleted one', async () => {
    const input = await inputOf(call);
    const [good, shadow] = [await token(), await token()];
    await succeeded(stand(world, ada, 'shadowbanned'));
    expect((await callShop(call, world, { ...input, token: shadow })).status).toBe(200);
    await succeeded(stand(world, ada, 'banned'));
    const banned = await contents();
    expect((await callShop(call, world, { ...input, token: good })).body).toEqual(nobodyElse);
    expect(await contents()).toEqual(banned);

    await succeeded(stand(world, ada, 'good'));
    await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: ada.id }));
    const deleted = await contents();
    expect(await callShop(call, world, { ...input, token: good, origin: site.url })).toMatchObject({
      status: 401,
      body: nobodyElse,
      headers: { 'access-control-allow-origin': site.url },
    });
    expect(await contents()).toEqual(deleted);
  });

  test('is counted for the subject over all its tokens: the 31st of a minute is 429', async () => {
    setClock('2026-02-14T09:30:01Z');
    const { shopperRateLimit } = limits;
    const at = (each: number) => `198.51.100.${each}`;
    const statuses: number[] = [];
    for (let each = 0; each < shopperRateLimit.requests; each += 1) {
      statuses.push(
        (
          await callShop(call, world, {
            token: await token(),
            body: {},
            path: { review_id: 'rev_x' },
            address: at(each),
          })
        ).status,
      );
    }
    expect(statuses).not.toContain(429);

    const reply = await callShop(call, world, { token: await token(), origin: site.url, address: at(99) });
    expect(reply).toMatchObject({
      status: 429,
      body: { error: 'Rate limit exceeded', code: 'RATE_LIMIT_EXCEEDED' },
      headers: { 'retry-after': '59', 'x-ratelimit-remaining': '0', 'access-control-allow-origin': site.url },
    });
    const other = await token({ customer_id: grace.id });
    expect((await callShop(call, world, { ...(await inputOf(call)), token: other, address: at(99) })).status).not.toBe(
      429,
    );
  });

  test('an unexpected failure is 500 in the envelope, for the page of a site too', async () => {
    const input = { ...(await inputOf(call)), token: await token(), origin: site.url };
    await callShop(call, world, { ...input, preflight: true });
    const end = onCall(dynamodb, ({ command, input: { RequestItems } }, next) => {
      const keys = Object.values<{ Keys: { pk: string }[] }>(RequestItems ?? {}).flatMap(({ Keys }) => Keys);
      const isOthers = keys.some(({ pk }) => !/#SITE#|#CUSTOMER#/.test(pk));
      if ((command.startsWith('BatchGet') && isOthers) || command.startsWith('Query')) throw new Error('No answer');
      return next();
    });
    const reply = await callShop(call, world, input);
    end();

    expect(reply).toMatchObject({
      status: 500,
      body: { error: 'Internal server error. Send the request again', code: 'INTERNAL_ERROR' },
      headers: { vary: 'Origin', 'access-control-allow-origin': site.url },
    });
  });
});

test('a call is counted for the address over all subjects: the 121st of a minute is 429', async () => {
  setClock('2026-02-14T09:30:01Z');
  const visitors = Array.from({ length: 6 }, (_, each) => ({
    customer_id: undefined,
    visitor: `visitor ${each}`,
    scopes: ['waitlist'],
  }));
  const tokens = await Promise.all(visitors.map((visitor) => token(visitor)));
  const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2'];
  const asked = (each: number) =>
    callShop(shopJoinWaitlist, world, {
      token: tokens[each % tokens.length] ?? '',
      address: addresses[each % 2] ?? '',
    });
  const statuses: number[] = [];
  for (let each = 0; each < limits.addressRateLimit.requests; each += 1) statuses.push((await asked(each)).status);

  expect(statuses).not.toContain(429);
  expect(await asked(0)).toMatchObject({ status: 429, headers: { 'x-ratelimit-limit': '120' } });
  expect(
    (await callShop(shopJoinWaitlist, world, { token: await token(), address: '2001:db8:1:3::1' })).status,
  ).not.toBe(429);
});

describe('the origin of a site', () => {
  const waiting = async (origin: string) =>
    callShop(shopJoinWaitlist, world, { ...(await inputOf(shopJoinWaitlist)), token: await token(), origin });

  const importSite = (fields: object) =>
    succeeded(invoke(importRecords, { store_id: world.store.id, sites: [{ ...site, ...fields }] }));

  test('is the one of its url, with its port and without its path', async () => {
    await importSite({ url: 'https://Tea.Example.com:8443/shop/?a=b' });

    expect((await waiting('https://tea.example.com:8443')).status).toBe(200);
    expect((await waiting('https://tea.example.com')).status).toBe(403);
  });

  test('is refused from the moment on that no site has it, and accepted once another one has it', async () => {
    expect((await waiting(site.url)).status).toBe(200);
    await importSite({ url: 'https://moved.example.com' });
    const reply = await callShop(shopJoinWaitlist, world, { token: 'x', origin: site.url });
    expect(reply).toMatchObject({ status: 403, body: foreign });
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();

    expect((await waiting(site.url)).status).toBe(403);
    expect((await waiting('https://moved.example.com')).status).toBe(200);
    const other = newSite({ url: site.url });
    await succeeded(invoke(importRecords, { store_id: world.store.id, sites: [other] }));
    expect((await waiting(site.url)).status).toBe(200);
  });

  test('of another store is refused', async () => {
    const elsewhere = await newWorld();

    expect((await waiting(elsewhere.sites[0].url)).status).toBe(403);
  });

  test('is found among the sites of a large store', async () => {
    const sites = Array.from({ length: 100 }, () => newSite());
    await succeeded(invoke(importRecords, { store_id: world.store.id, sites }));

    for (const each of [sites[0], sites.at(-1), site]) expect((await waiting(each?.url ?? '')).status).toBe(200);
  });
});

describe('a review with a token', () => {
  const posting = async (fields: object = {}, given: object = {}) =>
    callShop(shopPostReview, world, {
      token: await token(given),
      body: { site_id: site.id, product_id: teapot.id, ...reviewContent, ...fields },
    });

  test('is posted for the customer of the token, and fields of the body that name another customer are ignored', async () => {
    await buy(world, ada, teapot);

    const { status, body, headers } = await posting({ customer_id: grace.id, store_id: 'sto_other', shopper: 'x' });

    expect(status).toBe(200);
    expect(body).toMatchObject({ ...reviewContent, customer_id: ada.id, author_name: 'Ada L.' });
    expect(headers['x-unknown-fields']).toBe('customer_id, store_id, shopper');
    expect(await stored(world, body.id)).toMatchObject({ customer_id: ada.id });
  });

  test('is refused as post-review refuses it', async () => {
    expect(await posting()).toMatchObject({
      status: 403,
      body: forbidden('The customer has not bought the product in a paid order'),
    });
    await newReview(world, ada, teapot);
    expect((await posting()).status).toBe(200);
    expect(await posting({ rating: 1 })).toMatchObject({ status: 409, body: { code: 'DUPLICATE' } });
    expect(await posting({ product_id: 'pro_unknown' })).toMatchObject({ status: 404 });
    expect(await posting({ site_id: 'sit_unknown' })).toMatchObject({ status: 200 });
    expect(await posting({ rating: 6 })).toMatchObject({
      status: 400,
      body: { error: 'rating must be between 1 and 5', code: 'INVALID_FIELD' },
      headers: { 'x-error-field': 'rating' },
    });
    expect(await posting({ product_id: undefined })).toMatchObject({ status: 400, body: { code: 'MISSING_FIELD' } });
    for (const body of ['', '[]', '{', 'null']) {
      expect(await callShop(shopPostReview, world, { token: await token(), body })).toMatchObject({
        status: 400,
        body: { error: 'Invalid JSON body', code: 'INVALID_JSON' },
      });
    }
  });

  test('sent many times at once is posted once', async () => {
    await buy(world, ada, teapot);

    const replies = await Promise.all(Array.from({ length: 5 }, () => posting()));

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  });

  test('for an order is limited to the products of that order', async () => {
    const order = orderOf(world, { lines: [lineOf(teapot, { unit_price: 1000 })] });
    await succeeded(record(world, order));
    await buy(world, ada, recordings);
    const other = forbidden('The token is for the products of another order');

    expect(await posting({ product_id: recordings.id }, { order_id: order.id })).toMatchObject({
      status: 403,
      body: other,
    });
    expect(await posting({}, { order_id: order.id })).toMatchObject({ status: 200 });
    const existing = await newReview(world, ada, recordings);
    expect(await posting({ product_id: recordings.id }, { order_id: order.id })).toMatchObject({
      status: 403,
      body: other,
    });
    const editing = async (review_id: string) =>
      callShop(shopEditReview, world, {
        token: await token({ order_id: order.id }),
        path: { review_id },
        body: { ...reviewContent, rating: 2 },
      });
    expect(await editing(existing.id)).toMatchObject({ status: 403, body: other });
    expect(await stored(world, existing.id)).toMatchObject({ rating: 4 });
    expect((await editing('rev_unknown')).status).toBe(404);
    const { body } = await posting({}, { order_id: order.id });
    expect(await editing(body.id)).toMatchObject({ status: 200, body: { rating: 2 } });
    const ofGrace = await signed({ customer_id: grace.id, order_id: order.id });
    expect(
      await callShop(shopPostReview, world, {
        token: ofGrace,
        body: { site_id: site.id, product_id: teapot.id, ...reviewContent },
      }),
    ).toMatchObject({ status: 403, body: other });
  });

  test('without a site is posted on the site of the order that the token or the body names', async () => {
    const closed = newSite({ reviews_enabled: false });
    await succeeded(invoke(importRecords, { store_id: world.store.id, sites: [closed] }));
    const lines = [lineOf(teapot, { unit_price: 1000 })];
    const [onClosed, onSite] = [orderOf(world, { lines, site_id: closed.id }), orderOf(world, { lines })];
    const ofGrace = orderOf(world, { lines, customer_id: grace.id });
    for (const order of [onClosed, onSite, ofGrace]) await succeeded(record(world, order));
    const posted = async (order_id: unknown, given: object = {}, site_id: unknown = undefined) => {
      const { status, body, headers } = await posting({ site_id, order_id }, given);
      return [status, body.error ?? headers['x-unknown-fields']];
    };

    expect(await posted(onClosed.id)).toEqual([403, 'The site takes no reviews']);
    expect(await posted(onSite.id, { order_id: onClosed.id })).toEqual([403, 'The site takes no reviews']);
    for (const order_id of [ofGrace.id, 'ord_unknown', 'x', 7, null, undefined]) {
      expect(await posted(order_id)).toEqual([400, 'site_id is required']);
    }
    expect(await posted(onSite.id, {}, closed.id)).toEqual([403, 'The site takes no reviews']);
    expect(await posted(onSite.id, {}, null)).toEqual([200, undefined]);
    expect(await posted(undefined, { order_id: onSite.id })).toEqual([200, undefined]);
  });

  test('is edited by its author only', async () => {
    const review = await newReview(world, ada, teapot);
    const editing = async (customer_id: string, review_id: string) =>
      callShop(shopEditReview, world, {
        token: await token({ customer_id }),
        path: { review_id },
        body: { rating: 2, title: 'Drips', body: '', customer_id: ada.id, review_id: 'rev_other' },
      });

    expect((await editing(grace.id, review.id)).status).toBe(404);
    for (const id of ['rev_unknown', 'x', 'rev_%', 'pro_1']) expect((await editing(ada.id, id)).status).toBe(404);
    expect(await stored(world, review.id)).toMatchObject({ rating: 4 });
    expect(await editing(ada.id, review.id)).toMatchObject({
      status: 200,
      body: { id: review.id, rating: 2, title: 'Drips' },
    });
  });
});

describe('the products that can be reviewed', () => {
  const listed = async (given: object = {}) =>
    (await callShop(shopListReviewable, world, { token: await token(given) })).body;

  test('are those that the customer bought, each with its review as the author sees it', async () => {
    expect(await listed()).toEqual({ data: [], has_more: false });
    await buy(world, ada, recordings);
    const review = await newReview(world, ada, teapot);
    await hide(world, review.id);
    await buy(world, grace, world.products[2]);

    const { data, has_more } = await listed();

    expect(has_more).toBe(false);
    expect(
      data.toSorted((a: { product_id: string }, b: { product_id: string }) => (a.product_id < b.product_id ? -1 : 1)),
    ).toEqual(
      [
        {
          order_id: 'ord_1',
          product_id: teapot.id,
          variant_id: teapot.variants.at(-1)?.id,
          product_name: teapot.name,
          image_url: null,
          review: { ...review, status: 'hidden', hidden_at: expect.any(String), hidden_reason: expect.any(String) },
        },
        expect.objectContaining({ product_id: recordings.id, product_name: recordings.name, review: null }),
      ].toSorted((a, b) => (a.product_id < b.product_id ? -1 : 1)),
    );
  });

  test('with an order are its products, each once, once it is paid', async () => {
    const lines = [
      lineOf(teapot, { unit_price: 1 }),
      lineOf(recordings, { unit_price: 1 }),
      lineOf(teapot, { unit_price: 2 }),
    ];
    const [pending, paid] = [orderOf(world, { status: 'pending', lines }), orderOf(world, { lines })];
    for (const order of [pending, paid]) await succeeded(record(world, order));
    await buy(world, ada, world.products[2]);

    expect(await listed({ order_id: pending.id })).toEqual({ data: [], has_more: false });
    const { data } = await listed({ order_id: paid.id });
    expect(data).toMatchObject([
      { order_id: paid.id, product_id: teapot.id, variant_id: teapot.variants[0]?.id },
      { order_id: paid.id, product_id: recordings.id },
    ]);
  });

  test('are an empty list while the email address is not verified', async () => {
    await buy(world, ada, teapot);
    await succeeded(
      invoke(importRecords, { store_id: world.store.id, customers: [{ ...ada, email_verified: false }] }),
    );

    expect(await listed()).toEqual({ data: [], has_more: false });
  });

  test('are 100 at most, and has_more says that there are more', async () => {
    const products = Array.from({ length: 100 }, () => newProduct());
    await succeeded(invoke(importRecords, { store_id: world.store.id, products }));
    for (const product of products) await buy(world, ada, product);
    expect(await listed()).toMatchObject({ data: { length: 100 }, has_more: false });
    await buy(world, ada, teapot);

    expect(await listed()).toMatchObject({ data: { length: 100 }, has_more: true });
  });
});

describe('the waitlist with a token', () => {
  const joining = async (given: object, fields: object = {}) =>
    callShop(shopJoinWaitlist, world, {
      token: await token({ customer_id: undefined, scopes: ['waitlist'], ...given }),
      body: { product_id: teapot.id, variant_id: teapot.variants[0]?.id, ...fields },
    });

  const waits = async (email: string) =>
    textOf(await contents())
      .toLowerCase()
      .includes(`"email":"${email.toLowerCase()}"`) && (await count(world, teapot)) === 1;

  test('is joined with the address of the customer, and the address in the body is ignored', async () => {
    expect(await joining({ customer_id: ada.id }, { email: 'victim@example.com' })).toMatchObject({
      status: 200,
      body: { product_id: teapot.id, waiting: true },
      headers: { 'x-unknown-fields': 'email' },
    });
    expect(textOf(await contents())).not.toContain('victim@example.com');
    expect(await waits(ada.email)).toBe(true);
  });

  test('is joined by many shoppers at once, and all are counted', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        token({ customer_id: undefined, email: `shopper${index}@example.com`, scopes: ['waitlist'] }),
      ),
    );
    const body = { product_id: teapot.id, variant_id: teapot.variants[0]?.id };
    // A function that has met a rush counts beside the product from the first call.
    counterFor(world.store.id, { ...teapot, ...noRating, ranking: 0, waiting_aside: 0 }, 3);
    await rush(
      tokens.map((each, index) => async () => {
        const address = `203.0.113.${index}`;
        expect((await callShop(shopJoinWaitlist, world, { token: each, body, address })).status).toBe(200);
      }),
    );

    expect(await count(world, teapot)).toBe(40);
  });

  test('is joined with the address of the token', async () => {
    const email = `${newId('customer')}@example.com`;

    expect((await joining({ email }, { email: 'victim@example.com' })).status).toBe(200);
    expect(textOf(await contents())).not.toContain('victim@example.com');
    expect(await waits(email)).toBe(true);
  });

  test('is joined by a visitor with the address in the body', async () => {
    const email = `${newId('customer')}@example.com`;

    expect(await joining({ visitor: 'v' })).toMatchObject({ status: 400, body: { error: 'email is required' } });
    expect(await joining({ visitor: 'v' }, { email: 'x' })).toMatchObject({
      status: 400,
      headers: { 'x-error-field': 'email' },
    });
    const reply = await joining({ visitor: 'v' }, { email });
    expect(reply.status).toBe(200);
    expect(reply.headers['x-unknown-fields']).toBeUndefined();
    expect(await waits(email)).toBe(true);
  });

  test('of an unknown variant is 404', async () => {
    expect((await joining({ visitor: 'v' }, { email: 'v@example.com', variant_id: 'prv_unknown' })).status).toBe(404);
  });
});

describe('the balance with a token', () => {
  const asking = (code: string, given: object, more: ShopInput = {}) =>
    token({ customer_id: undefined, scopes: ['balance'], ...given }).then((each) =>
      callShop(shopGetBalance, world, { token: each, body: { code, shopper: newId('customer') }, ...more }),
    );

  const tooMany = {
    status: 429,
    body: { error: 'Too many unknown codes; try again in an hour', code: 'RATE_LIMIT_EXCEEDED' },
  };

  test('is that of the card', async () => {
    const { id, code } = await issued(world, { value: 5000 });

    expect(await asking(code, { visitor: 'v' })).toMatchObject({
      status: 200,
      body: { gift_card_id: id, balance: 5000, available: 5000, status: 'active' },
      headers: { 'x-unknown-fields': 'shopper' },
    });
  });

  test('is refused after 10 unknown codes of a subject, from any address and under new tokens, and the right code too', async () => {
    const { code } = await issued(world);
    const answers: number[] = [];
    for (let each = 0; each < 12; each += 1) {
      answers.push((await asking(otherCode(), { visitor: 'mallory' }, { address: `198.51.100.${each}` })).status);
    }

    expect(answers).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
    expect(await asking(code, { visitor: 'mallory' }, { address: '198.51.100.99' })).toMatchObject(tooMany);
    expect((await asking(code, { visitor: 'ada' }, { address: '198.51.100.99' })).status).toBe(200);
  });

  test('is refused after 10 unknown codes of 30 that one address asks, each under a new token of a new subject', async () => {
    const { code } = await issued(world);
    const short = () => otherCode().slice(5, 15);
    await importCards(world, [importedCard({ code: short() })]);
    setClock('2026-02-14T09:00:00Z');
    const answers = new Map<number, number>();
    for (let each = 0; each < 30; each += 1) {
      const { status, body } = await asking(short(), { visitor: `visitor ${each}` });
      if (status === 429) expect(body).toEqual(tooMany.body);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }

    expect(Object.fromEntries(answers)).toEqual({ 404: 10, 429: 20 });
    expect(await asking(code, { visitor: 'someone' })).toMatchObject(tooMany);
    const ofStore = (await itemsOf(requestTable(), world.store.id)).find(({ pk }) => pk.endsWith('#GUESSES#'));
    expect(ofStore).toMatchObject({ guesses: 10 });
  });

  test('a refused call does not count its code, and the table contains no address', async () => {
    const { code } = await issued(world);
    await asking(otherCode(), { email: 'mallory@example.com' }, { origin: 'https://evil.example' });
    await asking(otherCode(), { email: 'mallory@example.com', scopes: ['waitlist'] });
    expect((await counts()).filter((pk) => pk.includes('#GUESSES#'))).toEqual([]);

    await asking(otherCode(), { email: 'mallory@example.com' });
    await asking(code, { email: 'mallory@example.com' });
    const kept = textOf(await itemsOf(requestTable(), world.store.id));
    expect((await counts()).filter((pk) => pk.includes('#GUESSES#'))).toHaveLength(3);
    expect(kept).not.toMatch(/mallory|203\.0\.113/);
  });
});

test('the review calls do not exist with SERVICE_REVIEWS=false', async () => {
  process.env.SERVICE_REVIEWS = 'false';
  try {
    for (const call of [shopPostReview, shopEditReview, shopListReviewable]) {
      expect(await callShop(call, world, {})).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  } finally {
    delete process.env.SERVICE_REVIEWS;
  }
});

test('an edit through the storefront function is what the call shows', async () => {
  const review = await newReview(world, ada, teapot);
  await succeeded(edit(world, ada, review.id, { ...reviewContent, rating: 3 }));

  expect((await callShop(shopListReviewable, world, { token: await token() })).body.data).toMatchObject([
    { review: { id: review.id, rating: 3 } },
  ]);
});
