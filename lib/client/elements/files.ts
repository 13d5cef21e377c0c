/** Reads the public files of a product (Storefront without a front-end team, "Files instead of requests"). */
import type { PublicReviews } from '../../resources/public-reviews/fields.ts';

/** Reads a file of the product by its name; `fresh` past the caches. */
export type ReadFile = (name: string, fresh: boolean) => Promise<PublicReviews>;

/** Reviews of so many files in a row, all of one version. `next` is the file after them. */
export interface ReadReviews extends PublicReviews {
  files: number;
}

/** How often a reader starts again before it fails. */
const restarts = 4;

/** The newest reviews with this number of stars, or with any if it is 0. */
export const fileOf = (stars: number): string => (stars === 0 ? 'reviews.json' : `stars-${stars}.json`);

/** `next` is only ever a file beside the first one. */
const isPage = (name: string | null): name is string => name !== null && /^reviews-\d+\.json$/.test(name);

/** Whether there are older reviews to read. */
export const hasMore = ({ next }: PublicReviews): boolean => isPage(next);

/**
 * Reads files from `reviews.json` on, or after those that were `read`, until it has so many. If their version changes meanwhile, it starts
 * again from `reviews.json`. Throws if a file cannot be read, and if the version changes with each restart.
 */
export async function readReviews(readFile: ReadFile, files: number, read?: ReadReviews): Promise<ReadReviews> {
  let reviews = read;
  let changes = 0;
  while (!reviews || (reviews.files < files && isPage(reviews.next))) {
    const file = await readFile(reviews?.next ?? fileOf(0), changes > 0);
    if (!reviews) {
      reviews = { ...file, files: 1 };
    } else if (file.version === reviews.version) {
      reviews = { ...file, data: [...reviews.data, ...file.data], files: reviews.files + 1 };
    } else {
      changes += 1;
      if (changes > restarts) throw new Error('The reviews change while they are read');
      reviews = undefined;
    }
  }
  return reviews;
}
