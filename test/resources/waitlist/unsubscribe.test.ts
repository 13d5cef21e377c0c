/** The unsubscribe link of a restock's email, against the engines: what its page shows, and what it ends. */
import { describe, expect, test, vi } from 'vitest';
import { languages } from '../../../lib/mail/language.ts';
import { newUnsubscribeToken, type UnsubscribeClaims } from '../../../lib/mail/unsubscribe-token.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { unsubscribe } from '../../../lib/resources/pages.ts';
import { updateStore } from '../../../lib/resources/stores/functions.ts';
import { getRestock, joinWaitlist } from '../../../lib/resources/waitlist/functions.ts';
import { shopperOf } from '../../../lib/resources/waitlist/records.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { onCall } from '../../support/aws/on-call.ts';
import { batchOf, inboxOf, queuedMails, queuedWork } from '../../support/aws/queued-messages.ts';
import { entitiesOf } from '../../support/aws/table-contents.ts';
import { handlerOf } from '../../support/handlers.ts';
import { openPage, type PageReply } from '../../support/http/pages.ts';
import { invoke } from '../../support/invoke.ts';
import * as restocks from '../../support/world/restocks.ts';
import { count, join, leave } from '../../support/world/waitlist.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const sendRestockMail = await handlerOf({ name: 'send-restock-mail' });
const workOnWaitlist = await handlerOf({ name: 'work-on-waitlist' });

/** Of every new world. */
const storeName = 'Test store';

const newShopper = () => `${newId('customer')}@example.com`;

type Claims = Extract<UnsubscribeClaims, { list: 'restock' }>;

const tokenFor = ({ store }: World, email: string, more: Partial<Claims> = {}, now = timestampNow()) =>
  newUnsubscribeToken({ list: 'restock', store_id: store.id, shopper: shopperOf(email), language: 'en', ...more }, now);

/** Opens the page with a shopper's token, or sends its form. */
const openAs = async (world: World, email: string, method: 'GET' | 'POST', more: Partial<Claims> = {}) =>
  openPage(unsubscribe, { method, query: `t=${await tokenFor(world, email, more)}` });

/** A world in which a shopper waits for both variants of a product, and for one of another. */
async function waiting() {
  const world = await newWorld();
  const [product, other] = world.products;
  const email = newShopper();
  for (const variant of product.variants) await join(world, product, email, variant);
  await join(world, other, email);
  return { world, email, product, other };
}

const countsOf = ({ world, product, other }: Awaited<ReturnType<typeof waiting>>) =>
  Promise.all([count(world, product), count(world, other)]);

test('GET shows the store, a question and a form without script, and changes nothing', async () => {
  const { world, email } = await waiting();
  const before = await entitiesOf(world.store.id);

  const { status, headers, html } = await openAs(world, email, 'GET');

  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(html).toContain(`<h1>Leave all waitlists of ${storeName}?</h1>`);
  expect(html).toContain('<form method="post"><button>Leave all waitlists</button></form>');
  expect(html).not.toMatch(/<script|\bon\w+=|\bsrc=|https?:/i);
  expect(await entitiesOf(world.store.id)).toEqual(before);
});

test('POST ends every entry of the shopper in the store, and no other', async () => {
  const asked = await waiting();
  const { world, email, product } = asked;
  await join(world, product, newShopper());
  const elsewhere = await newWorld();
  await join(elsewhere, elsewhere.products[0], email);

  const { status, html } = await openAs(world, email.toUpperCase(), 'POST');

  expect(status).toBe(200);
  expect(html).toContain(`<h1>You have left all waitlists of ${storeName}</h1>`);
  expect(html).not.toContain('<form');
  expect(await countsOf(asked)).toEqual([1, 0]);
  expect(await count(elsewhere, elsewhere.products[0])).toBe(1);
});

test('POST with any body or none, of any type, repeated or with nothing left, returns 200', async () => {
  const asked = await waiting();
  const { world, email, product } = asked;
  const query = `t=${await tokenFor(world, email)}`;
  const bodies = [
    { body: 'List-Unsubscribe=One-Click', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    { body: '{"list":', headers: { 'Content-Type': 'application/json' } },
    { body: Buffer.from([0, 255, 254]), headers: { 'Content-Type': 'multipart/form-data' } },
    {},
  ];

  for (const each of bodies) {
    await join(world, product, email);
    const replies = [
      await openPage(unsubscribe, { method: 'POST', query, ...each }),
      await openPage(unsubscribe, { method: 'POST', query, ...each }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await countsOf(asked)).toEqual([0, 0]);
  }
});

test('what the table keeps after leaving by the link is what leave-waitlist keeps', async () => {
  const [byLink, byCall] = [await waiting(), await waiting()];

  await openAs(byLink.world, byLink.email, 'POST');
  const { world, email, product, other } = byCall;
  for (const variant of product.variants) await leave(world, product, email, variant);
  await leave(world, other, email);

  const entries = async ({ store }: World) =>
    (await entitiesOf(store.id))
      .filter(({ pk }) => /WAITLIST|SHOPPER/.test(pk))
      .map((item) => Object.keys(item).toSorted().join());
  expect((await entries(byLink.world)).toSorted()).toEqual((await entries(world)).toSorted());
  expect(await entries(world)).not.toEqual([]);
});

test('the link of a deleted customer, and one of a shopper who never waited, return 200', async () => {
  const world = await newWorld();
  const [customer] = world.customers;
  await join(world, world.products[0], customer.email);
  const query = `t=${await tokenFor(world, customer.email)}`;
  await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: customer.id }));

  for (const method of ['GET', 'POST'] as const) {
    expect((await openPage(unsubscribe, { method, query })).status).toBe(200);
    expect((await openAs(world, newShopper(), method)).status).toBe(200);
  }
});

