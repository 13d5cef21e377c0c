/** Contract, "Restock waitlist"; Storefront page, the functions by which shoppers wait and are notified. */
import * as z from 'zod/mini';
import type { ErrorRow } from './errors.ts';
import { id, listOf, mailAddress, page, replyId, text, timestamp } from './fields.ts';
import { invocable } from './invocable.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { storeId } from './operator.ts';

const shared = { section: 'Restock waitlist', folder: 'waitlist' } as const;

/** Contract, "Waitlisted product object"; the Product fields as the decisions name them. */
export const waitlistedProduct = /* @__PURE__ */ z.object({
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
});

export const getProductWaitlist = operation({
  ...shared,
  name: 'get-product-waitlist',
  summary: 'Count the shoppers waiting for a product',
  method: 'GET',
  path: '/api/v1/products/{product_id}/waitlist/',
  permission: 'Read',
  parameters: { product_id: { resource: 'product', missing: 'Product ID is required' } },
  success: {
    status: 200,
    description: 'The count',
    schema: z.object({ data: z.object({ product_id: replyId('product'), waiting_count: z.int().check(z.gte(0)) }) }),
  },
  errors: [{ code: 'NOT_FOUND', message: 'Resource not found', when: 'the product does not exist' }],
});

const unknownVariant: ErrorRow = {
  code: 'NOT_FOUND',
  message: 'Resource not found',
  when: 'the product does not exist, or has no such variant',
};

const variantOfProduct = {
  store_id: storeId,
  product_id: id('product_id', 'product', 'a product'),
  variant_id: id('variant_id', 'variant', 'a variant'),
};

const shopper = z.object({ ...variantOfProduct, email: mailAddress('email', 'email is required') });

/** A shopper and the variant they wait for. */
export type Shopper = Pick<z.output<typeof shopper>, 'product_id' | 'variant_id' | 'email'>;

export const joinWaitlist = invocable({
  name: 'join-waitlist',
  group: 'storefront',
  summary: 'Let a shopper wait for a variant; an address waits once, whatever its letter case',
  payload: shopper,
  errors: [unknownVariant],
  reach: ['queue-waitlist'],
});

export const leaveWaitlist = invocable({
  name: 'leave-waitlist',
  group: 'storefront',
  summary: 'Let a shopper wait no longer',
  payload: shopper,
  errors: [unknownVariant],
  reach: ['queue-waitlist'],
});

const restockId = text({ label: 'restock_id', max: limits.restockId });

export const restockVariant = invocable({
  name: 'restock-variant',
  group: 'storefront',
  summary: 'Email every shopper waiting for a variant once; each stops being counted as their mail is sent',
  payload: z.object({ ...variantOfProduct, restock_id: restockId }),
  errors: [
    unknownVariant,
    { code: 'DUPLICATE', message: 'Resource already exists', when: 'the restock has been of another variant' },
  ],
  reach: ['queue-waitlist'],
});

export const getRestock = invocable({
  name: 'get-restock',
  group: 'operator',
  summary: 'Tell how far the notification of a restock has come',
  payload: z.object({ store_id: storeId, restock_id: restockId }),
  errors: [{ code: 'NOT_FOUND', message: 'Resource not found', when: 'the store has no such restock' }],
  readOnly: true,
});
