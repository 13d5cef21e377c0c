/** Emails that ask for reviews, against the engines: when they go, when they are dropped, and that none is sent twice. */
import { TooManyRequestsException } from '@aws-sdk/client-sesv2';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sesOnce } from '../../../lib/mail/send.ts';
import { readUnsubscribeToken } from '../../../lib/mail/unsubscribe-token.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer, exportCustomer } from '../../../lib/resources/customers/functions.ts';
import { fulfilOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { unsubscribe } from '../../../lib/resources/pages.ts';
import { reportReviewRequests, resubscribe } from '../../../lib/resources/review-requests/functions.ts';
import * as requests from '../../../lib/resources/review-requests/records.ts';
import { weekOf } from '../../../lib/resources/review-requests/rules.ts';
import { shopListReviewable, shopPostReview } from '../../../lib/resources/reviews/shop-calls.ts';
import { shopperOf } from '../../../lib/resources/waitlist/records.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { onCall } from '../../support/aws/on-call.ts';
import { inboxOf } from '../../support/aws/queued-messages.ts';
import { allTextsOf, entitiesOf } from '../../support/aws/table-contents.ts';
import { handlerOf } from '../../support/handlers.ts';
import { openPage } from '../../support/http/pages.ts';
import { callShop } from '../../support/http/shop.ts';
import { invoke } from '../../support/invoke.ts';
import { lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { later } from '../../support/world/clock.ts';
import { reviewContent, stand } from '../../support/world/reviews.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const round = await handlerOf({ name: 'send-review-requests' });

const days = 86_400;

let world: World;
let email: string;

beforeEach(async () => {
  world = await newWorld();
  email = `${newId('customer')}@example.com`;
  await asking();
});

/** Lets the first site ask for reviews, and the first customer have an address of their own. */
const asking = (settings: object = {}, site: object = {}, customer: object = {}) =>
  succeeded(
    invoke(importRecords, {
      store_id: world.store.id,
      sites: [{ ...world.sites[0], review_requests: { enabled: true, ...settings }, ...site }],
      customers: [{ ...world.customers[0], email, email_verified: true, ...customer }],
    }),
  );

/** An order of two products that is fulfilled. */
async function fulfilled(fields: object = {}) {
  const [teapot, recordings] = world.products;
  const lines = [
    lineOf(teapot, { quantity: 2, unit_price: 1000 }),
    lineOf(recordings, { unit_price: 500 }),
    // The same product again: it is listed once.
    lineOf({ ...teapot, variants: teapot.variants.slice(1) }, { unit_price: 1000 }),
  ];
  const order = orderOf(world, { lines, ...fields });
  await succeeded(record(world, order));
  await succeeded(invoke(fulfilOrder, { store_id: world.store.id, order_id: order.id }));
  return order;
}

const inbox = () => inboxOf(email);

/** Lets the site ask at once, fulfils an order, and sends its email; returns the first email to the address. */
async function requested(settings: object = {}, site: object = {}, customer: object = {}) {
  await asking({ delay_days: 0, ...settings }, site, customer);
  const order = await fulfilled();
  later(60);
  await round();
  const [mail] = await inbox();
  return { order, mail };
}

const reload = (order: { id: string }) => requests.find(world.store.id, order.id);

const linkIn = (mail: { body: { text: string } } | undefined, path: string): URL => {
  const [link = ''] = mail?.body.text.split('\n').filter((line) => line.includes(path)) ?? [];
  return new URL(link);
};

const unsubscribeIn = (mail: { body: { text: string } } | undefined): string =>
  linkIn(mail, '/unsubscribe/').searchParams.get('t') ?? '';

const tokenIn = (mail: { body: { text: string } } | undefined): string =>
  new URLSearchParams(linkIn(mail, '#t=').hash.slice(1)).get('t') ?? '';

/** Follows the link that ends the emails, as an email program does with one click. */
const oneClick = async (mail: Awaited<ReturnType<typeof inbox>>[number] | undefined) => {
  const header = mail?.headers?.find(({ name }) => name === 'List-Unsubscribe')?.value ?? '';
  const query = new URL(header.slice(1, -1)).search.slice(1);
  return openPage(unsubscribe, { method: 'POST', query, body: 'List-Unsubscribe=One-Click' });
};

describe('the request', () => {
  test('goes once delay_days have passed since the order was fulfilled, and lists each product once', async () => {
    await fulfilled();
    later(7 * days - 60);
    await round();
    expect(await inbox()).toEqual([]);

    later(120);
    await round();
    await round();

    const [mail, ...more] = await inbox();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`What do you think of your order from ${world.sites[0].name}?`);
    const [teapot, recordings] = world.products;
    const variant = teapot.variants[0]?.name;
    expect(mail?.body.text).toContain(`- ${[teapot.name, variant].filter(Boolean).join(', ')}\n- ${recordings.name}`);
  });

  test('is also planned by an order that is recorded as fulfilled, once', async () => {
    const order = orderOf(world, { status: 'fulfilled' });
    await succeeded(record(world, order));
    const planned = await reload(order);
    await succeeded(record(world, order));

    expect(planned).toMatchObject({ step: 'request', requested_at: null });
    expect(await reload(order)).toEqual(planned);
  });

  test('is planned by the repeated call if the first one died after its order was recorded', async () => {
    const order = orderOf(world, { status: 'fulfilled' });
    let transactions = 0;
    await watch(
      () => record(world, order),
      (_, command) =>
        (command.startsWith('Put') || command.startsWith('Transact')) && ++transactions === 2 ? 'before' : undefined,
    );
    expect(await reload(order)).toBeUndefined();

    await succeeded(record(world, order));
    expect(await reload(order)).toMatchObject({ step: 'request' });
  });

  test('is not planned where the site does not ask, which is the default', async () => {
    await succeeded(invoke(importRecords, { store_id: world.store.id, sites: [world.sites[0]] }));

    expect(await reload(await fulfilled())).toBeUndefined();
  });

  test('goes in the language of the customer, from the site, with the headers for one click', async () => {
    const { mail } = await requested({}, { locale: 'fr', email_from: 'tee@example.com' }, { locale: 'de' });

    expect(mail?.subject).toBe(`Wie zufrieden sind Sie mit Ihrer Bestellung bei ${world.sites[0].name}?`);
    expect(mail?.headers).toEqual([
      { name: 'List-Unsubscribe', value: expect.stringMatching(/^<https?:\/\/\S+\/unsubscribe\/\?t=[\w-]+>$/) },
      { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
    ]);
  });

  test('links to the page of the service, or to the site’s own, with the token in the fragment', async () => {
    await asking({ delay_days: 0 });
    await fulfilled();
    await requested({ page_url: 'https://shop.example/rate?from=mail#old' });

    const links = (await inbox()).map((mail) => linkIn(mail, '#t=').href.replace(/(?<=#t=).+/, '…'));
    expect(links).toContain('https://shop.example/rate?from=mail#t=…');
  });

  test('shows hostile names as text', async () => {
    const [product] = world.products;
    const name = '<script>alert(1)</script>\r\nBcc: all';
    await succeeded(invoke(importRecords, { store_id: world.store.id, products: [{ ...product, name }] }));
    const { mail } = await requested();

    expect(mail?.body.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; Bcc: all');
    expect(mail?.body.html).not.toContain('<script>');
  });
});

describe('the token of the link', () => {
  test('reviews the products of this order, and what is posted with it counts in the report', async () => {
    const { order, mail } = await requested();
    const token = tokenIn(mail);

    const listed = await callShop(shopListReviewable, world, { token });
    const [teapot] = world.products;
    const posted = await callShop(shopPostReview, world, {
      token,
      body: { site_id: world.sites[0].id, product_id: teapot.id, ...reviewContent },
    });
    const refused = await callShop(shopPostReview, world, {
      token,
      body: { site_id: world.sites[0].id, product_id: world.products[2].id, ...reviewContent },
    });

    expect(listed.body).toMatchObject({ data: [{ order_id: order.id }, { order_id: order.id }] });
    expect(posted.status).toBe(200);
    expect(refused.status).toBe(403);
    const now = timestampNow();
    const report = await succeeded(
      invoke(reportReviewRequests, { store_id: world.store.id, from: now, to: '2090-01-01T00:00:00Z' }),
    );
    expect(report).toEqual({ data: [{ week: weekOf(now), sent: 1, reminded: 0, reviews: 1 }] });
  });

  test('ends after 60 days', async () => {
    const token = tokenIn((await requested()).mail);
    later(60 * days - 120);
    expect((await callShop(shopListReviewable, world, { token })).status).toBe(200);
    later(180);
    expect((await callShop(shopListReviewable, world, { token })).status).toBe(401);
  });
});

describe('the reminder', () => {
  const remind_after_days = 3;

  test('counts from the request, goes once, and lists only what is left to review', async () => {
    const { mail } = await requested({ remind_after_days });
    await callShop(shopPostReview, world, {
      token: tokenIn(mail),
      body: { site_id: world.sites[0].id, product_id: world.products[0].id, ...reviewContent },
    });
    later(3 * days - 60);
    await round();
    expect(await inbox()).toHaveLength(1);

    later(120);
    await round();
    later(90 * days);
    await round();

    const reminders = (await inbox()).filter(({ subject }) => subject.startsWith('A reminder'));
    expect(reminders).toHaveLength(1);
    expect(reminders[0]?.body.text).toContain(world.products[1].name);
    expect(reminders[0]?.body.text).not.toContain(world.products[0].name);
    expect(await inbox()).toHaveLength(2);
  });

  test('does not go once all is reviewed', async () => {
    const { order, mail } = await requested({ remind_after_days });
    const token = tokenIn(mail);
    for (const { id: product_id } of world.products.slice(0, 2)) {
      const body = { site_id: world.sites[0].id, product_id, ...reviewContent };
      expect((await callShop(shopPostReview, world, { token, body })).status).toBe(200);
    }
    later(4 * days);
    await round();

    expect(await inbox()).toHaveLength(1);
    expect(await reload(order)).toMatchObject({ dropped: 'reviewed' });
  });
});

describe('an email is dropped if', () => {
  const reasons: [string, string, (order: { id: string; lines: object[] }) => Promise<unknown>][] = [
    ['the site has stopped asking', 'off', () => asking({ enabled: false })],
    ['the site has no reviews any more', 'off', () => asking({}, { reviews_enabled: false })],
    ['the author is banned', 'author', () => stand(world, world.customers[0], 'banned')],
    ['the address is not verified any more', 'author', () => asking({}, {}, { email_verified: false })],
    [
      'the customer is deleted',
      'author',
      () => succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: world.customers[0].id })),
    ],
    [
      'the customer is deleted and imported again',
      'author',
      async () => {
        await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: world.customers[0].id }));
        await asking();
      },
    ],
    [
      'the order is refunded entirely',
      'refunded',
      ({ id: order_id, lines }) =>
        succeeded(
          invoke(refundOrder, {
            ...{ store_id: world.store.id, order_id, refund_id: newId('order') },
            lines: lines.map((each, line) => ({ line, quantity: (each as { quantity: number }).quantity })),
          }),
        ),
    ],
  ];

  test.each(reasons)('%s', async (_, dropped, cause) => {
    const order = await fulfilled();
    await cause(order);
    later(8 * days);
    await round();
    await asking();
    later(days);
    await round();

    expect(await inbox()).toEqual([]);
    expect(await reload(order)).toMatchObject({ dropped, requested_at: null });
  });

  test('the service has no reviews', async () => {
    const order = await fulfilled();
    later(8 * days);
    vi.stubEnv('SERVICE_REVIEWS', 'false');
    await round();

    expect(await inbox()).toEqual([]);
    expect(await reload(order)).toMatchObject({ dropped: 'off' });
  });

  test('a part of the order is refunded: the rest is listed', async () => {
    const order = await fulfilled();
    const content = { refund_id: newId('order'), lines: [{ line: 1, quantity: 1 }] };
    await succeeded(invoke(refundOrder, { store_id: world.store.id, order_id: order.id, ...content }));
    later(8 * days);
    await round();

    const [mail] = await inbox();
    expect(mail?.body.text).toContain(world.products[0].name);
    expect(mail?.body.text).not.toContain(world.products[1].name);
  });
});

