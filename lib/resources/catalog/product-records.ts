import { isDeepStrictEqual } from 'node:util';
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';
import { listIdsUnder, type Page } from '../../table/reads.ts';
import type { Change } from '../../table/update-expression.ts';
import { renamesVariants } from '../reviews/rules.ts';
import { namesOfProduct, type Terms } from '../search/name-rules.ts';
import * as terms from '../search/term-records.ts';
import { rankingOfNone, searchable } from '../waitlist/rules.ts';
import { absentOfProduct, type ImportedProduct } from './fields.ts';
import { droppedVariants, noStars, type StarRating, starNames } from './rules.ts';

/** Shoppers who wait for each variant, by its id; absent until the first one waits. */
export interface VariantCounts {
  readonly [count: `waiting_prv_${string}`]: number;
  /** How often these counts have changed; absent before the first change. */
  waiting_changes?: number;
}

/** A product as mirrored from the store, with the counts that this service keeps. */
export interface Product extends ImportedProduct, StarRating, VariantCounts {
  /** Sort value among the store's products, by waiting shoppers; a `bigint` beyond 2^53. */
  ranking: number | bigint;
  /** Number of waiting shoppers in the ranking, and the amount that they add to `ranking`; absent until the first one waits. */
  waiting_count?: number;
  waiting_ranking?: number | bigint;
  /** How many of them were counted aside, in shards; absent while shoppers may be counted only on the product. */
  waiting_aside?: number;
  /**
   * Set for a new product, and for others by the second run of the migration: releases before 0.6.0, which do not count by variant, no longer
   * change these counts then. The second run also corrects a new product that they have changed during the upgrade.
   */
  counted_by_variant?: true;
  /** Rises with every change of the rating; absent before the first review. */
  rating_version?: number;
  /** Version of the product's public files: rises with every change that they show. Absent before the first one. */
  public_version?: number;
  /** Rises with `rating_version` if the counts by stars change too, and equals it once they include all published reviews. */
  stars_version?: number;
  /** Rises with every import that changes the variants, so that work can detect a change. Absent before the first. */
  variants_round?: number;
  /** Set while reviews have yet to take over new names of variants. */
  variants_renamed?: true;
  /** Id of the last review that has the new names; absent before the first page of reviews. */
  renamed_up_to?: string;
  /** Set once an import has dropped a variant: it may come back, and its reviews then take its name again. */
  variants_dropped?: true;
  /** The name in the form that a search compares; set once the product can be found by it. */
  searchable_name?: string;
  /** The terms by which a search of staff finds it. */
  found_by?: Terms;
}

const read = readerWith({
  ...absentOfProduct,
  review_count: 0,
  rating_sum: 0,
  ...noStars,
  ranking: asStored,
  waiting_count: asStored,
  waiting_ranking: asStored,
  waiting_aside: asStored,
  waiting_changes: asStored,
  counted_by_variant: asStored,
  rating_version: asStored,
  stars_version: asStored,
  public_version: asStored,
  variants_round: asStored,
  variants_renamed: asStored,
  renamed_up_to: asStored,
  variants_dropped: asStored,
  searchable_name: asStored,
  found_by: asStored,
} satisfies StoredAs<Product, ImportedProduct>);

/** The product, or undefined. */
export const find = (store: string, id: string) => items.find<Product>(keys.product(store, id), read);

/** The products with these ids, in the order given; undefined for a missing one. */
export const findMany = (store: string, ids: readonly string[], reads?: { consistent: boolean }) =>
  items.findMany<Product>(
    ids.map((id) => keys.product(store, id)),
    read,
    reads,
  );

/** The product. Throws 404 where it does not exist. */
export const get = async (store: string, id: string) => items.orNotFound(await find(store, id));

/** The product's id and variants round: any change of the variants raises the round. */
type Round = Pick<Product, 'id' | 'variants_round'>;

/** Makes the commit require that the product's variants are unchanged. Its counts may change. */
export const checkVariants = (store: string, product: Round): Write =>
  items.checkAttributes(keys.product(store, product.id), variantsUnchanged(product));

/** The condition that the variants are unchanged, for a write of the product itself. */
const variantsUnchanged = ({ variants_round }: Round) => ({ exists: true, unchanged: { variants_round } });

/**
 * Replaces the product's record, except what this service counts. The ranking follows the creation time, and a searchable product becomes
 * searchable by its new name. The commit fails if `existing` has become searchable, or was imported again, since it was read.
 */
export const merge = (store: string, product: ImportedProduct, existing: Stored<Product> | undefined): Write[] => {
  const isSearchable = existing?.searchable_name !== undefined;
  const changes = existing ? changesOf(existing, product) : {};
  const found_by = { names: namesOfProduct(product) };
  const creation = creationOf(existing);
  const merged = items.merge(keys.product(store, product.id), {
    set: {
      ...product,
      found_by,
      ...completed(product),
      ...creation.set,
      ...changes.set,
      ...(isSearchable ? { searchable_name: searchable(product.name) } : {}),
    },
    sums: { ranking: ['waiting_ranking', rankingOfNone(product)] },
    added: changes.added ?? {},
    removed: changes.removed ?? [],
    defaults: { review_count: 0, rating_sum: 0 },
    without: [...(isSearchable ? [] : ['searchable_name']), ...creation.without],
    unchanged: existing ? { version: existing.version, found_by: existing.found_by } : {},
  });
  return [merged, ...terms.replace(store, product.id, existing?.found_by, found_by)];
};

