import { importRecords } from '../../../../../lib/resources/catalog/functions.ts';
import { recordOrder } from '../../../../../lib/resources/orders/functions.ts';
import { lineOf, orderOf } from '../../../../support/world/checkout.ts';
import { newProduct, newVariant, type World } from '../../../../support/world/world.ts';
import type { Answer } from '../../engine/history.ts';
import type { Random } from '../../engine/random.ts';
import { made } from '../../engine/requests.ts';

/** A digital product, and an order in which all its variants were bought. */
export interface Place {
  store_id: string;
  key: string;
  product: string;
  variants: readonly [string, string];
  order: string;
  /** Files that clients were told of. */
  files: { id: string; variant: string }[];
  /** Direct uploads whose only part the client has sent. */
  uploads: Map<string, { variant: string; etag: string }>;
}

export async function begin(world: World): Promise<Place> {
  const store_id = world.store.id;
  const [score, recording] = [newVariant('Score'), newVariant('Recording')];
  const product = newProduct({ delivery: 'digital', variants: [score, recording] });
  await made(importRecords, { store_id, products: [product] });
  const lines = [score, recording].map((variant) => lineOf({ id: product.id, variants: [variant] }, { unit_price: 5 }));
  const order = orderOf(world, { lines });
  await made(recordOrder, { store_id, order });
  const variants = [score.id, recording.id] as const;
  return { store_id, key: world.write, product: product.id, variants, order: order.id, files: [], uploads: new Map() };
}

/** The id of a variant, mostly the first. */
export const variantOf = ({ variants }: Place, random: Random): string =>
  random.chance(0.75) ? variants[0] : random.pick([...variants]);

/** A request about a variant. */
export const at = ({ product, key }: Place, variant: string, more: object = {}) => ({
  path: { id: product, variant_id: variant, ...more },
  key,
});

/** Remembers the file that an answer tells of. */
export const remember =
  ({ files }: Place, variant: string) =>
  ({ body: { id } }: Answer): void =>
    void (files.some((file) => file.id === id) || files.push({ id, variant }));

/** What a file holds. */
export const contentOf = (random: Random): string => `${random.below(1000)}`.repeat(1 + random.below(9));

/** The newest upload, as the end of its request names it: now and then under another variant. */
export function uploadOf(place: Place, random: Random) {
  const [id, upload] = [...place.uploads].at(-1) ?? [];
  if (id === undefined || !upload) return undefined;
  const variant = random.chance(0.9) ? upload.variant : variantOf(place, random);
  return { id, variant, etag: upload.etag };
}
