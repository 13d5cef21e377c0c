import { customer, hiddenUnless, html, past, product, required, wholeNumber } from '../columns.ts';
import type { Format } from '../format.ts';

/** Reviews of Judge.me. Nothing in the export says whether a purchase was verified. */
export const judgeMe: Format = {
  name: 'judge-me',
  source: 'files in public repositories; no page of Judge.me lists the columns',
  kind: 'reviews',
  marks: [['review_date', 'reviewer_email', 'rating', 'body']],
  records: [
    {
      fields: {
        product_id: product('product_id', 'product_handle'),
        customer_id: customer('reviewer_email'),
        rating: required(wholeNumber('rating')),
        title: html('title'),
        body: html('body'),
        created_at: past('review_date'),
        ...hiddenUnless(['ok'], 'Judge.me', 'curated'),
      },
    },
  ],
};
