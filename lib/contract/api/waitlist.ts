/** Contract, "Restock waitlist". */
import * as z from 'zod/mini';
import { notFoundWhen } from '../kinds/errors.ts';
import { field, idOf, objectOf, shownInteger, shownText } from '../kinds/field.ts';
import { replyId } from '../kinds/ids.ts';
import { limits } from '../kinds/limits.ts';
import { operation } from '../kinds/operation.ts';
import { listOf, page } from '../kinds/paging.ts';
import { timestamp } from '../kinds/times.ts';

const shared = { section: 'Restock waitlist', folder: 'waitlist' } as const;

const waiting =
  'Shoppers waiting across all variants: each pair of variant and mail address counts once, and no longer once its restock mail is sent.';

/** What each kind of delivery means, for the reference. */
export const deliveryWords = {
  physical: 'Is shipped.',
  digital: 'Is downloaded: its variants carry digital files.',
  gift_card: 'Becomes gift cards when the order is paid.',
};

/** Contract, "Waitlisted product object"; the Product fields as the decisions name them. */
export const waitlistedProduct = objectOf('WaitlistedProduct', {
  id: idOf('product', { words: 'Public id of the product, `pro_…`.', example: 'pro_cup' }),
  name: shownText({ words: 'Name as it was imported, by which `search` finds it.', example: 'Porcelain cup' }),
  status: shownText({
    words: "The store's own word for it, such as `active` or `archived`, as it was imported.",
    example: 'active',
  }),
  description: shownText({ words: 'Text as it was imported; may be empty.', example: 'Thin porcelain, 150 ml.' }),
  delivery: field({
    shown: z.enum(['physical', 'digital', 'gift_card']),
    words: { text: 'How buyers get the product.', values: deliveryWords },
    example: 'physical',
  }),
  review_count: shownInteger({ words: 'Reviews with status `published`.', example: 2, absent: 0 }),
  rating_average: field({
    shown: z.nullable(z.number()),
    words: 'Mean rating of the published reviews, rounded to two decimals; null while there are none.',
    example: 2.5,
  }),
  waiting_count: field({ shown: z.int().check(z.gte(1)), words: `${waiting} At least 1 in this list.`, example: 2 }),
  created_at: field({
    shown: timestamp,
    words: 'When the product was created, as it was imported.',
    example: '2026-01-02T09:00:00Z',
  }),
  updated_at: field({
    shown: timestamp,
    words: 'When the product was last changed, as it was imported.',
    example: '2026-01-02T09:00:00Z',
  }),
});

export type WaitlistedProduct = z.output<typeof waitlistedProduct>;

const invalidLimit = (given: string): string =>
  /^\d+$/.test(given) && Number(given) > limits.pageMaximum
    ? `Invalid 'limit' parameter: cannot exceed ${limits.pageMaximum}`
    : "Invalid 'limit' parameter: must be a positive integer";

export const listWaitlistedProducts = operation({
  ...shared,
  name: 'list-waitlisted-products',
  summary: 'List the products that shoppers wait for, most waiting first',
  method: 'GET',
  path: '/api/v1/products/waitlisted/',
  permission: 'Read',
  parameters: {},
  query: z.object({
    search: z.optional(z.string({ error: "Invalid 'search' parameter: must be given once" })),
    ...page({
      resource: 'product',
      after: "Invalid 'after' parameter: must be a product ID",
      limit: invalidLimit,
    }),
  }),
  invalidQuery: 'INVALID_REQUEST_ERROR',
  success: { status: 200, description: 'A page of waitlisted products', schema: listOf(waitlistedProduct) },
  errors: [
    {
      code: 'INVALID_REQUEST_ERROR',
      message: `Invalid 'limit' parameter: cannot exceed ${limits.pageMaximum}`,
      when: 'a query parameter breaks a rule',
    },
  ],
  reach: ['Query', 'Query ranking'],
});

/** Contract, "Waitlist count object", in its envelope. */
export const productWaitlist = objectOf('ProductWaitlist', {
  data: field({
    shown: z.object({ product_id: replyId('product'), waiting_count: z.int().check(z.gte(0)) }),
    words: {
      text: 'The count, in an envelope of its own.',
      fields: { product_id: 'The product that was asked for.', waiting_count: `${waiting} 0 when nobody waits.` },
    },
    example: { product_id: 'pro_cup', waiting_count: 2 },
  }),
});

export const getProductWaitlist = operation({
  ...shared,
  name: 'get-product-waitlist',
  summary: 'Count the shoppers waiting for a product',
  method: 'GET',
  path: '/api/v1/products/{product_id}/waitlist/',
  permission: 'Read',
  parameters: { product_id: 'product' },
  success: {
    status: 200,
    description: 'The count',
    schema: productWaitlist,
  },
  errors: [notFoundWhen('the product does not exist')],
});