describe('a link that is not good', () => {
  const page = ({ status, html, headers }: PageReply) => ({ status, html, type: headers['content-type'] });

  test('shows the same page with 401 for every fault of its token, and changes nothing', async () => {
    const asked = await waiting();
    const { world, email } = asked;
    const good = await tokenFor(world, email);
    const expired = await tokenFor(world, email, {}, toTimestamp(Date.now() - 90 * 86_400_000 - 1000));
    const queries = [
      '',
      't=',
      't=x',
      't=%E0%A4%A',
      `t=${expired}`,
      `t=${good.slice(0, -1)}`,
      `t=${good.slice(0, 10)}${good[10] === 'A' ? 'B' : 'A'}${good.slice(11)}`,
      `t=${good}&t=${good}`,
      `T=${good}`,
      `t=${await tokenFor(world, email, { store_id: 'sto_unknown' })}`,
    ];

    const pages = await Promise.all(
      queries.flatMap((query) =>
        (['GET', 'POST'] as const).map(async (method) => page(await openPage(unsubscribe, { method, query }))),
      ),
    );

    expect(new Set(pages.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(pages[0]).toMatchObject({ status: 401, type: 'text/html; charset=utf-8' });
    expect(pages[0]?.html).toContain('<h1>This link is not valid</h1>');
    expect(await countsOf(asked)).toEqual([2, 1]);
  });

  test.each([
    ['pl, en;q=0.5', 'pl'],
    ['fi-FI,JA;q=0.7', 'ja'],
    ['*', 'en'],
    ['del, sv', 'sv'],
    [';;,\u0000', 'en'],
  ])('is in the language of the browser (%j)', async (accepted, language) => {
    const { html } = await openPage(unsubscribe, { query: 't=x', headers: { 'Accept-Language': accepted } });

    expect(html).toContain(`<html lang="${language}" `);
  });

  test('reads and counts nothing', async () => {
    const calls: string[] = [];
    const end = onCall(dynamodb, ({ command }, next) => {
      calls.push(command);
      return next();
    });
    await openPage(unsubscribe, { method: 'POST', query: `t=${'A'.repeat(100)}` });
    end();

    expect(calls).toEqual([]);
  });
});

test('every reply runs nothing, loads nothing, is never stored and keeps its address to itself', async () => {
  const { world, email } = await waiting();
  const replies = [
    await openAs(world, email, 'GET'),
    await openAs(world, email, 'POST'),
    await openPage(unsubscribe, { query: 't=x' }),
  ];

  for (const { headers } of replies) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
  }
});

test('the name of a store is shown as text', async () => {
  const world = await newWorld();
  const name = '"><script>alert(1)</script>&lt;b';
  await succeeded(invoke(updateStore, { store_id: world.store.id, name }));

  for (const method of ['GET', 'POST'] as const) {
    const { html } = await openAs(world, newShopper(), method);
    expect(html).not.toContain('<script');
    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;lt;b');
  }
});

describe('an email of a restock', () => {
  /** The email that a shopper gets in a language, as SES gets it. */
  async function mailIn(locale: string) {
    const world = await newWorld();
    const email = newShopper();
    await succeeded(invoke(joinWaitlist, { ...restocks.variantOf(world), email, locale }));
    await join(world, world.products[1], email);
    await restocks.restock(world, 'one');
    await restocks.notify(world, 'one');
    await sendRestockMail(batchOf(queuedMails.filter((body) => body.includes(world.store.id))));
    const [mail] = await inboxOf(email);
    return { world, email, mail };
  }

  test.each(Object.keys(languages) as (keyof typeof languages)[])(
    'in %s has the headers of RFC 8058 and a link to a page in that language, both of which leave all other waitlists',
    async (language) => {
      const { world, mail } = await mailIn(language);
      const headers = Object.fromEntries((mail?.headers ?? []).map(({ name, value }) => [name, value]));
      const [, url = ''] =
        /^<(http:\/\/localhost:3000\/unsubscribe\/\?t=[\w-]+)>$/.exec(headers['List-Unsubscribe'] ?? '') ?? [];

      expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
      const { leave } = languages[language].restock;
      expect(mail?.body.text).toContain(`\n${leave}\n${url}\n`);
      expect(mail?.body.html).toContain(`<a href="${url}"`);
      expect(mail?.body.html).toContain(`>${leave}</a>`);

      const [, query = ''] = url.split('?');
      const asked = await openPage(unsubscribe, { query });
      const { question, button, done } = languages[language].unsubscribe.restock;
      expect(asked.html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
      expect(asked.html).toContain(question(storeName));
      expect(asked.html).toContain(button);
      expect(asked.headers['content-language']).toBe(language);
      expect(await count(world, world.products[1])).toBe(1);
      const body = 'List-Unsubscribe=One-Click';
      const answered = await openPage(unsubscribe, { method: 'POST', query, body });
      expect(answered.html).toContain(done(storeName));
      expect(await count(world, world.products[1])).toBe(0);
    },
  );

  test('that is queued is not sent after the shopper has left, and those of others are', async () => {
    const world = await newWorld();
    const [leaver, stayer] = [newShopper(), newShopper()];
    for (const email of [leaver, stayer]) await restocks.join(world, email);
    await restocks.restock(world, 'one');
    await restocks.notify(world, 'one');

    await openAs(world, leaver, 'POST');
    const sent = await sendRestockMail(batchOf(queuedMails.filter((body) => body.includes(world.store.id))));

    expect(sent).toEqual({ batchItemFailures: [] });
    expect(await inboxOf(leaver)).toEqual([]);
    expect(await inboxOf(stayer)).toHaveLength(1);
    const restock = { store_id: world.store.id, restock_id: 'one' };
    expect(await invoke(getRestock, restock)).toMatchObject({ notified: 2, done: true });
  });

  test('of a gift card has no such headers', async () => {
    const { world } = await mailIn('en');
    const recipient_email = newShopper();
    const { issued } = await import('../../support/world/gift-cards.ts');
    await issued(world, { value: 5000, recipient_email });
    const sendMail = await handlerOf({ name: 'send-mail' });
    await sendMail(batchOf(queuedMails.filter((body) => body.includes('gift-card') && body.includes(world.store.id))));

    const [mail] = await inboxOf(recipient_email);
    expect(mail?.headers ?? []).toEqual([]);
    expect(mail?.body.text).not.toContain('unsubscribe');
  });
});

describe('a shopper who waits for very many variants', () => {
  const variants = 12;

  async function waitingForMany() {
    const world = await newWorld();
    const [product] = world.products;
    const many = Array.from({ length: variants }, (_, index) => ({ id: newId('variant'), name: `Size ${index}` }));
    await succeeded(invoke(importRecords, { store_id: world.store.id, products: [{ ...product, variants: many }] }));
    const email = newShopper();
    for (const variant of many) await join(world, product, email, variant);
    return { world, email, product, many };
  }

  test('has left all of them with one request', async () => {
    const { world, email, product } = await waitingForMany();

    await openAs(world, email, 'POST');

    expect(await count(world, product)).toBe(0);
  });

  test('has left all of them once the queue has done the rest, if the time of a request is short', async () => {
    const { world, email, product, many } = await waitingForMany();
    const handler = await handlerOf(unsubscribe);
    const token = await tokenFor(world, email);

    const short = { getRemainingTimeInMillis: () => 1000 };
    const { statusCode } = await handler({ httpMethod: 'POST', queryStringParameters: { t: token } }, short);

    expect(statusCode).toBe(200);
    expect(await count(world, product)).toBe(variants - 1);
    const work = queuedWork.filter((body) => body.includes('"leave"') && body.includes(world.store.id));
    expect(work).toHaveLength(1);
    expect(work.join()).not.toContain(email);
    // What the shopper joins from now on stays.
    for (const variant of many) await join(world, product, email, variant);
    expect(await workOnWaitlist(batchOf([...work, ...work]))).toEqual({ batchItemFailures: [] });
    expect(await count(world, product)).toBe(1);
  });
});

test('a shopper who sends more than 30 requests in a minute gets a page with 429, and other shoppers none', {
  tags: 'long',
}, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 60_000) * 60_000 + 1000 });
  const world = await newWorld();
  const [email, other] = [newShopper(), newShopper()];
  const statuses = [];
  for (let request = 0; request < 31; request += 1) statuses.push((await openAs(world, email, 'GET')).status);

  const refused = await openAs(world, email, 'POST', { language: 'sv' });

  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.html).toContain('<h1>Det gick inte</h1>');
  expect((await openAs(world, other, 'GET')).status).toBe(200);
  vi.useRealTimers();
});

test('a request that fails shows a page with 500, and nothing of what failed', async () => {
  const { world, email } = await waiting();
  const query = `t=${await tokenFor(world, email)}`;
  const end = onCall(dynamodb, () => Promise.reject(new Error('Secret detail of the table')));
  const { status, html, headers } = await openPage(unsubscribe, { method: 'POST', query });
  end();

  expect(status).toBe(500);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(html).toContain('<h1>This did not work</h1>');
  expect(html).not.toContain('Secret');
});
