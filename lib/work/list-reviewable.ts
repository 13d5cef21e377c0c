/** Lists the products that the customer of a shopper token may review: those of one order, or of all paid orders. */

import type * as z from 'zod/mini';
import * as products from '../resources/catalog/product-records.ts';
import * as purchases from '../resources/customers/purchase-records.ts';
import * as customers from '../resources/customers/records.ts';
import * as orders from '../resources/orders/records.ts';
import { isPaid } from '../resources/orders/rules.ts';
import * as reviews from '../resources/reviews/records.ts';
import { authorView } from '../resources/reviews/rules.ts';
import type { reviewableProducts } from '../resources/shopper-tokens/fields.ts';
import { type Bought, isAuthor, productsOf, reviewableView } from '../resources/shopper-tokens/reviewable-rules.ts';
import { type Claims, customerIn } from '../resources/shopper-tokens/rules.ts';
import { limits } from '../schema/limits.ts';

/**
 * Up to 100 products, each with the customer's review. The list is empty if the customer is banned or their email address is not verified. A
 * product that no longer exists is omitted. Two round trips, and a third while a change of the customer's standing is being applied.
 */
export async function listReviewable(store: string, claims: Claims): Promise<z.output<typeof reviewableProducts>> {
  const id = customerIn(claims);
  if (id === undefined) return { data: [], has_more: false };
  const bought =
    claims.order_id === undefined
      ? await purchases.list(store, id, limits.reviewable + 1)
      : await boughtWith(store, claims.order_id, id);

  const listed = bought.slice(0, limits.reviewable);
  const [customer, ...shown] = await Promise.all([
    customers.findRecord(store, id),
    ...listed.map((each) => find(store, id, each)),
  ]);
  // They may have been deleted or banned since the token was checked.
  if (!isAuthor(customer)) return { data: [], has_more: false };
  return { data: shown.filter((each) => each !== undefined), has_more: bought.length > listed.length };
}

/** A product with the customer's review of it; undefined if it no longer exists. */
async function find(store: string, customer: string, bought: Bought) {
  const [product, review] = await Promise.all([
    products.find(store, bought.product_id),
    reviews.findByAuthor(store, customer, bought.product_id),
  ]);
  return product && reviewableView(bought, product, review && authorView(review));
}

async function boughtWith(store: string, orderId: string, customer: string): Promise<Bought[]> {
  const order = await orders.find(store, orderId);
  return order && order.customer_id === customer && isPaid(order) ? productsOf(order) : [];
}
