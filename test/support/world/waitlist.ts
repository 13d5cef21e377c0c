/** Waitlists as they come to be, and as they are read. */

import type { ImportedProduct } from '../../../lib/resources/catalog/fields.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { joinWaitlist, leaveWaitlist } from '../../../lib/resources/waitlist/functions.ts';
import { getProductWaitlist, listWaitlistedProducts } from '../../../lib/resources/waitlist/operations.ts';
import { call } from '../http/call.ts';
import type { Response } from '../http/documented.ts';
import { invoke } from '../invoke.ts';
import { newProduct, succeeded, type World } from './world.ts';

/** What a shopper's function is invoked with. */
export const shopper = (world: World, product: ImportedProduct, email: string, variant = product.variants[0]) => ({
  store_id: world.store.id,
  product_id: product.id,
  variant_id: variant?.id,
  email,
});

export const join = (world: World, product: ImportedProduct, email: string, variant = product.variants[0]) =>
  succeeded(invoke(joinWaitlist, shopper(world, product, email, variant)));

export const leave = (world: World, product: ImportedProduct, email: string, variant = product.variants[0]) =>
  succeeded(invoke(leaveWaitlist, shopper(world, product, email, variant)));

export const importProducts = (world: World, ...products: ImportedProduct[]) =>
  succeeded(invoke(importRecords, { store_id: world.store.id, products }));

/** Products by name and how many wait for each; the created times are as given or alike. */
export async function waitlisted(world: World, waiting: Record<string, number>, fields: Partial<ImportedProduct> = {}) {
  const products = Object.keys(waiting).map((name) => newProduct({ name, ...fields }));
  await importProducts(world, ...products);
  for (const product of products) {
    const shoppers = Array.from({ length: waiting[product.name] ?? 0 }, (_, index) => `shopper${index}@example.com`);
    await Promise.all(shoppers.map((email) => join(world, product, email)));
  }
  return products;
}

/** How many wait for a product. */
export async function count(world: World, product: ImportedProduct): Promise<number> {
  const response = await call(getProductWaitlist, { key: world.read, path: { product_id: product.id } });
  return response.body.data.waiting_count;
}

/** A page of waitlisted products. */
export const list = (world: World, query: Record<string, string | number> = {}): Promise<Response> =>
  call(listWaitlistedProducts, { key: world.read, query });

/** The names on a page of waitlisted products. */
export async function names(world: World, query: Record<string, string | number> = {}): Promise<string[]> {
  const { body } = await list(world, query);
  return body.data.map(({ name }: { name: string }) => name);
}
