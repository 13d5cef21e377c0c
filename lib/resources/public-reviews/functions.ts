/** Storefront without a front-end team, "Files instead of requests": `rebuild-public`. */
import * as z from 'zod/mini';
import { field, inputOf, shownInteger, shownOf } from '../../schema/field.ts';
import { replyId } from '../../schema/ids.ts';
import { invocable } from '../../schema/invocable.ts';
import { payloadPage } from '../../schema/paging.ts';
import { storeId } from '../stores/fields.ts';
import { feedNames, leftOutReasons } from './fields.ts';

const page = payloadPage({ resource: 'product' });

const leftOut = shownOf({
  feed: field({
    shown: z.enum(feedNames),
    words: {
      text: 'The feed that omits reviews.',
      values: {
        'google-product-reviews.xml': 'Product reviews for Google Merchant Center.',
        'meta-product-reviews.csv': 'Product reviews for Meta.',
      },
    },
    example: 'google-product-reviews.xml',
  }),
  reason: field({
    shown: z.enum(leftOutReasons),
    words: {
      text: 'Why the feed omits the reviews.',
      values: {
        without_text: 'The review has stars but no text.',
        without_product_url: 'The product has no `url`: import it again with one.',
      },
    },
    example: 'without_product_url',
  }),
  products: shownInteger({ words: 'How many products of this page have such reviews.', example: 1 }),
});

export const rebuildPublic = invocable({
  name: 'rebuild-public',
  group: 'operator',
  switch: 'SERVICE_REVIEWS',
  summary: 'Rebuild the public files of reviews',
  words:
    'Writes the public files of a page of products again, for each site of the store with `public_reviews`, and removes files that should not be there. The first page also requests the feeds, which are written in the background, within 15 minutes for most stores. The service keeps these files on its own: call this function after a restore, or if a file was changed by hand.',
  same: 'Files that are already right are not written again.',
  payload: inputOf({ store_id: storeId, after: page.after }),
  result: shownOf({
    products: shownInteger({ words: 'Products of this page.', example: 5 }),
    files: shownInteger({ words: 'Public files that these products have now.', example: 16 }),
    removed: shownInteger({ words: 'Files that were removed.', example: 0 }),
    left_out: field({
      shown: z.array(leftOut),
      words:
        'Products of this page with published reviews that a feed omits, by feed and reason. The newest 1,000 reviews of a product are checked.',
      example: [
        { feed: 'google-product-reviews.xml', reason: 'without_text', products: 1 },
        { feed: 'meta-product-reviews.csv', reason: 'without_text', products: 1 },
      ],
    }),
    next: field({
      shown: z.nullable(replyId('product')),
      words: 'The `after` of the next page; null on the last page.',
      example: null,
    }),
  }),
  errors: [],
  isBatch: true,
  reach: [
    'Query',
    'Query product_feed',
    'Query stars_feed',
    'PutItem',
    'UpdateItem',
    'ListObjects public/',
    'PutObject public/',
    'DeleteObject public/',
  ],
});
