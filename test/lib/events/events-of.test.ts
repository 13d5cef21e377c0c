/** Events of the changes that operations really make. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { StoreEvent } from '../../../lib/events/events-of.ts';
import { differs } from '../../../lib/events/item.ts';
import * as addresses from '../../../lib/resources/customer-addresses/operations.ts';
import { setCustomerStanding } from '../../../lib/resources/customers/functions.ts';
import * as cards from '../../../lib/resources/gift-cards/operations.ts';
import * as options from '../../../lib/resources/gift-options/operations.ts';
import { cancelOrder, fulfilOrder, payOrder } from '../../../lib/resources/orders/functions.ts';
import { deleteReview, editReview } from '../../../lib/resources/reviews/functions.ts';
import * as reviews from '../../../lib/resources/reviews/operations.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { complaintsAbout, eventsOfChanges, historyOf } from '../../support/events/truth.ts';
import { call } from '../../support/http/call.ts';
import { jpeg, multipart } from '../../support/http/multipart.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, orderOf, record } from '../../support/world/checkout.ts';
import { issued } from '../../support/world/gift-cards.ts';
import * as restocks from '../../support/world/restocks.ts';
import { newReview } from '../../support/world/reviews.ts';
import { join, leave } from '../../support/world/waitlist.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

isolateTables('suite', { stream: true });

let world: World;

beforeAll(async () => {
  world = await newWorld();
});

/** The events of some work. */
async function eventsDuring(work: () => Promise<unknown>): Promise<StoreEvent[]> {
  const before = (await historyOf(storeTable())).changes.length;
  await work();
  return eventsOfChanges((await historyOf(storeTable())).changes.slice(before));
}

const typesDuring = async (work: () => Promise<unknown>) => (await eventsDuring(work)).map(({ type }) => type);

test('an address that comes, changes and goes has events, with its customer', async () => {
  const [customer] = world.customers;
  const path = { id: customer.id };
  const body = { first_name: 'Ada', last_name: 'L', street1: '1', city: 'B', state: 'S', country_id: 1 };
  const events = await eventsDuring(async () => {
    const { body: address } = await call(addresses.createCustomerAddress, { path, body, key: world.write });
    const own = { ...path, address_id: address.id };
    const changed = { ...body, city: 'C' };
    await call(addresses.updateCustomerAddress, { path: own, body: changed, key: world.write });
    await call(addresses.deleteCustomerAddress, { path: own, key: world.write });
  });

  const types = ['customer_address.created', 'customer_address.updated', 'customer_address.deleted'];
  expect(events.map(({ type }) => type)).toEqual(types);
  expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  for (const event of events) {
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_[a-z0-9]+$/),
      store_id: world.store.id,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      object: { type: 'customer_address', id: expect.stringMatching(/^cad_/) },
      data: { customer_id: customer.id },
    });
  }
  expect(new Set(events.map(({ id }) => id)).size).toBe(3);
});

test('an option reports its fields and its photo, and only its end when it goes', async () => {
  const path = { site_id: world.sites[0].id };
  const key = world.write;
  expect(
    await typesDuring(async () => {
      const { body } = await call(options.createGiftOption, { path, body: { name: 'Box' }, key });
      const own = { ...path, gift_option_id: body.id };
      await call(options.updateGiftOption, { path: own, body: { name: 'Big box' }, key });
      const photo = multipart([{ name: 'image', fileName: 'x.jpg', content: jpeg() }]);
      await call(options.setGiftOptionImage, { path: own, key, ...photo });
      await call(options.deleteGiftOption, { path: own, key });
    }),
  ).toEqual(['gift_option.created', 'gift_option.updated', 'gift_option.image_changed', 'gift_option.deleted']);
});

