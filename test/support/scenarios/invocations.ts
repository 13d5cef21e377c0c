/** A succeeding invocation of every function without a route; a test fails where a function has none. */

import * as catalogFunctions from '../../../lib/resources/catalog/functions.ts';
import * as customersFunctions from '../../../lib/resources/customers/functions.ts';
import { exportCustomer } from '../../../lib/resources/customers/functions.ts';
import * as digitalFilesFunctions from '../../../lib/resources/digital-files/functions.ts';
import * as files from '../../../lib/resources/digital-files/operations.ts';
import * as giftCardsFunctions from '../../../lib/resources/gift-cards/functions.ts';
import * as ledger from '../../../lib/resources/gift-cards/functions.ts';
import * as giftOptionsFunctions from '../../../lib/resources/gift-options/functions.ts';
import * as moveIn from '../../../lib/resources/move-in/functions.ts';
import * as checkout from '../../../lib/resources/orders/functions.ts';
import * as reviewsFunctions from '../../../lib/resources/reviews/functions.ts';
import * as reviews from '../../../lib/resources/reviews/functions.ts';
import * as operator from '../../../lib/resources/stores/functions.ts';
import * as waitlist from '../../../lib/resources/waitlist/functions.ts';
import * as webhooks from '../../../lib/resources/webhooks/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { call } from '../http/call.ts';
import { multipart } from '../http/multipart.ts';
import { hold, holdOf, lineOf, orderOf, record } from '../world/checkout.ts';
import { earlier } from '../world/clock.ts';
import { issued } from '../world/gift-cards.ts';
import {
  importCards,
  importedAddress,
  importedCard,
  importedEntry,
  importedReview,
  otherCode,
} from '../world/move-in.ts';
import { join, restock, variantOf } from '../world/restocks.ts';
import { buy, newReview, reviewContent, stand } from '../world/reviews.ts';
import { newWebhook, receiver } from '../world/webhooks.ts';
import { newCustomer, newProduct, newSite, newVariant, succeeded, type World } from '../world/world.ts';

export interface InvocationScenario {
  invocable: Invocable;
  /** Makes what the invocation needs, and gives its payload. */
  prepare(world: World): Promise<Record<string, unknown> & { store_id: string }>;
  /** Fields that tell what this very invocation has changed: they may differ when it is made again. */
  own?: readonly string[];
  /** Each invocation makes something of its own. */
  anew?: true;
}

const ofStore = ({ store }: World) => ({ store_id: store.id });
const ofCustomer = (world: World) => ({ ...ofStore(world), customer_id: world.customers[0].id });
const shopper = 'ada@example.com';
const farAway = '2090-01-01T00:00:00Z';

async function reviewed(world: World) {
  const { id } = await newReview(world, world.customers[0], world.products[0]);
  return { ...ofCustomer(world), review_id: id };
}

async function held(world: World, checkout_id: string): Promise<void> {
  const { code } = await issued(world);
  await succeeded(hold(world, code, { checkout_id }));
}

/** Two units of the gift card, each a card once it is paid, and one of the file, with what a gift card holds. */
async function giftOrder(world: World, status: string) {
  await held(world, 'spent');
  const [, digital, giftCard] = world.products;
  const lines = [
    lineOf(giftCard, { quantity: 2, unit_price: 1500, locale: 'de' }),
    lineOf(digital, { unit_price: 700, tax: 70 }),
  ];
  return orderOf(world, { status, lines, checkout_id: 'spent' });
}

async function recorded(world: World, status: string) {
  const order = await giftOrder(world, status);
  await succeeded(record(world, order));
  return { ...ofStore(world), order_id: order.id };
}

async function downloadable(world: World) {
  const [, digital] = world.products;
  const variant_id = digital.variants[0]?.id ?? '';
  const body = multipart([{ name: 'file', fileName: 'manual.pdf', type: 'application/pdf', content: 'The manual' }]);
  await call(files.uploadDigitalFile, { path: { id: digital.id, variant_id }, key: world.write, ...body });
  return { ...(await recorded(world, 'paid')), variant_id };
}

async function restocked(world: World) {
  await join(world, shopper);
  await succeeded(restock(world, 'delivery 7'));
  return { ...ofStore(world), restock_id: 'delivery 7' };
}

/** A customer who has written, waits and has bought gift cards with one. */
async function known(world: World) {
  await reviewed(world);
  await join(world, world.customers[0].email);
  await recorded(world, 'paid');
  return ofCustomer(world);
}

