/** What a store does all day, as requests that can be made any number of times, each on entities of its own. */

import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as products from '../../../lib/resources/catalog/product-records.ts';
import { createCustomerAddress, getCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import { startDigitalFileUpload } from '../../../lib/resources/digital-files/operations.ts';
import { holdGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import { recordOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { listProductReviews, postReview } from '../../../lib/resources/reviews/functions.ts';
import { holdStoreCredit } from '../../../lib/resources/store-credits/functions.ts';
import { joinWaitlist } from '../../../lib/resources/waitlist/functions.ts';
import { counterFor } from '../../../lib/resources/waitlist/waiting-count-records.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import { type CallInput, call } from '../../support/http/call.ts';
import { httpDoorOf, invoke } from '../../support/invoke.ts';
import { holdOf, lineOf, orderOf } from '../../support/world/checkout.ts';
import { granted } from '../../support/world/credit-checkout.ts';
import { addressBody } from '../../support/world/customer-addresses.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { buy } from '../../support/world/reviews.ts';
import { shopper } from '../../support/world/waitlist.ts';
import { newCustomer, newProduct, newVariant, newWorld, succeeded, type World } from '../../support/world/world.ts';
import type { LoadName } from './load-names.ts';

/** The call of one function that has not been made yet, and its route. */
interface Step {
  route: Operation;
  send(): Promise<unknown>;
}

/** A request: its steps, one after the other. */
type Steps = readonly Step[];

/** Makes ready what one request needs in a store. */
type Load = (world: World) => Promise<Steps>;

/** Of usual length: a name of two words, a description and a review of a paragraph. */
const paragraph = 'Holds a litre, pours without a drop beside the cup and keeps warm for an hour. '.repeat(4);

async function imported(world: World) {
  const [customer, product] = [
    newCustomer(),
    newProduct({ description: paragraph, variants: [newVariant('Standard')] }),
  ];
  await succeeded(invoke(importRecords, { store_id: world.store.id, customers: [customer], products: [product] }));
  return { customer, product };
}

const invoking = (invocable: Invocable, payload: object): Step => ({
  route: httpDoorOf(invocable),
  send: () => succeeded(invoke(invocable, payload)),
});

const asking = (route: Operation, input: CallInput): Step => ({
  route,
  async send() {
    const { status } = await call(route, input);
    if (status !== route.success.status) throw new Error(`${route.name} answered ${status}`);
  },
});

export const loads = {
  /** A checkout holds a gift card, and its order is paid with it. */
  async orders(world) {
    const { customer, product } = await imported(world);
    const { code } = await issued(world, { value: 5000, expires_at: '2090-01-01T00:00:00Z' });
    const checkout_id = newId('upload');
    const order = orderOf(world, {
      customer_id: customer.id,
      lines: [lineOf(product, { quantity: 2, unit_price: 1000, tax: 333 })],
      checkout_id,
    });
    return [
      invoking(holdGiftCard, holdOf(world, code, { checkout_id })),
      invoking(recordOrder, { store_id: world.store.id, order }),
    ];
  },

  /** A checkout holds two gift cards and store credit, its order is paid with them, and some of it is refunded to each. */
  async payments(world) {
    const { customer, product } = await imported(world);
    const checkout_id = newId('upload');
    const cards = [await issued(world, { value: 500 }), await issued(world, { value: 500 })];
    await granted(world, 1000, { id: customer.id });
    const lines = [lineOf(product, { quantity: 2, unit_price: 1000 })];
    const order = orderOf(world, { customer_id: customer.id, lines, checkout_id });
    const { code: _, ...held } = holdOf(world, undefined, { checkout_id, amount: 2000 });
    const refund = { order_id: order.id, refund_id: newId('upload'), amount: 1700 };
    return [
      ...cards.map(({ code }) => invoking(holdGiftCard, { ...held, code, add: true })),
      invoking(holdStoreCredit, { ...held, customer_id: customer.id }),
      invoking(recordOrder, { store_id: world.store.id, order }),
      invoking(refundOrder, { store_id: world.store.id, ...refund }),
    ];
  },

  /** A shopper begins to wait for a product that few wait for. */
  async joins(world) {
    const { customer, product } = await imported(world);
    await succeeded(invoke(joinWaitlist, shopper(world, product, 'first@example.com')));
    return [invoking(joinWaitlist, shopper(world, product, customer.email))];
  },

  /** The same for one very popular product. */
  async rush(world) {
    const [product] = world.products;
    await succeeded(invoke(joinWaitlist, shopper(world, product, 'first@example.com')));
    const first = await products.get(world.store.id, product.id);
    // As where it has been lost to others twice.
    counterFor(world.store.id, first, 3);
    if (first.waiting_aside === undefined)
      await succeeded(invoke(joinWaitlist, shopper(world, product, 'opens@example.com')));
    return [invoking(joinWaitlist, shopper(world, product, newCustomer().email))];
  },

  /** A buyer reviews a product. */
  async reviews(world) {
    const { customer, product } = await imported(world);
    await buy(world, customer, product);
    const content = { rating: 4, title: 'Pours well', body: paragraph };
    const payload = { customer_id: customer.id, product_id: product.id, ...content };
    return [invoking(postReview, { store_id: world.store.id, site_id: world.sites[0].id, ...payload })];
  },

  /** A customer's address is created with an idempotency key. */
  async addresses(world) {
    const { customer } = await imported(world);
    const request = { path: { id: customer.id }, body: addressBody, idempotencyKey: newId('upload') };
    return [asking(createCustomerAddress, { ...request, key: world.write })];
  },

  /** An address is read. */
  async reads(world) {
    const { customer } = await imported(world);
    const { body } = await call(createCustomerAddress, {
      path: { id: customer.id },
      body: addressBody,
      key: world.write,
    });
    return [asking(getCustomerAddress, { path: { id: customer.id, address_id: body.id }, key: world.write })];
  },

  /** A product page lists the reviews of a product that has one. */
  async pages(world) {
    const { customer, product } = await imported(world);
    await buy(world, customer, product);
    const page = { store_id: world.store.id, site_id: world.sites[0].id, product_id: product.id };
    const review = { customer_id: customer.id, rating: 4, title: 'Pours well', body: paragraph };
    await succeeded(invoke(postReview, { ...page, ...review }));
    return [invoking(listProductReviews, page)];
  },

  /** An upload straight to the bucket is started. */
  async uploads(world) {
    const [, { id, variants }] = world.products;
    const path = { id, variant_id: variants[0]?.id ?? '' };
    const body = { file_name: 'manual.pdf', file_size: 1000 };
    return [asking(startDigitalFileUpload, { path, body, key: world.write, idempotencyKey: newId('upload') })];
  },
} as const satisfies Record<LoadName, Load>;

/** A store with one key that may make 10,000 requests a second. */
export const newBusyStore = (): Promise<World> => newWorld({ rateLimit: { requests: 600_000, window_seconds: 60 } });
