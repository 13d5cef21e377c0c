/** Any two changes of one object make the same events, a second apart or a minute. */
import { beforeAll, expect, test } from 'vitest';
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import * as addresses from '../../lib/resources/customer-addresses/operations.ts';
import { setCustomerStanding } from '../../lib/resources/customers/functions.ts';
import * as files from '../../lib/resources/digital-files/operations.ts';
import * as cards from '../../lib/resources/gift-cards/operations.ts';
import * as options from '../../lib/resources/gift-options/operations.ts';
import { cancelOrder, fulfilOrder, payOrder, refundOrder } from '../../lib/resources/orders/functions.ts';
import { deleteReview, editReview } from '../../lib/resources/reviews/functions.ts';
import * as reviews from '../../lib/resources/reviews/operations.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { toTimestamp } from '../../lib/schema/times.ts';
import { storeTable } from '../../lib/table/client.ts';
import { isolateTables } from '../support/aws/table-contents.ts';
import { complaintsAbout, eventsOfChanges, historyOf } from '../support/events/truth.ts';
import { call } from '../support/http/call.ts';
import { jpeg, multipart } from '../support/http/multipart.ts';
import { invoke } from '../support/invoke.ts';
import { orderOf, record } from '../support/world/checkout.ts';
import { atTime } from '../support/world/clock.ts';
import { addressBody } from '../support/world/customer-addresses.ts';
import { issued } from '../support/world/gift-cards.ts';
import { newReview } from '../support/world/reviews.ts';
import { join, leave } from '../support/world/waitlist.ts';
import { newCustomer, newProduct, newSite, newWorld, succeeded, type World } from '../support/world/world.ts';

type Change<Own> = (world: World, own: Own) => Promise<unknown>;

/** A kind of object: how one is made, and what may change it; a refused change has no event. */
interface Kind<Own = never> {
  make(world: World): Promise<Own>;
  /** The id that marks an object's events as its own. */
  id(own: Own): string;
  changes: Readonly<Record<string, Change<Own>>>;
}

const kind = <Own>(declared: Kind<Own>): Kind => declared as unknown as Kind;

/** An operation on what the path names. */
const calling =
  <Own extends Record<string, string>>(operation: Operation, input: object = {}): Change<Own> =>
  ({ write: key }, path) =>
    call(operation, { path, key, ...input });

const photo = multipart([{ name: 'image', fileName: 'x.jpg', content: jpeg() }]);
const file = (content: string) => multipart([{ name: 'file', fileName: 'x.txt', type: 'text/plain', content }]);

const ownProduct = async ({ store }: World, delivery: 'physical' | 'digital') => {
  const product = newProduct({ delivery });
  await succeeded(invoke(importRecords, { store_id: store.id, products: [product] }));
  return product;
};