/** A product whose variant has another name than its review, and records that were not there. */
async function imported(world: World) {
  const [product] = world.products;
  await newReview(world, world.customers[0], product);
  const renamed = { ...product, variants: product.variants.map(({ id }) => ({ id, name: 'Renamed' })) };
  return {
    ...ofStore(world),
    sites: [newSite()],
    customers: [newCustomer()],
    products: [renamed, newProduct({ variants: [newVariant('Small')] })],
  };
}

/** What stands right before an id made of digits and small letters: ids made in one millisecond differ in their last letter alone. */
function rightBefore(id: string): string {
  const [start, last] = [id.slice(0, -1), id.slice(-1)];
  if (last === '0') return start;
  return `${start}${last === 'a' ? '9' : String.fromCharCode(last.charCodeAt(0) - 1)}z`;
}

export const invocationScenarios: readonly InvocationScenario[] = [
  {
    invocable: operator.createStore,
    prepare: async () => ({ store_id: newId('store'), name: 'Teapots', currency: 'EUR' }),
  },
  { invocable: operator.updateStore, prepare: async (world) => ({ ...ofStore(world), name: 'Cups and saucers' }) },
  { invocable: operator.listMigrations, prepare: async (world) => ofStore(world) },
  // Others are in the table too: from this one on.
  {
    invocable: operator.listStores,
    prepare: async ({ store: { id } }) => ({ store_id: id, after: rightBefore(id) }),
  },
  {
    invocable: operator.createApiKey,
    prepare: async (world) => ({ ...ofStore(world), name: 'Till', permission: 'Read', expires_at: farAway }),
    anew: true,
  },
  {
    invocable: operator.revokeApiKey,
    prepare: async (world) => ({ ...ofStore(world), key_id: world.readKeyId, at: farAway }),
  },
  { invocable: operator.listApiKeys, prepare: async (world) => ofStore(world) },
  { invocable: catalogFunctions.importRecords, prepare: imported },
  {
    invocable: moveIn.importGiftCards,
    prepare: async (world) => ({
      ...ofStore(world),
      records: [importedCard({ initial_value: 5000, disabled: true }), importedCard()],
    }),
    own: ['imported', 'unchanged'],
  },
  {
    invocable: moveIn.listImportedGiftCards,
    async prepare(world) {
      const card = importedCard();
      await succeeded(importCards(world, [card]));
      return { ...ofStore(world), codes: [card.code, otherCode()] };
    },
  },
  {
    invocable: moveIn.importReviews,
    prepare: async (world) => ({ ...ofStore(world), records: [importedReview(world)] }),
    own: ['imported', 'unchanged'],
  },
  {
    invocable: moveIn.importCustomerAddresses,
    prepare: async (world) => ({ ...ofStore(world), records: [importedAddress(world)] }),
    own: ['imported', 'unchanged'],
  },
  {
    invocable: moveIn.importWaitlistEntries,
    prepare: async (world) => ({ ...ofStore(world), records: [importedEntry(world)] }),
    own: ['imported', 'unchanged'],
  },
  {
    invocable: customersFunctions.setCustomerStanding,
    prepare: async (world) => {
      await reviewed(world);
      return { ...ofCustomer(world), standing: 'shadowbanned' };
    },
    own: ['reviews_changed'],
  },
  { invocable: customersFunctions.deleteCustomer, prepare: known },
  {
    invocable: customersFunctions.forgetAddress,
    prepare: async (world) => {
      await issued(world, { value: 500, recipient_email: shopper, message: 'For your tea' });
      return { ...ofStore(world), email: shopper };
    },
    own: ['forgotten'],
  },
  { invocable: exportCustomer, prepare: known },
  {
    invocable: reviewsFunctions.auditRatings,
    prepare: async (world) => {
      await reviewed(world);
      return ofStore(world);
    },
  },
  {
    invocable: ledger.auditLedger,
    prepare: async (world) => {
      await recorded(world, 'paid');
      return ofStore(world);
    },
  },
  {
    invocable: ledger.reportLiability,
    prepare: async (world) => {
      await earlier(120, () => issued(world));
      return ofStore(world);
    },
  },
  {
    invocable: ledger.exportGiftCards,
    prepare: async (world) => {
      await held(world, 'checkout');
      return ofStore(world);
    },
  },
  { invocable: waitlist.getRestock, prepare: restocked },
  {
    invocable: giftCardsFunctions.holdGiftCard,
    prepare: async (world) => {
      await held(world, 'checkout');
      return holdOf(world, (await issued(world)).code);
    },
  },
  {
    invocable: giftCardsFunctions.getGiftCardBalance,
    prepare: async (world) => {
      const { code } = await issued(world);
      await succeeded(hold(world, code));
      return { ...ofStore(world), code, checkout_id: 'checkout' };
    },
  },
  {
    invocable: giftCardsFunctions.releaseGiftCard,
    prepare: async (world) => {
      await held(world, 'left');
      return { ...ofStore(world), checkout_id: 'left' };
    },
    own: ['released'],
  },
  {
    invocable: checkout.recordOrder,
    prepare: async (world) => ({ ...ofStore(world), order: await giftOrder(world, 'paid') }),
  },
  { invocable: checkout.payOrder, prepare: (world) => recorded(world, 'pending') },
  { invocable: checkout.fulfilOrder, prepare: (world) => recorded(world, 'paid') },
  { invocable: checkout.cancelOrder, prepare: (world) => recorded(world, 'pending') },
  {
    invocable: checkout.refundOrder,
    prepare: async (world) => ({ ...(await recorded(world, 'paid')), refund_id: 'one', amount: 3000 }),
  },
  { invocable: digitalFilesFunctions.createDownload, prepare: downloadable },
  {
    invocable: giftOptionsFunctions.listOfferedGiftOptions,
    prepare: async (world) => ({ ...ofStore(world), site_id: world.sites[0].id }),
  },
  {
    invocable: reviews.postReview,
    prepare: async (world) => {
      const [product] = world.products;
      await buy(world, world.customers[0], product);
      return { ...ofCustomer(world), site_id: world.sites[0].id, product_id: product.id, ...reviewContent };
    },
  },
  {
    invocable: reviews.editReview,
    prepare: async (world) => ({ ...(await reviewed(world)), ...reviewContent, rating: 1 }),
  },
  { invocable: reviews.deleteReview, prepare: reviewed },
  {
    invocable: reviews.listProductReviews,
    prepare: async (world) => {
      await reviewed(world);
      return { ...ofStore(world), site_id: world.sites[0].id, product_id: world.products[0].id };
    },
  },
  {
    invocable: reviews.getProductRatings,
    prepare: async (world) => {
      await reviewed(world);
      return { ...ofStore(world), product_ids: world.products.map(({ id }) => id) };
    },
  },
  {
    invocable: reviews.listCustomerReviews,
    prepare: async (world) => {
      await reviewed(world);
      await stand(world, world.customers[0], 'shadowbanned');
      return ofCustomer(world);
    },
  },
  {
    invocable: waitlist.joinWaitlist,
    prepare: async (world) => ({ ...variantOf(world), email: shopper, locale: 'de' }),
  },
  {
    invocable: waitlist.leaveWaitlist,
    prepare: async (world) => {
      await join(world, shopper);
      return { ...variantOf(world), email: shopper };
    },
  },
  {
    invocable: waitlist.restockVariant,
    prepare: async (world) => {
      await join(world, shopper);
      return { ...variantOf(world), restock_id: newId('upload') };
    },
  },
  {
    invocable: webhooks.createWebhook,
    prepare: async (world) => ({ ...ofStore(world), webhook_id: newId('webhook'), url: receiver }),
    own: ['secret'],
  },
  {
    invocable: webhooks.listWebhooks,
    prepare: async (world) => {
      await newWebhook(world);
      return ofStore(world);
    },
  },
  {
    invocable: webhooks.updateWebhook,
    prepare: async (world) => ({ ...(await newWebhook(world)), types: ['order.paid'], status: 'disabled' }),
  },
  {
    invocable: webhooks.rotateWebhookSecret,
    prepare: async (world) => ({ ...(await newWebhook(world)), rotation_id: 'one' }),
  },
  { invocable: webhooks.deleteWebhook, prepare: newWebhook },
  { invocable: webhooks.testWebhook, prepare: newWebhook },
  {
    invocable: webhooks.replayWebhook,
    prepare: async (world) => {
      const now = Date.now();
      return { ...(await newWebhook(world)), from: toTimestamp(now - 3_600_000), to: toTimestamp(now - 1_800_000) };
    },
  },
];
