/** Reads what `expand` adds to reviews. */
import * as products from '../catalog/product-records.ts';
import * as customers from '../customers/records.ts';
import type { ReviewExpansion } from './fields.ts';
import type { Related, ReviewRecord } from './rules.ts';

/**
 * The products and authors of reviews, as far as a request expands them; deleted customers are omitted. One round trip, or none if neither is
 * expanded.
 */
export async function findRelated(
  store: string,
  reviews: readonly Pick<ReviewRecord, 'product_id' | 'customer_id'>[],
  names: readonly ReviewExpansion[],
): Promise<Related> {
  const ofProducts = names.includes('product') ? reviews : [];
  const ofCustomers = names.includes('customer') ? reviews : [];
  const [foundProducts, foundCustomers] = await Promise.all([
    Promise.all(ofProducts.map(({ product_id }) => products.find(store, product_id))),
    Promise.all(ofCustomers.map(({ customer_id }) => customers.findRecord(store, customer_id))),
  ]);
  return {
    products: new Map(foundProducts.flatMap((product) => (product ? [[product.id, product]] : []))),
    customers: new Map(
      foundCustomers.flatMap((customer) =>
        customer && !customers.isDeleted(customer) ? [[customer.id, customer]] : [],
      ),
    ),
  };
}
