import { notFound } from '../contract/errors.ts';
import type { ProductRecord } from '../contract/operator.ts';
import { get, merge, type Stored, type Write } from './entities.ts';
import { keys } from './keys.ts';

/** A product as mirrored from the store, with what this service counts itself. */
export interface Product extends ProductRecord {
  /** Published reviews, and the sum of their ratings. */
  review_count: number;
  rating_sum: number;
}

/** The product, or undefined. */
export const findProduct = (store: string, id: string) => get<Product>(keys.product(store, id));

/** The product. Throws 404 where it does not exist. */
export async function getProduct(store: string, id: string): Promise<Stored<Product>> {
  const product = await findProduct(store, id);
  if (!product) throw notFound();
  return product;
}

/** Replaces the product's record, except what this service counts. */
export const importProduct = (store: string, product: ProductRecord): Write =>
  merge(keys.product(store, product.id), {
    set: { ...product, description: product.description ?? '' },
    defaults: { review_count: 0, rating_sum: 0 },
  });