const kinds: Readonly<Record<string, Kind>> = {
  'an address': kind({
    async make({ customers: [{ id }], write: key }) {
      const { body } = await call(addresses.createCustomerAddress, { path: { id }, body: addressBody, key });
      return { id, address_id: String(body.id) };
    },
    id: ({ address_id }) => address_id,
    changes: {
      moves: calling(addresses.updateCustomerAddress, { body: { ...addressBody, city: 'Oxford' } }),
      'moves on': calling(addresses.updateCustomerAddress, { body: { ...addressBody, city: 'Bath' } }),
      goes: calling(addresses.deleteCustomerAddress),
    },
  }),
  'a gift option': kind({
    // A name belongs to one option of a site.
    async make({ store, write: key }) {
      const site = newSite();
      await succeeded(invoke(importRecords, { store_id: store.id, sites: [site] }));
      const path = { site_id: site.id };
      const { body } = await call(options.createGiftOption, { path, body: { name: 'Box' }, key });
      return { ...path, gift_option_id: String(body.id) };
    },
    id: ({ gift_option_id }) => gift_option_id,
    changes: {
      'has another name': calling(options.updateGiftOption, { body: { name: 'Ribbon' } }),
      'has another price': calling(options.updateGiftOption, { body: { name: 'Box', price: 5 } }),
      'has a photo': calling(options.setGiftOptionImage, photo),
      'has none': calling(options.removeGiftOptionImage),
      goes: calling(options.deleteGiftOption),
    },
  }),
  'a gift card': kind({
    make: async (world) => ({ gift_card_id: String((await issued(world)).id) }),
    id: ({ gift_card_id }) => gift_card_id,
    changes: {
      rises: calling(cards.adjustGiftCard, { body: { amount: 5 } }),
      falls: calling(cards.adjustGiftCard, { body: { amount: -5 } }),
      'is disabled': calling(cards.disableGiftCard),
      'is enabled': calling(cards.enableGiftCard),
      'has a note': calling(cards.updateGiftCard, { body: { note: 'Lost', expires_at: null } }),
      'has an end': calling(cards.updateGiftCard, { body: { note: '', expires_at: '2099-01-01T00:00:00Z' } }),
      'has another code': calling(cards.replaceGiftCardCode, { body: {} }),
    },
  }),
  'an order': kind({
    async make(world) {
      const order = orderOf(world, { status: 'pending' });
      await succeeded(record(world, order));
      return { store_id: world.store.id, order_id: order.id };
    },
    id: ({ order_id }) => order_id,
    changes: {
      'is paid': (_, own) => invoke(payOrder, own),
      'is fulfilled': (_, own) => invoke(fulfilOrder, own),
      'is cancelled': (_, own) => invoke(cancelOrder, own),
      'is refunded': (_, own) => invoke(refundOrder, { ...own, refund_id: `${own.order_id} first`, amount: 5 }),
      'is refunded again': (_, own) => invoke(refundOrder, { ...own, refund_id: `${own.order_id} second`, amount: 5 }),
    },
  }),
  'a review': kind({
    async make(world) {
      const customer = newCustomer();
      await succeeded(invoke(importRecords, { store_id: world.store.id, customers: [customer] }));
      const { id } = await newReview(world, customer, world.products[0]);
      return { store_id: world.store.id, customer_id: customer.id, review_id: String(id) };
    },
    id: ({ review_id }) => review_id,
    changes: {
      'is edited': (_, own) => invoke(editReview, { ...own, rating: 1, title: 'Drips', body: '' }),
      'is hidden': ({ write: key }, { review_id }) =>
        call(reviews.hideReview, { path: { review_id }, body: { reason: 'spam' }, key }),
      'is hidden for another reason': ({ write: key }, { review_id }) =>
        call(reviews.hideReview, { path: { review_id }, body: { reason: 'offensive' }, key }),
      'is shown': ({ write: key }, { review_id }) => call(reviews.showReview, { path: { review_id }, key }),
      'has a banned author': (_, { store_id, customer_id }) =>
        invoke(setCustomerStanding, { store_id, customer_id, standing: 'banned' }),
      'has a good author': (_, { store_id, customer_id }) =>
        invoke(setCustomerStanding, { store_id, customer_id, standing: 'good' }),
      'is taken back': (_, own) => invoke(deleteReview, own),
    },
  }),
  'a waiting shopper': kind({
    make: async (world) => ownProduct(world, 'physical'),
    id: ({ variants: [variant] }) => variant?.id ?? '',
    changes: {
      joins: (world, product) => join(world, product, 'ada@example.com'),
      leaves: (world, product) => leave(world, product, 'ada@example.com'),
    },
  }),
  'a file': kind({
    async make(world) {
      const { id, variants } = await ownProduct(world, 'digital');
      return { id, variant_id: variants[0]?.id ?? '' };
    },
    id: ({ variant_id }) => variant_id,
    changes: {
      'is uploaded': calling(files.uploadDigitalFile, file('One')),
      'is replaced': calling(files.uploadDigitalFile, file('Two')),
      goes: calling(files.deleteDigitalFile),
    },
  }),
};

/** Every pair of changes. The same twice changes what is shown only where its time is another. */
const pairs = Object.entries(kinds).flatMap(([name, { make, id, changes }]) =>
  Object.entries(changes).flatMap(([first, change]) =>
    Object.entries(changes)
      .filter(([second]) => second !== first)
      .map(([second, next]) => ({
        name: `${name} ${first}, then ${second}`,
        make,
        id,
        change,
        next,
      })),
  ),
);

isolateTables('suite', { stream: true });

/** The events of an object that changes twice, so many seconds apart, by its id. */
async function changedTwice(world: World, { make, id, change, next }: (typeof pairs)[number], seconds: number) {
  const begin = Date.now();
  const later = (count: number) => toTimestamp(begin + count * seconds * 1000);
  const own = await atTime(later(0), () => make(world));
  await atTime(later(1), () => change(world, own));
  await atTime(later(2), () => next(world, own));
  return id(own);
}

const ids = new Map<string, { together: string; apart: string }>();
const types = new Map<string, string[]>();

beforeAll(async () => {
  const world = await newWorld({ rateLimit: { requests: 1_000_000, window_seconds: 60 } });
  for (const pair of pairs) {
    ids.set(pair.name, { together: await changedTwice(world, pair, 0), apart: await changedTwice(world, pair, 61) });
  }
  for (const { type, object, data } of eventsOfChanges((await historyOf(storeTable())).changes)) {
    const own = 'variant_id' in data ? data.variant_id : object.id;
    types.set(own, [...(types.get(own) ?? []), type]);
  }
});

test.each(pairs)('$name', ({ name }) => {
  const { together = '', apart = '' } = ids.get(name) ?? {};

  expect(types.get(together)).toEqual(types.get(apart));
});

test('every change is reported, truly and once', async () => {
  expect(complaintsAbout(await historyOf(storeTable()))).toEqual([]);
});