describe('a gift card', () => {
  test('reports each entry of its ledger, and nothing if nothing changes', async () => {
    const key = world.write;
    const events = await eventsDuring(async () => {
      const { body: card } = await call(cards.issueGiftCard, { body: { value: 500 }, key });
      const path = { gift_card_id: card.id };
      await call(cards.adjustGiftCard, { path, body: { amount: -200 }, key });
      await call(cards.disableGiftCard, { path, key });
      await call(cards.disableGiftCard, { path, key });
      await call(cards.enableGiftCard, { path, key });
      await call(cards.updateGiftCard, { path, body: { note: 'Lost', expires_at: '2099-01-01T00:00:00Z' }, key });
      await call(cards.replaceGiftCardCode, { path, body: { recipient_email: 'grace@example.com' }, key });
    });

    expect(events.map(({ type, data }) => [type, data])).toMatchObject([
      ['gift_card.issued', { amount: 500, balance: 500, order_id: null }],
      ['gift_card.adjusted', { amount: -200, balance: 300 }],
      ['gift_card.disabled', { amount: 0, balance: 300 }],
      ['gift_card.enabled', { amount: 0, balance: 300 }],
      ['gift_card.updated', { expires_at: '2099-01-01T00:00:00Z' }],
      ['gift_card.code_replaced', { expires_at: '2099-01-01T00:00:00Z' }],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Lost|grace/);
  });
});

test('an order reports each new status, and its cancelling with the refund to its card', async () => {
  const about = (order: { id: string }) => ({ store_id: world.store.id, order_id: order.id });
  const { code } = await issued(world, { value: 500 });
  const [paid, abandoned] = [
    orderOf(world, { status: 'pending' }),
    orderOf(world, { status: 'pending', checkout_id: 'x' }),
  ];
  const events = await eventsDuring(async () => {
    await record(world, paid);
    await invoke(payOrder, about(paid));
    await invoke(fulfilOrder, about(paid));
    await invoke(fulfilOrder, about(paid));
    await hold(world, code, { checkout_id: 'x' });
    await record(world, abandoned);
    await invoke(cancelOrder, about(abandoned));
    await invoke(cancelOrder, about(abandoned));
  });

  const ofOrder = (order: { id: string }) =>
    events.filter(({ object }) => object.id === order.id).map(({ type, data }) => [type, data]);
  const payment = { total: 2333, paid_by_gift_card: 0, paid_by_card: 2333, paid_by_store_credit: 0 };
  expect(ofOrder(paid)).toEqual([
    ['order.recorded', { ...payment, status: 'pending' }],
    ['order.paid', { ...payment, status: 'paid' }],
    ['order.fulfilled', { ...payment, status: 'fulfilled' }],
  ]);
  const inPart = { total: 2333, paid_by_gift_card: 500, paid_by_card: 1833, paid_by_store_credit: 0 };
  expect(ofOrder(abandoned)).toEqual([
    ['order.recorded', { ...inPart, status: 'pending' }],
    ['order.cancelled', { ...inPart, status: 'cancelled' }],
  ]);
  const money = events.filter(({ type }) => /^gift_card\.(?:issued|adjusted|redeemed|refunded)$/.test(type));
  expect(money.map(({ type }) => type)).toEqual(['gift_card.redeemed', 'gift_card.refunded']);
});

test('a review reports each new status, and its product the new rating', async () => {
  const [customer] = world.customers;
  const [product] = world.products;
  const { store, write: key } = world;
  const of = { store_id: store.id, customer_id: customer.id };
  const content = { rating: 2, title: 'Drips', body: '' };
  let review = { id: '' };
  const types = await typesDuring(async () => {
    review = await newReview(world, customer, product);
    const path = { review_id: review.id };
    await succeeded(invoke(editReview, { ...of, ...path, ...content }));
    const body = { reason: 'spam' };
    await call(reviews.hideReview, { path, body, key });
    await call(reviews.hideReview, { path, body, key });
    await call(reviews.showReview, { path, key });
    await succeeded(invoke(setCustomerStanding, { ...of, standing: 'shadowbanned' }));
    await succeeded(invoke(setCustomerStanding, { ...of, standing: 'good' }));
    await succeeded(invoke(deleteReview, { ...of, ...path }));
  });

  expect(types.filter((type) => type.startsWith('review.'))).toEqual([
    'review.posted',
    'review.edited',
    'review.hidden',
    'review.shown',
    'review.status_changed',
    'review.status_changed',
    'review.deleted',
  ]);
  expect(types.filter((type) => type.startsWith('product.'))).toHaveLength(7);
});

test('a shopper who leaves a waitlist, comes again and leaves has a new id each time', async () => {
  const [product] = world.products;
  const events = await eventsDuring(async () => {
    for (let time = 0; time < 2; time += 1) {
      await join(world, product, 'ada@example.com');
      await leave(world, product, 'ada@example.com');
    }
  });

  expect(events.map(({ type }) => type)).toEqual([
    'waitlist.joined',
    'waitlist.left',
    'waitlist.joined',
    'waitlist.left',
  ]);
  expect(new Set(events.map(({ object }) => object.id)).size).toBe(2);
  expect(JSON.stringify(events)).not.toContain('ada@');
});

test('every shopper that an event names was notified, and has not left', async () => {
  const own = await newWorld();
  await restocks.join(own, 'ada@example.com');
  const types = await typesDuring(async () => {
    await succeeded(restocks.restock(own, 'back'));
    await restocks.notify(own, 'back');
  });

  expect(types).toEqual(['waitlist.notified']);
});

describe('all that has happened here', () => {
  test('is reported, truly and once', async () => {
    expect(complaintsAbout(await historyOf(storeTable()))).toEqual([]);
  });

  test.each<[string, (events: StoreEvent[]) => StoreEvent[]]>([
    ['an event is missing', (events) => events.filter(({ type }) => type !== 'gift_card.enabled')],
    ['a balance is false', (events) => events.map((event) => balanced(event))],
    ['a sequence does not rise', (events) => events.map((event) => ({ ...event, sequence: 1 }))],
    ['two changes have one id', (events) => events.map((event) => ({ ...event, id: 'evt_1' }))],
    ['a person is named', (events) => events.map((event) => ({ ...event, data: { ...event.data, name: 'Ada' } }))],
  ])('and it is noticed where %s', async (_, spoil) => {
    const history = await historyOf(storeTable());
    expect(complaintsAbout(history, (changes) => spoil(eventsOfChanges(changes)))).not.toEqual([]);
  });
});

const balanced = (event: StoreEvent): StoreEvent =>
  'balance' in event.data ? { ...event, data: { ...event.data, balance: event.data.balance + 1 } } : event;

test.each([
  [
    'the same fields in another order are no change',
    { image: { url: 'a', size: 1 } },
    { image: { size: 1, url: 'a' } },
    false,
  ],
  ['another field is', { image: { url: 'a', size: 1 } }, { image: { url: 'b', size: 1 } }, true],
  ['another order of a list is', { image: ['a', 'b'] }, { image: ['b', 'a'] }, true],
  ['what an older state lacks is null', {}, { image: null }, false],
])('%s', (_, before: { image?: unknown }, after: { image?: unknown }, expected) => {
  expect(differs(before, after, ['image'])).toBe(expected);
});
