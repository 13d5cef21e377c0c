/** A key belongs to one request: the operation is part of it, and so is every name of its subject. */
import { describe, expect, test } from 'vitest';
import {
  importCustomerAddresses,
  importGiftCards,
  importReviews,
  importStoreCredits,
} from '../../lib/resources/move-in/functions.ts';
import { recordOrder, refundOrder } from '../../lib/resources/orders/functions.ts';
import { postReview } from '../../lib/resources/reviews/functions.ts';
import { createStore } from '../../lib/resources/stores/functions.ts';
import { restockVariant } from '../../lib/resources/waitlist/functions.ts';
import { createWebhook, rotateWebhookSecret } from '../../lib/resources/webhooks/functions.ts';
import { newId } from '../../lib/runtime/ids.ts';
import type { Invocable } from '../../lib/schema/invocable.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { toTimestamp } from '../../lib/schema/times.ts';
import { keyedScenarios } from '../requests/all.ts';
import { call } from '../support/http/call.ts';
import { invoke } from '../support/invoke.ts';
import { othersOf, schemaOf } from '../support/other-values.ts';
import { lineOf, orderOf, record } from '../support/world/checkout.ts';
import { importedAddress, importedCard, importedCredit, importedReview } from '../support/world/move-in.ts';
import { buy, reviewContent } from '../support/world/reviews.ts';
import { newWebhook, receiver } from '../support/world/webhooks.ts';
import { newWorld, succeeded, type World } from '../support/world/world.ts';

const parametersOf = ({ path }: Operation): string => String(path.match(/\{\w+\}/g));

/** Operations that take the bytes of one that has been answered as well, on the same path parameters. */
const alike = keyedScenarios.map(([name, scenario]) => ({
  name,
  scenario,
  others: keyedScenarios
    .map(([, { operation }]) => operation)
    .filter((other) => other !== scenario.operation && !other.upload && !scenario.operation.upload)
    .filter((other) => parametersOf(other) === parametersOf(scenario.operation)),
}));

const pairs = alike.filter(({ others }) => others.length > 0);

test.each(pairs)('the key of $name answers no other operation with the same bytes', async ({ scenario, others }) => {
  const world = await newWorld();
  const request = { ...(await scenario.prepare(world)), key: world.write, idempotencyKey: newId('upload') };
  expect((await call(scenario.operation, request)).status).toBe(scenario.operation.success.status);

  const fitting = others.filter(({ body }) => !body || body.safeParse(request.body).success);
  for (const other of fitting) {
    const { status, body } = await call(other, request);
    expect([other.name, status, body.code]).toEqual([other.name, 409, 'IDEMPOTENCY_KEY_REUSED']);
  }
});

interface Requests {
  payload: Record<string, unknown>;
  /** What the caller names it by: with another one it is another request. */
  names: readonly string[];
  /** Other values of fields without values in their schema: ids, and texts with a format. One or several of each. */
  own?: Record<string, unknown>;
  /** Further requests that ask for something else. */
  others?: object[];
  /** Fields that only the first result has, as they are in later ones. */
  shownOnce?: object;
}

/** For each function with a replay: an invocation. */
const functions: readonly [Invocable, (world: World) => Promise<Requests>][] = [
  [
    createStore,
    async () => ({
      payload: {
        ...{ store_id: newId('store'), name: 'Mine', currency: 'USD' },
        rate_limit: { requests: 5, window_seconds: 60 },
      },
      names: ['store_id'],
      own: { currency: 'EUR' },
    }),
  ],
  [
    recordOrder,
    async (world) => {
      const { store, sites, customers, products } = world;
      const line = lineOf(products[2], {
        ...{ unit_price: 5000, locale: 'de', send_at: toTimestamp(Date.now() + 86_400_000) },
        ...{ recipient_email: 'ada@example.com', message: 'For you' },
      });
      const order: Record<string, unknown> = orderOf(world, { gift_note: 'For you', shipping: 100, lines: [line] });
      return {
        payload: { store_id: store.id, order },
        names: ['store_id', 'order.id'],
        own: {
          'order.site_id': sites[1].id,
          'order.customer_id': customers[1].id,
          'order.currency': 'EUR',
          'order.gift_option_id': 'gft_other',
          'order.lines.product_id': products[1].id,
          'order.lines.variant_id': products[1].variants[0]?.id,
          'order.lines.locale': 'fr',
        },
        others: [{ order: { ...order, lines: [line, line] } }],
      };
    },
  ],
  [
    createWebhook,
    async ({ store }) => ({
      payload: {
        ...{ store_id: store.id, webhook_id: newId('webhook'), url: receiver },
        ...{ types: ['order.paid', 'review.posted'], description: 'One' },
      },
      names: ['store_id', 'webhook_id'],
      own: { url: `${receiver}/2`, types: [['order.paid', 'order.refunded'], ['order.paid'], null] },
      shownOnce: { secret: null },
    }),
  ],
  // Another rotation is another request.
  [
    rotateWebhookSecret,
    async (world) => ({
      payload: { ...(await newWebhook(world)), rotation_id: 'one' },
      names: ['store_id', 'webhook_id', 'rotation_id'],
    }),
  ],
  [
    refundOrder,
    async (world) => {
      const [first, second] = [orderOf(world), orderOf(world)];
      for (const order of [first, second]) await succeeded(record(world, order));
      return {
        payload: {
          store_id: world.store.id,
          order_id: first.id,
          refund_id: 'return 1',
          amount: 100,
          lines: [{ line: 0, quantity: 1 }],
          keep_gift_cards: false,
          to: 'store_credit',
        },
        names: ['store_id', 'refund_id'],
        own: { order_id: second.id },
      };
    },
  ],
  [
    restockVariant,
    async ({ store, products: [first, second] }) => {
      const variant_id = first.variants[0]?.id;
      return {
        payload: { store_id: store.id, product_id: first.id, variant_id, restock_id: 'lorry 7' },
        names: ['store_id', 'restock_id'],
        own: { product_id: second.id, variant_id: first.variants[1]?.id },
        others: [{ product_id: second.id, variant_id: second.variants[0]?.id }],
      };
    },
  ],
  [
    postReview,
    async (world) => {
      const { store, customers, products, sites } = world;
      await buy(world, customers[0], products[0]);
      const named = { site_id: sites[0].id, customer_id: customers[0].id, product_id: products[0].id };
      return {
        payload: { store_id: store.id, ...named, ...reviewContent, rating: 4 },
        names: ['store_id', 'customer_id', 'product_id'],
        own: { site_id: sites[1].id },
      };
    },
  ],
];

