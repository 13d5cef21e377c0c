/** Products that a customer bought in paid orders, one item per product. A purchase makes the customer eligible to review the product. */
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import type { Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';

interface Purchase {
  customer_id: string;
  product_id: string;
  /** The variant bought last. */
  variant_id: string;
  order_id: string;
}

const read = readerWith({
  customer_id: asStored,
  product_id: asStored,
  variant_id: asStored,
  order_id: asStored,
} satisfies StoredAs<Purchase>);

/** The customer's purchase of the product in a paid or fulfilled order, or undefined. */
export const find = (store: string, customer: string, product: string) =>
  items.find<Purchase>(keys.purchase(store, customer, product), read);

/** Up to `limit` purchases of the customer, by product. */
export function list(store: string, customer: string, limit: number) {
  const { pk, sk: prefix } = keys.purchase(store, customer, '');
  return items.list<Purchase>({ pk, prefix, limit, read });
}

/** Written in the transaction that records a paid order or marks an order as paid; one write for each product of the order. */
export const merge = (store: string, purchase: Purchase): Write =>
  items.merge(keys.purchase(store, purchase.customer_id, purchase.product_id), { set: { ...purchase } });