const optionalNames = Object.keys(absentOfProduct) as (keyof typeof absentOfProduct)[];

/** The optional fields of a product; those that the import omits have their defaults. */
const completed = (product: ImportedProduct) =>
  Object.fromEntries(optionalNames.map((name) => [name, product[name] ?? absentOfProduct[name]]));

/** What a new product has from the start, and the condition that it does not exist yet. Empty for an existing product. */
const creationOf = (existing: Product | undefined) =>
  existing ? { set: {}, without: [] } : { set: { counted_by_variant: true }, without: ['variants'] };

/** What an import changes of what this service keeps about an existing product. */
function changesOf(existing: Product, product: ImportedProduct): Pick<Change, 'set' | 'added' | 'removed'> {
  const changesVariants = !isDeepStrictEqual(existing.variants, product.variants);
  return {
    set: {
      ...(renamesVariants(existing, product) ? { variants_renamed: true } : {}),
      ...(droppedVariants(existing, product).length > 0 ? { variants_dropped: true } : {}),
    },
    added: {
      ...(changesVariants ? { variants_round: 1 } : {}),
      ...(isShownDifferently(existing, product) ? { public_version: 1 } : {}),
    },
    removed: changesVariants ? ['renamed_up_to'] : [],
  };
}

/** Whether the public files of the product change with its import. */
const isShownDifferently = (existing: Product, { name, url }: ImportedProduct): boolean =>
  existing.name !== name || existing.url !== (url ?? absentOfProduct.url);

/** Records the terms by which a search finds a product as it was read. */
export const recordTerms = (store: string, { id, name, found_by: was }: Product, found_by: Terms): Write =>
  items.update(keys.product(store, id), { set: { found_by }, exists: true, unchanged: { name, found_by: was } });

/** Enters a new product into the list of the store's products. */
export const enlist = (store: string, { id }: ImportedProduct): Write =>
  items.merge(keys.productOf(store, id), { set: { id } });

/** Ids of up to `limit` products of the store after the one with the id `after`. */
export const listIds = (store: string, page: Page): Promise<string[]> =>
  listIdsUnder((id) => keys.productOf(store, id), page);

/** What a page of reviews records with its new variant names. */
interface Renaming {
  /** Id of the last review of the page, if the next page continues after it. */
  renamed_up_to?: string | undefined;
  /** Whether one of the reviews is shown differently in the product's public files. */
  isShown: boolean;
}

/**
 * Makes the commit of a page of reviews require that they get the variant names that the product had when read, and records the page unless
 * another import has ended the renaming.
 */
export function recordRenaming(store: string, product: Product, { renamed_up_to, isShown }: Renaming): Write {
  const { id, variants_round, variants_renamed } = product;
  const recorded = variants_renamed && renamed_up_to !== undefined ? { renamed_up_to } : undefined;
  if (!recorded && !isShown) return checkVariants(store, product);
  return items.update(keys.product(store, id), {
    exists: true,
    set: recorded ?? {},
    added: isShown ? { public_version: 1 } : {},
    unchanged: { variants_round, ...(recorded && { variants_renamed }) },
  });
}

/** Records that all reviews have the variant names that the product had when read. */
export const endRenaming = (store: string, product: Product): Write[] =>
  product.variants_renamed
    ? [
        items.update(keys.product(store, product.id), {
          removed: ['variants_renamed', 'renamed_up_to'],
          ...variantsUnchanged(product),
        }),
      ]
    : [];

/**
 * Adds to the product's rating, and raises the version of its public files, in the transaction of a change that they show. No write for any
 * other change.
 */
export const moveRating = (store: string, id: string, move: StarRating, isShown: boolean): Write[] =>
  isShown ? [items.update(keys.product(store, id), { added: versioned(move), exists: true })] : [];

/** Adds to the product's rating, and makes the commit require that the product's variants are unchanged. */
export const moveRatingOf = (store: string, product: Round, move: StarRating): Write =>
  isNone(move)
    ? checkVariants(store, product)
    : items.update(keys.product(store, product.id), { added: versioned(move), ...variantsUnchanged(product) });

/** The increments of the rating, of its version, which gives the order of the rating's events (Events page), and of the public files' version. */
function versioned(move: StarRating) {
  if (isNone(move)) return { public_version: 1 };
  const { review_count, rating_sum, ...stars } = move;
  const moved = Object.fromEntries(Object.entries(stars).filter(([, count]) => count !== 0));
  return { review_count, rating_sum, ...moved, rating_version: 1, stars_version: 1, public_version: 1 };
}

const isNone = ({ review_count, rating_sum }: StarRating): boolean => review_count === 0 && rating_sum === 0;

/** Replaces the product's counts by stars with counted ones, if its rating has not changed since it was read. */
export const recordStars = (store: string, { id, rating_version }: Product, counted: StarRating): Write => {
  const stars = Object.fromEntries(starNames.map((name) => [name, counted[name]]));
  return items.update(keys.product(store, id), {
    set: { ...stars, stars_version: rating_version ?? 0 },
    added: { public_version: 1 },
    exists: true,
    unchanged: { rating_version },
  });
};
