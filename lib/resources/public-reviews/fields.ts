/** The public files of a product's reviews, which a visitor's browser reads without an API key. */
import * as z from 'zod/mini';
import { exampleOutput } from '../../schema/examples.ts';
import { field, shownInteger, shownOf } from '../../schema/field.ts';
import { ratingFields, storefrontFields } from '../reviews/fields.ts';

const withoutAuthorId = ({ customer_id: _, ...fields }: typeof storefrontFields) => fields;

/** A review as every visitor of the product's page may see it: as the storefront shows it, without its author's id. */
export const publicReview = shownOf(withoutAuthorId(storefrontFields));

/** The content of `reviews.json`, of its further pages, and of the files of one star rating. */
export const publicReviews = shownOf({
  version: shownInteger({
    words:
      'Version of all public files of the product. It rises with every change. If it changes between two files, read `reviews.json` again.',
    example: 1,
  }),
  ...ratingFields,
  data: field({
    shown: z.array(publicReview),
    words: 'Published reviews of this file, newest first.',
    example: [exampleOutput(publicReview)],
  }),
  next: field({
    shown: z.nullable(z.string()),
    words: 'Name of the file with older reviews, in the same folder; null in the last one.',
    example: 'reviews-2.json',
  }),
});

export type PublicReviews = z.output<typeof publicReviews>;

/** The feeds of a site, by the names of their files. */
export const feedNames = ['google-product-reviews.xml', 'meta-product-reviews.csv'] as const;

export type FeedName = (typeof feedNames)[number];

/** Why a published review is in no feed. */
export const leftOutReasons = ['without_text', 'without_product_url'] as const;

export type LeftOutReason = (typeof leftOutReasons)[number];
