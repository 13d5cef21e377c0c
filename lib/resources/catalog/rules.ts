import { filled, show } from '../../schema/field.ts';
import { type DigitalFile, digitalFile } from '../digital-files/fields.ts';
import { type WaitlistedProduct, waitlistedProduct } from '../waitlist/fields.ts';
import { type ImportedProduct, type Product, productIdentifiers, product as productSchema } from './fields.ts';

/** Published reviews of a product by their stars. */
export const noStars = { stars_1: 0, stars_2: 0, stars_3: 0, stars_4: 0, stars_5: 0 };

type StarCounts = typeof noStars;

/** The names of the counts, from one star to five. */
export const starNames = Object.keys(noStars) as (keyof StarCounts)[];

/** Published reviews of a product, and the sum of their ratings. */
export interface Rating {
  review_count: number;
  rating_sum: number;
}

/** Published reviews of a product, the sum of their ratings, and their counts by stars. */
export interface StarRating extends Rating, StarCounts {}

interface StarVersions {
  rating_version?: number;
  stars_version?: number;
}

/** Whether the last change of the rating included the counts by stars: releases before 0.3.0 have no such counts. */
export const movedStars = ({ rating_version = 0, stars_version = 0 }: StarVersions): boolean =>
  rating_version === stars_version;

/** Whether the product's counts by stars include all its published reviews. */
export const hasStars = (product: StarRating & StarVersions): boolean =>
  movedStars(product) && starNames.reduce((sum, name) => sum + product[name], 0) === product.review_count;

/** Counts by stars as they are shown, with the keys "1" to "5". */
export const histogram = (counts: StarCounts) => ({
  1: counts.stars_1,
  2: counts.stars_2,
  3: counts.stars_3,
  4: counts.stars_4,
  5: counts.stars_5,
});

/** Average of the published reviews' ratings, rounded to two decimals; null without any. */
export const ratingAverage = ({ review_count, rating_sum }: Rating) =>
  review_count > 0 ? Math.round((rating_sum * 100) / review_count) / 100 : null;

/** The name of a product with its variant, as emails name what was bought. Of a product that is gone, nothing is left. */
export function nameWithVariant(
  product: Pick<ImportedProduct, 'name' | 'variants'> | undefined,
  variantId: string,
): string {
  const variant = product?.variants.find(({ id }) => id === variantId);
  return [product?.name, variant?.name].filter(Boolean).join(', ');
}

/** What the service keeps about the variants of a product, by their ids. */
interface AboutVariants {
  files: ReadonlyMap<string, DigitalFile>;
  waiting: ReadonlyMap<string, { count: number; since: string | null }>;
}

/** The product as the API shows it. */
export const view = (product: ImportedProduct & Rating, { files, waiting }: AboutVariants): Product =>
  show(productSchema, {
    ...product,
    ...asShown(product),
    url: product.url ?? null,
    ...filled(productIdentifiers, product),
    variants: product.variants.map(({ id, name }) => {
      const [file, { count = 0, since = null } = {}] = [files.get(id), waiting.get(id)];
      const digital_file = file ? show(digitalFile, file) : null;
      return { id, name, waiting_count: count, waiting_since: since, digital_file };
    }),
  });

const asShown = (product: ImportedProduct & Rating) => ({
  description: product.description ?? '',
  rating_average: ratingAverage(product),
});

/** The product as the contract shows it in the ranking. */
export const waitlistedView = (product: ImportedProduct & Rating & { waiting_count?: number }): WaitlistedProduct =>
  show(waitlistedProduct, {
    ...product,
    ...asShown(product),
    waiting_count: product.waiting_count ?? 0,
  });

interface WithVariants {
  variants: readonly { id: string }[];
}

/** Ids of the variants that are gone. */
export const droppedVariants = (before: WithVariants, after: WithVariants): string[] =>
  before.variants.map(({ id }) => id).filter((id) => after.variants.every((variant) => variant.id !== id));
