import { customerOrName, html, oneOf, past, product, required, wholeNumber } from '../columns.ts';
import type { Format } from '../format.ts';
import { plainText } from '../values/html.ts';

/** Reviews of Yotpo, exported from its dashboard or by its plugin for WooCommerce. Their columns differ in some names only. */
export const yotpo: Format = {
  name: 'yotpo',
  source: 'https://github.com/YotpoLtd/woocommerce-plugin-yotpo-reviews (class Yotpo_Review_Export)',
  kind: 'reviews',
  marks: [['review_title', 'review_content', 'review_score']],
  records: [
    {
      fields: {
        product_id: product('product_id', 'product_handle', 'sku'),
        customer_id: customerOrName(['email', 'user_email', 'reviewer_email'], ['display_name']),
        rating: required(wholeNumber('review_score')),
        title: {
          from: ['review_title', 'product_title'],
          // The plugin writes the name of the product as the title of each review.
          read: ([title, product]) => (title === undefined || title === product ? undefined : plainText(title)),
        },
        body: html('review_content'),
        created_at: past('date', 'review_creation_date', 'created_at'),
        verified_purchase: oneOf(
          ['yes', 'true', '1', 'verified_buyer'],
          'verified_purchase',
          'verified_buyer',
          'user_type',
        ),
      },
    },
  ],
};
