/** Formats of files of reviews: our own, and exports of Judge.me, Okendo and Yotpo. */
import {
  customer,
  customerBy,
  type Format,
  hiddenUnless,
  html,
  oneOf,
  past,
  product,
  required,
  text,
  wholeNumber,
  yesOrNo,
} from '../format.ts';
import { plainText } from '../values.ts';

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

/** Reviews of Okendo: its import template and its exports. An export without email addresses needs customers mapped by name. */
export const okendo: Format = {
  name: 'okendo',
  source: 'https://support.okendo.io/en/articles/2057320-importing-reviews-using-the-okendo-import-template',
  kind: 'reviews',
  marks: [['date_created', 'rating', 'body']],
  records: [
    {
      fields: {
        product_id: product('product_id', 'handle', 'sku', 'product_name'),
        customer_id: customerBy(['email', 'reviewer_email'], ['name', 'reviewer_name']),
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
        customer_id: customerBy(['email', 'user_email', 'reviewer_email'], ['display_name']),
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
