/** Contract, "Restock waitlist". */
import * as z from 'zod/mini';
import { component } from '../kinds/component.ts';
import { notFoundWhen } from '../kinds/errors.ts';
import { replyId } from '../kinds/ids.ts';
import { limits } from '../kinds/limits.ts';
import { operation } from '../kinds/operation.ts';
import { listOf, page } from '../kinds/paging.ts';
import { timestamp } from '../kinds/times.ts';

const shared = { section: 'Restock waitlist', folder: 'waitlist' } as const;

/** Contract, "Waitlisted product object"; the Product fields as the decisions name them. */
export const waitlistedProduct = component('WaitlistedProduct', {
  id: replyId('product'),
  name: z.string(),
  status: z.string(),
  description: z.string(),
  delivery: z.enum(['physical', 'digital', 'gift_card']),
  review_count: z.int(),
  rating_average: z.nullable(z.number()),
  waiting_count: z.int().check(z.gte(1)),
  created_at: timestamp,
  updated_at: timestamp,
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
export const productWaitlist = component('ProductWaitlist', {
  data: z.object({ product_id: replyId('product'), waiting_count: z.int().check(z.gte(0)) }),
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
