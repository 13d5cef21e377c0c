/**
 * A store to try things on, always with the same ids and keys. Each start imports its sites, customers and products again and keeps
 * everything else.
 */

import type { ImportedProduct, ImportedSite } from '../../lib/resources/catalog/fields.ts';
import * as products from '../../lib/resources/catalog/product-records.ts';
import { addresses as demoAddresses } from '../../lib/resources/customer-addresses/examples.ts';
import type { ImportedCustomer } from '../../lib/resources/customers/fields.ts';
import * as purchases from '../../lib/resources/customers/purchase-records.ts';
import * as customers from '../../lib/resources/customers/records.ts';
import { demoStore } from '../../lib/resources/demo-store.ts';
import { giftWraps } from '../../lib/resources/gift-options/examples.ts';
import * as giftOptions from '../../lib/resources/gift-options/records.ts';
import type { HideInput, ReviewContent } from '../../lib/resources/reviews/fields.ts';
import * as reviews from '../../lib/resources/reviews/records.ts';
import { hideReview, newReview, setReply } from '../../lib/resources/reviews/rules.ts';
import * as apiKeys from '../../lib/resources/stores/api-key-records.ts';
import * as deploymentSecret from '../../lib/resources/stores/deployment-secret-records.ts';
import * as stores from '../../lib/resources/stores/records.ts';
import { timestampNow } from '../../lib/runtime/clock.ts';
import { createAddress, createGiftOption, createKey, createMissing } from './create.ts';
import { createDemoTrade } from './demo-trade.ts';
import { runFunction } from './functions.ts';

const site: ImportedSite = {
  id: 'sit_demo',
  name: 'Teapots & Co',
  email_from: 'hello@teapots.example',
  url: 'https://teapots.example',
  public_reviews: true,
};

const secondSite: ImportedSite = {
  id: 'sit_outlet',
  name: 'Teapots Outlet',
  email_from: 'outlet@teapots.example',
  url: 'https://outlet.teapots.example',
};

const customer = (id: string, first_name: string, last_name: string, email_verified = true): ImportedCustomer => ({
  id,
  email: `${first_name.toLowerCase()}@example.com`,
  email_verified,
  first_name,
  last_name,
});

const product = (
  name: string,
  delivery: ImportedProduct['delivery'],
  day: number,
  fields: Pick<ImportedProduct, 'id' | 'variants' | 'description'> & Partial<ImportedProduct>,
): ImportedProduct => ({
  ...fields,
  name,
  url: `${site.url}/${fields.id.slice(4)}`,
  status: 'active',
  delivery,
  created_at: `2026-01-0${day}T09:00:00Z`,
  updated_at: `2026-01-0${day}T09:00:00Z`,
});

const records = {
  sites: [site, secondSite],
  customers: [
    customer('cus_ada', 'Ada', 'Lovelace'),
    customer('cus_grace', 'Grace', 'Hopper'),
    customer('cus_alan', 'Alan', 'Turing', false),
    customer('cus_margaret', 'Margaret', 'Hamilton'),
  ],
  products: [
    product('Stoneware teapot', 'physical', 1, {
      id: 'pro_teapot',
      description: 'Glazed stoneware for six cups.',
      variants: [
        { id: 'prv_teapotsmall', name: 'Small' },
        { id: 'prv_teapotlarge', name: 'Large' },
      ],
    }),
    product('Porcelain cup', 'physical', 2, {
      id: 'pro_cup',
      description: 'Thin porcelain, 150 ml.',
      gtin: '4006381333931',
      mpn: 'CUP-150',
      brand: 'Aria',
      sku: 'cup-white',
      image_url: 'https://teapots.example/cup.jpg',
      variants: [{ id: 'prv_cup', name: 'White' }],
    }),
    product('The art of tea', 'digital', 3, {
      id: 'pro_book',
      description: 'From leaf to cup in twelve chapters.',
      variants: [
        { id: 'prv_book', name: 'PDF' },
        { id: 'prv_booksampler', name: 'Sampler' },
        { id: 'prv_bookepub', name: 'EPUB' },
      ],
    }),
    product('Gift card', 'gift_card', 4, {
      id: 'pro_giftcard',
      description: 'Credit for teapots, sent by email.',
      variants: [{ id: 'prv_giftcard', name: 'Gift card' }],
    }),
  ],
};

/** Public, so that the demo's keys are always the same; never on AWS. */
const demoSecret = Buffer.alloc(32, 'demo').toString('base64url');

/** A real key of a store: its random bits spell what it is. */
export const spelledKey = (store: string, name: string): string =>
  apiKeys.keyOf(store, Buffer.from(name.padEnd(32, '0'), 'base64url'), demoSecret);

