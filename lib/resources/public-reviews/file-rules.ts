/** The public files of a product (Storefront without a front-end team, "Files instead of requests"). */
import { scriptJson } from '../../runtime/html.ts';
import { show } from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { productRatingView, type ReviewRecord, storefrontView } from '../reviews/rules.ts';
import { type PublicReviews, publicReview, publicReviews } from './fields.ts';
import { markupOf } from './html-rules.ts';
import { type PublicFile, type PublicProduct, type PublicSite, publishedOf } from './rules.ts';
import { structuredDataOf } from './structured-data-rules.ts';

const stars = [1, 2, 3, 4, 5] as const;

/** Published reviews of a product, newest first: as many as all files hold, and as many of each number of stars as one file holds. */
export interface PublishedReviews {
  newest: readonly ReviewRecord[];
  byStars: Readonly<Record<(typeof stars)[number], readonly ReviewRecord[]>>;
}

const { ofFile, files } = limits.publicReviews;

const pageName = (page: number): string => (page === 1 ? 'reviews.json' : `reviews-${page}.json`);
const starsName = (rating: number): string => `stars-${rating}.json`;
const markupName = 'reviews.html';
const structuredDataName = 'rating.jsonld';

/** The names of all files that a product can have, in the order in which they are written. */
export const fileNames: readonly string[] = [
  ...Array.from({ length: files - 1 }, (_, index) => pageName(index + 2)),
  ...stars.map(starsName),
  markupName,
  structuredDataName,
  pageName(1),
];

/**
 * The files of a product in the order in which they are written. `reviews.json` is last: a reader who sees its version finds the other
 * files. Further pages are present only as far as there are reviews for them.
 */
export function filesOf(
  version: number,
  site: PublicSite,
  product: PublicProduct,
  { newest, byStars }: PublishedReviews,
): PublicFile[] {
  const shown = publishedOf(newest);
  const pageCount = Math.max(1, Math.ceil(shown.length / ofFile));
  const dataFile = (name: string, reviews: readonly ReviewRecord[], next: string | null) =>
    fileOf(name, contentOf(version, product, reviews, next));

  const pages = Array.from({ length: pageCount }, (_, index) => {
    const next = index + 1 < pageCount ? pageName(index + 2) : null;
    return dataFile(pageName(index + 1), shown.slice(index * ofFile, (index + 1) * ofFile), next);
  });
  return [
    ...pages.slice(1),
    ...stars.map((rating) => dataFile(starsName(rating), publishedOf(byStars[rating]), null)),
    {
      name: markupName,
      contentType: 'text/html; charset=utf-8',
      body: markupOf(version, site, product, shown.slice(0, ofFile)),
    },
    {
      name: structuredDataName,
      contentType: 'application/ld+json',
      body: structuredDataOf(site, product, shown.slice(0, limits.publicReviews.structured)),
    },
    ...pages.slice(0, 1),
  ];
}

/** A page that exists, but has no reviews any more. `name` is the name of a page. */
export const emptyPage = (name: string, version: number, product: PublicProduct): PublicFile =>
  fileOf(name, contentOf(version, product, [], null));

function contentOf(
  version: number,
  { id, rating }: PublicProduct,
  reviews: readonly ReviewRecord[],
  next: string | null,
): PublicReviews {
  const data = reviews.map((review) => show(publicReview, storefrontView(review)));
  return show(publicReviews, { version, ...productRatingView(id, rating), data, next });
}

const fileOf = (name: string, content: PublicReviews): PublicFile => ({
  name,
  contentType: 'application/json',
  body: scriptJson(content),
});