describe('no email is sent twice', () => {
  test('through deaths at every call, and further rounds: at most one for each step', { tags: 'long' }, async () => {
    await asking({ delay_days: 0, remind_after_days: 1 });
    for (let call = 0; call < 12; call += 1) {
      for (const moment of ['before', 'after'] as const) {
        await fulfilled();
        later(60);
        await watch(
          () => Promise.allSettled([round()]),
          (index) => (index === call ? moment : undefined),
        );
        await Promise.allSettled([round(), round()]);
        later(2 * days);
        await Promise.allSettled([round(), round()]);
      }
    }

    const claims = await Promise.all(
      (await inbox()).map((mail) => readUnsubscribeToken(unsubscribeIn(mail), timestampNow())),
    );
    const steps = claims.map((each) => each?.list === 'review' && `${each.order_id} ${each.step}`);
    expect(steps).not.toContain(false);
    expect(steps).toHaveLength(new Set(steps).size);
    const sent = (await entitiesOf(world.store.id)).filter(({ sk }) => sk === 'REVIEWREQUEST');
    expect(sent).toHaveLength(24);
    expect((await inbox()).length).toBeLessThanOrEqual(sent.length * 2);
    expect((await inbox()).length).toBeGreaterThan(sent.length);
  });

  test('SES refuses because there are too many: it is sent a moment later', async () => {
    const tooMany = new TooManyRequestsException({ message: 'Too many', $metadata: {} });
    vi.spyOn(sesOnce, 'send').mockImplementationOnce(() => Promise.reject(tooMany));
    await requested();

    expect(await inbox()).toHaveLength(1);
  });

  test('SES fails, perhaps after it took the email: it is not sent again, and the round says so', async () => {
    vi.stubEnv('LOG_LEVEL', 'debug');
    const lines: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    vi.spyOn(sesOnce, 'send').mockImplementationOnce(() => Promise.reject(new Error(`Lost: <${email}>`)));
    await expect(requested()).rejects.toThrow('1 failed');
    await round();

    expect(await inbox()).toEqual([]);
    expect(lines.join('')).toContain('Lost');
    expect(lines.join('')).not.toContain(email);
  });
});

