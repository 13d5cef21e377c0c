/** A variant has at most one digital file, so the variant is the file's key. */

import { notFound } from '../../schema/errors.ts';
import { readerOf } from '../../schema/field.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys, objectKeys } from '../../table/keys.ts';
import * as products from '../catalog/product-records.ts';
import { type DigitalFile, digitalFile } from './fields.ts';

const read = readerOf(digitalFile);

/** The variant's digital file, or undefined. */
export const find = (store: string, product: string, variant: string) =>
  items.find<DigitalFile>(keys.digitalFile(store, product, variant), read);

/** The digital files of a product by their variants, also those of variants that the product no longer has. */
export async function listOf(store: string, product: string): Promise<ReadonlyMap<string, DigitalFile>> {
  const { pk, sk: prefix } = keys.digitalFile(store, product, '');
  const found = await items.list<DigitalFile & Key>({ pk, prefix, read });
  return new Map(found.map((file) => [file.sk.slice(prefix.length), file]));
}

/** A variant, with its product and its digital file as they were read. */
interface VariantFile {
  product: Stored<products.Product>;
  variant: string;
  file: Stored<DigitalFile> | undefined;
}

/** Throws 404 where the product does not exist or has no such variant. */
export async function getVariantFile(store: string, productId: string, variant: string): Promise<VariantFile> {
  const [product, file] = await Promise.all([products.get(store, productId), find(store, productId, variant)]);
  if (!product.variants.some(({ id }) => id === variant)) throw notFound();
  return { product, variant, file };
}

/** Gives the variant a file, in place of the one it had when read. */
export const createOrReplace = (store: string, { product, variant, file }: VariantFile, next: DigitalFile): Write[] => [
  items.createOrReplace(keys.digitalFile(store, product.id, variant), file, next),
  products.checkVariants(store, product),
];

export const remove = (store: string, product: string, variant: string, file: Stored<DigitalFile>): Write =>
  items.remove(keys.digitalFile(store, product, variant), file);

/** The objects of a digital file, if there is one. */
export const objectsOf = (store: string, file: DigitalFile | undefined): string[] =>
  file ? [objectKeys.digitalFile(store, file.id)] : [];
