/** A key stands for one request: the operation is part of it, and so is whatever names what is asked for. */
import { describe, expect, test } from 'vitest';
import { recordOrder, refundOrder } from '../../lib/resources/orders/functions.ts';
import { postReview } from '../../lib/resources/reviews/functions.ts';
import { createStore } from '../../lib/resources/stores/functions.ts';
import { restockVariant } from '../../lib/resources/waitlist/functions.ts';
import { createWebhook, rotateWebhookSecret } from '../../lib/resources/webhooks/functions.ts';
import { newId } from '../../lib/runtime/ids.ts';
import type { Invocable } from '../../lib/schema/invocable.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { keyedScenarios } from '../requests/all.ts';
import { call } from '../support/http/call.ts';
import { invoke } from '../support/invoke.ts';
import { lineOf, orderOf, record } from '../support/world/checkout.ts';
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
  payload: object;
  others: object[];
  /** What the result has once alone, as it is in later ones. */
  shownOnce?: object;
}

/** For each function with a replay: an invocation, and others under the same id that ask for something else. */
const functions: readonly [Invocable, (world: World) => Promise<Requests>][] = [
  [
    createStore,
    async () => {
      const payload = { store_id: newId('store'), name: 'Mine', currency: 'USD' };
      const others = [{ name: 'Yours' }, { currency: 'EUR' }, { rate_limit: { requests: 5, window_seconds: 60 } }];
      return { payload, others: others.map((other) => ({ ...payload, ...other })) };
    },
  ],
  [
    recordOrder,
    async (world) => {
      const { store, sites, customers, products } = world;
      const order = orderOf(world, { gift_note: 'For you', shipping: 100, shipping_tax: 10 });
      const [line] = order.lines;
      const others = [
        { site_id: sites[1].id },
        { customer_id: customers[1].id },
        { status: 'fulfilled' },
        { currency: 'EUR' },
        { lines: [{ ...line, quantity: 3 }] },
        { lines: [{ ...line, unit_price: 999 }] },
        { lines: [{ ...line, discount: 1 }] },
        { lines: [{ ...line, tax: 1 }] },
        { lines: [{ ...line, ...lineOf(products[1]), quantity: 2 }] },
        { lines: [line, line] },
        { gift_note: 'For me' },
        { shipping: 101 },
        { shipping_tax: 11 },
      ];
      const payload = { store_id: store.id, order };
      return { payload, others: others.map((other) => ({ ...payload, order: { ...order, ...other } })) };
    },
  ],
  [
    createWebhook,
    async ({ store }) => {
      const payload = {
        store_id: store.id,
        webhook_id: newId('webhook'),
        url: receiver,
        types: ['order.paid'],
        description: 'One',
      };
      const others = [{ url: `${receiver}/2` }, { types: ['order.*'] }, { types: null }, { description: 'Two' }];
      return { payload, others: others.map((other) => ({ ...payload, ...other })), shownOnce: { secret: null } };
    },
  ],
  // Another rotation is another request.
  [
    rotateWebhookSecret,
    async (world) => ({ payload: { ...(await newWebhook(world)), rotation_id: 'one' }, others: [] }),
  ],
  [
    refundOrder,
    async (world) => {
      const [first, second] = [orderOf(world), orderOf(world)];
      for (const order of [first, second]) await succeeded(record(world, order));
      const payload = { store_id: world.store.id, order_id: first.id, refund_id: 'return 1', amount: 100 };
      return {
        payload,
        others: [
          { ...payload, amount: 101 },
          { ...payload, order_id: second.id },
        ],
      };
    },
  ],
  [
    restockVariant,
    async ({ store, products: [first, second] }) => {
      const payload = {
        store_id: store.id,
        product_id: first.id,
        variant_id: first.variants[0]?.id,
        restock_id: 'lorry 7',
      };
      const other = { ...payload, product_id: second.id, variant_id: second.variants[0]?.id };
      return { payload, others: [{ ...payload, variant_id: first.variants[1]?.id }, other] };
    },
  ],
  [
    postReview,
    async (world) => {
      const {
        store,
        customers: [customer],
        products: [product],
        sites: [site],
      } = world;
      await buy(world, customer, product);
      const payload = {
        store_id: store.id,
        site_id: site.id,
        customer_id: customer.id,
        product_id: product.id,
        ...reviewContent,
      };
      return {
        payload,
        others: [
          { ...payload, rating: 1 },
          { ...payload, title: 'Other' },
          { ...payload, body: 'Other' },
        ],
      };
    },
  ],
];

describe('an id that the caller gave stands for one request', () => {
  test.each(functions)('of $name', async (invocable, prepare) => {
    const { payload, others, shownOnce } = await prepare(await newWorld());
    const result = await succeeded(invoke(invocable, payload));

    for (const other of others) {
      expect([other, await invoke(invocable, other)]).toEqual([
        other,
        expect.objectContaining({ errorType: 'DUPLICATE' }),
      ]);
    }
    expect(await invoke(invocable, payload)).toEqual({ ...result, ...shownOnce });
  });

  test('of every function that refuses a duplicate', async () => {
    const { invocables } = await import('../../lib/resources/nouns.ts');
    const duplicating = invocables.filter(({ errors }) => errors.some(({ code }) => code === 'DUPLICATE'));

    expect(functions.map(([{ name }]) => name).toSorted()).toEqual(duplicating.map(({ name }) => name).toSorted());
  });
});