const demoKey = (name: string): string => spelledKey('sto_demo', name);

/** Staff choose these countries by name, and an address has what its country needs. */
const demoCountries = { countries: { 3: 'DE', 4: 'JP' }, address_rules: 'country' };

export const demo = {
  store: { store_id: 'sto_demo', name: 'Demo store', currency: 'USD' },
  site: site.id,
  customer: 'cus_ada',
  address: 'cad_adahome',
  writeKey: demoKey('write-key-'),
  readKey: demoKey('read-key-'),
  storefrontKey: demoKey('storefront-key-'),
} as const;

/** Creates what is missing of the demo store. */
export async function createDemoStore(): Promise<void> {
  await createMissing(async () => ((await deploymentSecret.findNow()) ? [] : [deploymentSecret.create(demoSecret)]));
  const { store_id } = demo.store;
  const isNew = (await stores.find(store_id)) === undefined;
  await runFunction('create-store', demo.store);
  if (isNew) await runFunction('update-store', { store_id, ...demoCountries });
  await runFunction('import-records', { store_id, ...records });
  await Promise.all([
    createKey(store_id, { id: 'key_demowrite', secret: demo.writeKey, permission: 'Write' }),
    createKey(store_id, { id: 'key_demoread', secret: demo.readKey, permission: 'Read' }),
    createKey(store_id, {
      id: 'key_demobackend',
      secret: demo.storefrontKey,
      permission: 'Storefront',
      name: 'Demo backend',
    }),
    createKey(store_id, { id: 'key_demospare', secret: demoKey('spare-key-'), permission: 'Read', name: 'Kiosk' }),
    createAddress(store_id, 'cus_ada', demo.address, demoAddresses.home),
    createAddress(store_id, 'cus_ada', 'cad_adaoffice', demoAddresses.office),
    createAddress(store_id, 'cus_grace', 'cad_gracehome', {
      ...demoAddresses.home,
      first_name: 'Grace',
      last_name: 'Hopper',
      zip: '10002',
    }),
    createGiftOptions(),
    createReview('rev_00demo1', 'cus_ada', 'pro_teapot', {
      rating: 5,
      title: 'Pours well',
      body: 'Not a drop spilled.',
    }),
    createReview('rev_00demo2', 'cus_ada', 'pro_cup', { rating: 4, title: 'Light', body: '' }),
    createReview('rev_00demo3', 'cus_grace', 'pro_teapot', {
      rating: 2,
      title: 'Too small',
      body: 'Two cups at most.',
    }),
    createReview(
      'rev_00demo4',
      'cus_grace',
      'pro_cup',
      { rating: 1, title: 'Parcel was late', body: 'It took three weeks.' },
      { reason: 'off_topic', note: 'About the courier, not the cup' },
      'We are sorry. The next parcel is free.',
    ),
  ]);
  await createDemoTrade();
}

/** Only where the site has none at all: what was deleted stays deleted. */
async function createGiftOptions(): Promise<void> {
  const { store_id } = demo.store;
  const options = await giftOptions.list(store_id, site.id);
  if (options.length > 0) return;
  for (const [name, input] of Object.entries(giftWraps)) {
    const id = demoStore.giftOptions[name as keyof typeof giftWraps];
    await createGiftOption(store_id, site.id, id, input);
  }
}

/** A review by a customer who bought the product; one that was deleted stays deleted. */
function createReview(
  id: string,
  customerId: string,
  productId: string,
  content: ReviewContent,
  hidden?: HideInput,
  reply?: string,
): Promise<void> {
  const { store_id } = demo.store;
  return createMissing(async () => {
    if (await reviews.findRecord(store_id, id)) return [];
    if (await reviews.findByAuthor(store_id, customerId, productId)) return [];
    const customer = await customers.get(store_id, customerId);
    const product = await products.get(store_id, productId);
    const variant = product.variants.at(-1);
    if (!variant) return [];
    const variant_id = variant.id;
    const review = newReview(content, { id, now: timestampNow(), customer, product, variant_id });
    const purchase = { customer_id: customerId, product_id: productId, variant_id, order_id: 'ord_demo' };
    const moderation = { now: review.created_at, actor: { type: 'api_key', name: 'Demo write key' } } as const;
    const shown = hidden ? hideReview(review, hidden, moderation) : review;
    const answered = reply === undefined ? shown : setReply(shown, reply, moderation);
    return [purchases.merge(store_id, purchase), ...reviews.create(store_id, answered, product)];
  });
}
