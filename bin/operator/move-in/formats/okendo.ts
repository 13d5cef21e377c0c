import { customerOrName, hiddenUnless, html, oneOf, past, product, required, wholeNumber } from '../columns.ts';
import type { Format } from '../format.ts';

/** Reviews of Okendo: its import template and its exports. An export without mail addresses needs customers mapped by name. */
export const okendo: Format = {
  name: 'okendo',
  source: 'https://support.okendo.io/en/articles/2057320-importing-reviews-using-the-okendo-import-template',
  kind: 'reviews',
  marks: [['date_created', 'rating', 'body']],
  records: [
    {
      fields: {
        product_id: product('product_id', 'handle', 'sku', 'product_name'),
        customer_id: customerOrName(['email', 'reviewer_email'], ['name', 'reviewer_name']),
        rating: required(wholeNumber('rating')),
        title: html('title'),
        body: html('body'),
        created_at: past('date_created'),
        verified_purchase: oneOf(
          ['yes', 'true', '1', 'verified-buyer', 'verified buyer'],
          ...['is_verified_buyer', 'verified_status', 'reviewer_verified_status', 'is_verified'],
        ),
        ...hiddenUnless(['published', 'approved'], 'Okendo', 'status'),
      },
    },
  ],
};
