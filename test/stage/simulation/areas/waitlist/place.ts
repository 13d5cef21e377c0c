import type { ImportedProduct } from '../../../../../lib/resources/catalog/fields.ts';
import { importRecords } from '../../../../../lib/resources/catalog/functions.ts';
import { newProduct, newVariant, type World } from '../../../../support/world/world.ts';
import type { Random } from '../../engine/random.ts';
import { made } from '../../engine/requests.ts';
import { firstName } from './model.ts';

/** A product whose two variants shoppers wait for. */
export interface Place {
  store_id: string;
  key: string;
  product: ImportedProduct;
  variants: readonly [string, string];
}

export async function begin({ store, read: key }: World): Promise<Place> {
  const [small, large] = [newVariant('S'), newVariant('L')];
  const product = newProduct({ name: firstName, variants: [small, large] });
  await made(importRecords, { store_id: store.id, products: [product] });
  return { store_id: store.id, key, product, variants: [small.id, large.id] };
}

const shoppers = ['ada@example.com', 'ADA@example.com', 'Grace@example.com', 'grace@example.com'] as const;

/** Somebody who waits for a variant, or does not: as the model names them, and as a function is invoked. */
export function shopperOf({ store_id, product, variants }: Place, random: Random) {
  const variant_id = random.pick([...variants]);
  const email = random.pick([...shoppers]);
  return {
    input: { variant: variant_id, shopper: `${variant_id} ${email.toLowerCase()}` },
    payload: { store_id, product_id: product.id, variant_id, email },
  };
}

/** The id of a restock, which may be of any variant. */
export const restockOf = (random: Random): string => `restock-${random.below(2)}`;