/** Fields in which a request may differ and be the same. */
const same: Readonly<Record<string, string>> = {
  'post-review site_id': 'a review is of its customer and product, wherever it was written',
};

describe('an id that the caller gave stands for one request: with another value of any field', () => {
  test.each(functions)('$name is DUPLICATE', async (invocable, prepare) => {
    const { payload, names, own, others = [], shownOnce } = await prepare(await newWorld());
    const result = await succeeded(invoke(invocable, payload));

    const named = Object.fromEntries(names.map((name) => [name, []]));
    const generated = othersOf(schemaOf(invocable.payload), payload, { ...own, ...named });
    for (const { path, value } of [
      ...generated,
      ...others.map((other) => ({ path: 'several', value: { ...payload, ...other } })),
    ]) {
      const isSame = `${invocable.name} ${path}` in same;
      expect([path, await invoke(invocable, value)]).toEqual([
        path,
        isSame ? result : expect.objectContaining({ errorType: 'DUPLICATE' }),
      ]);
    }
    expect(await invoke(invocable, payload)).toEqual({ ...result, ...shownOnce });
  });

  test('every function that refuses a duplicate has a row', async () => {
    const { invocables } = await import('../../lib/resources/nouns.ts');
    // It refuses a site of another store, with any other values.
    const ofOthers = ['import-records'];
    const duplicating = invocables.filter(
      ({ name, errors }) => errors.some(({ code }) => code === 'DUPLICATE') && !ofOthers.includes(name),
    );

    expect(functions.map(([{ name }]) => name).toSorted()).toEqual(duplicating.map(({ name }) => name).toSorted());
  });
});

/** A record of each import that is identified by its subject, with values of its other fields. */
const imports: readonly [Invocable, (world: World) => object, names: string[], own?: Record<string, unknown>][] = [
  [importGiftCards, () => importedCard({ balance: 2500, initial_value: 5000 }), ['code'], { currency: [] }],
  [
    importStoreCredits,
    (world) => importedCredit(world),
    ['external_id'],
    { customer_id: 'cus_other', currency: [], reason: 'goodwill' },
  ],
  [importReviews, (world) => importedReview(world), ['customer_id', 'product_id'], { hidden_reason: 'spam' }],
  [
    importCustomerAddresses,
    (world) => importedAddress(world, { id: newId('address') }),
    ['customer_id', 'id'],
    { state: 'CA', zip: '94105', country: 'US' },
  ],
];

test.each(imports)(
  'a record of $name that has another value of any field is not the one that was imported',
  async (invocable, recordOf, names, own) => {
    const world = await newWorld();
    const payload = { store_id: world.store.id, records: [recordOf(world)] };
    expect(await invoke(invocable, payload)).toMatchObject({ imported: 1 });

    const ids = Object.fromEntries(names.map((name) => [`records.${name}`, []]));
    const owned = Object.fromEntries(Object.entries(own ?? {}).map(([name, value]) => [`records.${name}`, value]));
    const others = othersOf(schemaOf(invocable.payload), payload, {
      store_id: [],
      update: [],
      import_id: [],
      dry_run: [],
      ...ids,
      ...owned,
    });
    for (const { path, value } of others) {
      expect([path, await invoke(invocable, value)]).toEqual([
        path,
        expect.objectContaining({ imported: 0, unchanged: 0, refused: [expect.objectContaining({ index: 0 })] }),
      ]);
    }
    expect(await invoke(invocable, payload)).toMatchObject({ unchanged: 1 });
  },
);
