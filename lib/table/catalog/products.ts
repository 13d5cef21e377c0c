import type { ProductRecord } from '../../contract/functions/operator.ts';
import { notFound } from '../../contract/kinds/errors.ts';
import { dropsVariants, type Rating, renamesVariants } from '../../domain/review.ts';
import { rankingOfNone, searchable } from '../../domain/waitlist.ts';
import { storeTable } from '../client.ts';
import { checkAttributes, get, getMany, list, merge, type Stored, type Write } from '../entities.ts';
import { keys } from '../keys.ts';

/** A product as mirrored from the store, with what this service counts itself. */
export interface Product extends ProductRecord, Rating {
  /** Place among the store's products by waiting shoppers; a bigint beyond 2^53. */
  ranking: number | bigint;
  /** Waiting shoppers as ranked, and the same as a part of `ranking`; absent until the first one waits. */
  waiting_count?: number;
  waiting_ranking?: number | bigint;
  /** How many of them were counted aside; absent while none may be. */
  waiting_aside?: number;
  /** There while reviews are still to take over new names of variants. */
  variants_renamed?: true;
  /** There once an import has dropped a variant: it may come back, and reviews of it then take their name again. */
  variants_dropped?: true;
  /** The name in lower case, once the product can be found by it. */
  searchable_name?: string;
}

/** The product, or undefined. */
export const findProduct = (store: string, id: string) => get<Product>(keys.product(store, id));

/** The products, undefined where there is none, in the order of their ids. */
export const findProducts = (store: string, ids: readonly string[], reads?: { consistent: boolean }) =>
  getMany<Product>(
    ids.map((id) => keys.product(store, id)),
    reads,
  );

/** The product. Throws 404 where it does not exist. */
export async function getProduct(store: string, id: string): Promise<Stored<Product>> {
  const product = await findProduct(store, id);
  if (!product) throw notFound();
  return product;
}

/** Holds the commit to the product having the variants it had. Its counts may change all the while. */
export const checkVariants = (store: string, { id, variants }: Pick<Product, 'id' | 'variants'>): Write =>
  checkAttributes(keys.product(store, id), { variants });

/**
 * Replaces the product's record, except what this service counts: its ranking follows the time of its creation, and
 * where it can be found by its name, the new name takes the old one's place. `existing` is what was read of it; the
 * commit is held to its not having become searchable, and to its variants not having changed, meanwhile.
 */
export const importProduct = (store: string, product: ProductRecord, existing: Product | undefined): Write => {
  const isSearchable = existing?.searchable_name !== undefined;
  return merge(keys.product(store, product.id), {
    set: {
      ...product,
      description: product.description ?? '',
      ...(existing && renamesVariants(existing, product) ? { variants_renamed: true } : {}),
      ...(existing && dropsVariants(existing, product) ? { variants_dropped: true } : {}),
      ...(isSearchable ? { searchable_name: searchable(product.name) } : {}),
    },
    sums: { ranking: ['waiting_ranking', rankingOfNone(product)] },
    defaults: { review_count: 0, rating_sum: 0 },
    without: [...(isSearchable ? [] : ['searchable_name']), ...(existing ? [] : ['variants'])],
    unchanged: existing ? { variants: existing.variants } : {},
  });
};

/** Enters a new product into the list of the store's products. */
export const listProduct = (store: string, { id }: ProductRecord): Write =>
  merge(keys.productOf(store, id), { set: { id } });

/** Ids of up to `limit` products of the store after the one with the id `after`. */
export async function listProductIds(
  store: string,
  { after = '', limit }: { after?: string | undefined; limit: number },
) {
  const { pk, sk } = keys.productOf(store, after);
  const items = await list<{ id: string }>({ pk, prefix: '', after: sk, limit });
  return items.map(({ id }) => id);
}

/** Reviews have taken over the names that variants had when this was read; does nothing where they have others by now. */
export const endRenaming = (store: string, { id, variants }: Product): Write => ({
  Update: {
    TableName: storeTable(),
    Key: keys.product(store, id),
    UpdateExpression: 'REMOVE variants_renamed',
    ConditionExpression: 'variants = :variants',
    ExpressionAttributeValues: { ':variants': variants },
  },
});

/** Adds to the product's rating, in the transaction of what moves it. Nothing where it stays as it is. */
export const moveRating = (store: string, id: string, move: Rating): Write[] =>
  isNone(move) ? [] : [{ Update: { ...addToRating(store, id, move), ConditionExpression: 'attribute_exists(pk)' } }];

/** The same, and holds the commit to the product having the variants it had. */
export function moveRatingOf(store: string, product: Pick<Product, 'id' | 'variants'>, move: Rating): Write {
  if (isNone(move)) return checkVariants(store, product);
  const { ExpressionAttributeValues: values, ...update } = addToRating(store, product.id, move);
  return {
    Update: {
      ...update,
      ConditionExpression: 'variants = :variants',
      ExpressionAttributeValues: { ...values, ':variants': product.variants },
    },
  };
}

const isNone = ({ review_count, rating_sum }: Rating): boolean => review_count === 0 && rating_sum === 0;

const addToRating = (store: string, id: string, { review_count, rating_sum }: Rating) => ({
  TableName: storeTable(),
  Key: keys.product(store, id),
  UpdateExpression: 'ADD review_count :count, rating_sum :sum',
  ExpressionAttributeValues: { ':count': review_count, ':sum': rating_sum },
});