describe('unsubscribing', () => {
  test('holds for the address in the store, in any letter case, and for orders to come', async () => {
    const { mail } = await requested({ remind_after_days: 1 });
    expect((await oneClick(mail)).status).toBe(200);
    await asking({ delay_days: 0, remind_after_days: 1 }, {}, { email: email.toUpperCase() });
    const next = await fulfilled();
    later(2 * days);
    await round();

    expect(await inbox()).toHaveLength(1);
    expect(await reload(next)).toMatchObject({ dropped: 'unsubscribed' });
    const kept = (await allTextsOf(world.store.id)).filter((text) => text.includes('#UNSUBSCRIBED#'));
    expect(kept).toHaveLength(1);
    expect(kept[0]).not.toContain(email);
    expect(kept[0]).not.toContain(shopperOf(email));
  });

  test('twice is 200 and changes nothing more; GET asks with a button and changes nothing', async () => {
    const { mail } = await requested();
    const query = linkIn(mail, '/unsubscribe/').search.slice(1);
    const before = await entitiesOf(world.store.id);
    const page = await openPage(unsubscribe, { method: 'GET', query });
    expect(page.html).toContain('<h1>Stop emails from Test store that ask for reviews?</h1>');
    expect(page.html).toContain('<form method="post"><button>Stop these emails</button></form>');
    expect(await entitiesOf(world.store.id)).toEqual(before);

    const first = await oneClick(mail);
    const after = await entitiesOf(world.store.id);
    const second = await oneClick(mail);

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.html).toContain('Test store will not ask you for reviews any more');
    expect(await entitiesOf(world.store.id)).toEqual(after);
  });

  test('survives delete-customer, and ends with resubscribe', async () => {
    await oneClick((await requested()).mail);
    const about = { store_id: world.store.id, customer_id: world.customers[0].id };
    const exported = await succeeded(invoke(exportCustomer, about));
    expect(exported.data).toContainEqual(
      expect.objectContaining({ type: 'customer', unsubscribed_at: timestampNow() }),
    );
    await succeeded(invoke(deleteCustomer, about));
    await requested();
    expect(await inbox()).toHaveLength(1);

    const again = { store_id: world.store.id, email: email.toUpperCase() };
    expect(await invoke(resubscribe, again)).toEqual({ resubscribed: true });
    expect(await invoke(resubscribe, again)).toEqual({ resubscribed: false });
    await requested();
    expect(await inbox()).toHaveLength(2);
  });

  test('before the commit of an email that was already decided: it is not sent', async () => {
    const { mail } = await requested();
    const next = await fulfilled();
    later(60);
    let isFirst = true;
    const stop = onCall(dynamodb, async ({ command, input }, send) => {
      const sends =
        JSON.stringify(input).includes('REVIEWREQUESTS#') || JSON.stringify(input).includes('#UNSUBSCRIBED#');
      if (isFirst && command.startsWith('TransactWrite') && sends) {
        isFirst = false;
        await oneClick(mail);
      }
      return send();
    });
    await round();
    stop();

    expect(isFirst).toBe(false);
    expect(await inbox()).toHaveLength(1);
    expect(await reload(next)).toMatchObject({ dropped: 'unsubscribed' });
  });
});

test.each([
  ['2026-01-01T00:00:00Z', '2026-W01'],
  ['2025-12-29T00:00:00Z', '2026-W01'],
  ['2025-12-28T23:59:59Z', '2025-W52'],
  ['2027-01-03T12:00:00Z', '2026-W53'],
  ['2026-11-28T04:00:00Z', '2026-W48'],
])('the week of %s is %s', (time, week) => {
  expect(weekOf(time)).toBe(week);
});

test('the report refuses a period that ends before it starts', async () => {
  const period = { from: '2026-11-02T00:00:00Z', to: '2026-11-02T00:00:00Z' };
  expect(await invoke(reportReviewRequests, { store_id: world.store.id, ...period })).toMatchObject({
    errorType: 'INVALID_FIELD',
    errorMessage: 'to must be after from',
  });
});
