/** The products that a shopper may review, as a page shows them (Storefront parts page, 3). */
import { show } from '../../schema/field.ts';
import type { Stored } from '../../table/items.ts';
import { type Customer, type CustomerRecord, isDeleted } from '../customers/records.ts';
import type { Review } from '../reviews/fields.ts';
import { type ReviewableProduct, reviewableProduct } from './fields.ts';

/** A product in a paid order of a customer. */
export interface Bought {
  order_id: string;
  product_id: string;
  variant_id: string;
}

/** Each product of an order once, with the variant of its first line. */
export function productsOf(order: { id: string; lines: readonly Omit<Bought, 'order_id'>[] }): Bought[] {
  const first = new Map<string, Bought>();
  for (const { product_id, variant_id } of order.lines) {
    if (!first.has(product_id)) first.set(product_id, { order_id: order.id, product_id, variant_id });
  }
  return [...first.values()];
}

/** Whether a customer may write reviews: present, not banned, and with a verified email address. */
export const isAuthor = (record: CustomerRecord | undefined): record is Stored<Customer> =>
  record !== undefined && !isDeleted(record) && record.email_verified && record.standing !== 'banned';

/** A product that can be reviewed, with the customer's review of it. */
export const reviewableView = (
  { order_id, product_id, variant_id }: Bought,
  product: { name: string; image_url?: string | null },
  review: Review | undefined,
): ReviewableProduct =>
  show(reviewableProduct, {
    order_id,
    product_id,
    variant_id,
    product_name: product.name,
    image_url: product.image_url ?? null,
    review: review ?? null,
  });
