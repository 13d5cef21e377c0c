import { customer, html, past, product, required, text, wholeNumber, yesOrNo } from '../columns.ts';
import type { Format } from '../format.ts';

/** Our own: columns named as the fields of import-reviews. */
export const reviews: Format = {
  name: 'reviews',
  source: 'the fields of import-reviews',
  kind: 'reviews',
  marks: [['product_id', 'customer_id', 'rating']],
  isOurs: true,
  records: [
    {
      fields: {
        product_id: product('product_id'),
        customer_id: customer('customer_id'),
        rating: required(wholeNumber('rating')),
        title: html('title'),
        body: html('body'),
        created_at: past('created_at'),
        updated_at: past('updated_at'),
        verified_purchase: yesOrNo('verified_purchase'),
        hidden_reason: text('hidden_reason'),
        hidden_note: text('hidden_note'),
      },
    },
  ],
};
