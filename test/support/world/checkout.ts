/** What a buyer's way through the shop is made of. */
import { holdGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import { recordOrder } from '../../../lib/resources/orders/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { invoke } from '../invoke.ts';
import type { World } from './world.ts';

/** Longer than any test. */
export const lasting = '2090-01-01T00:00:00Z';

/** What a hold of a checkout is made with. */
export const holdOf = ({ store }: World, code: string | undefined, fields: object = {}) => ({
  store_id: store.id,
  checkout_id: 'checkout',
  code,
  amount: 3000,
  currency: store.currency,
  expires_at: lasting,
  ...fields,
});

export const hold = (world: World, code: string, fields: object = {}) =>
  invoke(holdGiftCard, holdOf(world, code, fields));

interface Bought {
  id: string;
  variants: readonly { id: string }[];
}

/** One unit of a product's first variant. */
export const lineOf = ({ id, variants: [variant] }: Bought, fields: object = {}) => ({
  product_id: id,
  variant_id: variant?.id,
  quantity: 1,
  ...fields,
});

/** A paid order of the first customer on the first site: two units of the first product at 1000, taxed with 333 together. */
export const orderOf = ({ store, sites, customers, products }: World, fields: object = {}) => ({
  id: newId('order'),
  site_id: sites[0].id,
  customer_id: customers[0].id,
  status: 'paid',
  currency: store.currency,
  lines: [lineOf(products[0], { quantity: 2, unit_price: 1000, tax: 333 })],
  ...fields,
});

/** Two units of the gift card, each a card once they are paid, and one of the file, by what a checkout holds. */
export const orderOfGifts = (
  world: World,
  checkout: { id: string; order?: string; status: string },
  fields: object = {},
) => {
  const [, digital, giftCard] = world.products;
  const lines = [
    lineOf(giftCard, { quantity: 2, unit_price: 1500, locale: 'de' }),
    lineOf(digital, { unit_price: 700, tax: 70 }),
  ];
  const { id: checkout_id, order: id = newId('order'), status } = checkout;
  return orderOf(world, { id, status, lines, checkout_id, ...fields });
};

export const record = ({ store }: World, order: object) => invoke(recordOrder, { store_id: store.id, order });
