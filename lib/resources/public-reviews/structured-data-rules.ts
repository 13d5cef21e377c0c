/** The rating and the newest reviews of a product as schema.org describes them, for the product's page. */

import { scriptJson } from '../../runtime/html.ts';
import { readingOf } from '../../schema/languages.ts';
import { limits } from '../../schema/limits.ts';
import { ratingAverage, type StarRating } from '../catalog/rules.ts';
import type { ReviewRecord } from '../reviews/rules.ts';
import { lineOf, type PublicProduct, type PublicSite } from './rules.ts';
import { reviewWords } from './words.ts';

/** The best and the worst rating that a customer can give. */
const scale = { bestRating: limits.rating, worstRating: 1 };

/** The product as JSON-LD, for use inside a `script` element. */
export const structuredDataOf = (...shown: Parameters<typeof describedProduct>): string =>
  scriptJson(describedProduct(...shown));

/** The product as schema.org describes one. Without published reviews it has neither rating nor reviews. */
export function describedProduct(site: PublicSite, product: PublicProduct, reviews: readonly ReviewRecord[]) {
  const { name, url, rating } = product;
  const { anonymous } = reviewWords[readingOf([site.locale]).language];
  const aggregateRating = aggregateRatingOf(rating);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    ...(url === null ? {} : { '@id': url, url }),
    name: lineOf(name),
    ...(aggregateRating === null ? {} : { aggregateRating }),
    ...(reviews.length === 0 ? {} : { review: reviews.map((review) => reviewOf(review, anonymous)) }),
  } as const;
}

function aggregateRatingOf(rating: StarRating) {
  const ratingValue = ratingAverage(rating);
  if (ratingValue === null) return null;
  return { '@type': 'AggregateRating', ratingValue, reviewCount: rating.review_count, ...scale } as const;
}

const reviewOf = ({ author_name, created_at, title, body, rating }: ReviewRecord, anonymous: string) =>
  ({
    '@type': 'Review',
    author: { '@type': 'Person', name: lineOf(author_name) || anonymous },
    datePublished: created_at,
    ...(title === '' ? {} : { name: title }),
    ...(body === '' ? {} : { reviewBody: body }),
    reviewRating: { '@type': 'Rating', ratingValue: rating, ...scale },
  }) as const;
