/** The records that an order refers to: its site, customer, products, gift option, and the holds of its checkout. */

import { holdOf } from '../../ledger/hold-rules.ts';
import { invalidField, notFound } from '../../schema/errors.ts';
import type { Stored } from '../../table/items.ts';
import * as products from '../catalog/product-records.ts';
import * as sites from '../catalog/site-records.ts';
import * as customers from '../customers/records.ts';
import * as checkouts from '../gift-cards/checkout-records.ts';
import { type Payer, refuseOtherCurrency } from '../gift-cards/checkout-rules.ts';
import * as giftOptions from '../gift-options/records.ts';
import * as storeCredits from '../store-credits/records.ts';
import type { OrderInput } from './fields.ts';

/** Throws 404 for a missing reference, and `INVALID_FIELD` if the checkout's hold is gone. */
export async function get(store: string, order: OrderInput, now: string) {
  const [site, customer, ordered, giftOption, held] = await Promise.all([
    sites.get(store, order.site_id),
    customers.get(store, order.customer_id),
    getProducts(store, order),
    order.gift_option_id ? giftOptions.find(store, order.site_id, order.gift_option_id) : undefined,
    order.checkout_id ? readHeld(store, { ...order, checkout_id: order.checkout_id }, now) : undefined,
  ]);
  return { site, customer, products: ordered, giftOption, held };
}

async function getProducts(store: string, { lines }: OrderInput): Promise<Map<string, Stored<products.Product>>> {
  const ids = [...new Set(lines.map(({ product_id }) => product_id))];
  const found = (await products.findMany(store, ids)).filter((product) => product !== undefined);
  const ordered = new Map(found.map((product) => [product.id, product]));
  for (const { product_id, variant_id } of lines) {
    if (!ordered.get(product_id)?.variants.some(({ id }) => id === variant_id)) throw notFound();
  }
  return ordered;
}

/** A checkout's holds, none of which has expired, in order of joining. */
export interface Held {
  checkout: Stored<checkouts.Checkout>;
  holds: readonly { payer: Stored<Payer>; amount: number }[];
  /** Set if one of the holds is of a store credit. */
  open: storeCredits.OpenCredits | undefined;
}

/** A hold that has lapsed is refused, not ignored, even if others have not: the buyer's payment was only for the remainder. */
async function readHeld(store: string, order: OrderInput & { checkout_id: string }, now: string): Promise<Held> {
  const { checkout_id, currency } = order;
  const checkout = await checkouts.find(store, checkout_id);
  const [payers, open] = await Promise.all([
    checkouts.payersOf(store, checkout?.holds ?? []),
    checkout?.holds.some((hold) => 'store_credit_id' in hold)
      ? storeCredits.findOpen(store, order.customer_id)
      : undefined,
  ]);
  const holds = payers.flatMap((payer) => {
    const hold = holdOf(payer, checkout_id, now);
    return hold ? [{ payer, amount: hold.amount }] : [];
  });
  if (!checkout || holds.length < checkout.holds.length) {
    // A hold may have moved to another card between the two reads.
    const latest = checkout && (await checkouts.find(store, checkout_id));
    if (latest && latest.version !== checkout.version) return readHeld(store, order, now);
    throw invalidField('checkout_id holds no gift card', 'order.checkout_id');
  }
  refuseOtherCurrency(payers, currency, 'order.currency');
  return { checkout, holds, open };
}
