/** The endpoints of the contract's section "Restock waitlist". */
import * as z from 'zod/mini';
import { notFoundWhen } from '../../schema/errors.ts';
import { field, inputOf } from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { operation } from '../../schema/operation.ts';
import { listOf, page, wrongPage } from '../../schema/paging.ts';
import { productWaitlist, restocked, restockInput, waitlistedProduct } from './fields.ts';

const shared = { section: 'Restock waitlist', folder: 'waitlist', area: 'waitlist', ids: {} } as const;

const invalidLimit = (given: string): string =>
  /^\d+$/.test(given) && Number(given) > limits.pageMaximum
    ? `Invalid 'limit' parameter: cannot exceed ${limits.pageMaximum}`
    : "Invalid 'limit' parameter: must be a positive integer";

export const listWaitlistedProducts = operation({
  ...shared,
  name: 'list-waitlisted-products',
  summary: 'List waitlisted products',
  words:
    'Returns the products that shoppers wait for, highest count first. Among products with the same count, the newest comes first. It returns counts, never addresses. If no shopper waits for the product in `after` any more, the page is empty.',
  method: 'GET',
  path: '/api/v1/products/waitlisted/',
  permission: 'Read',
  query: inputOf({
    search: field({
      input: z.optional(z.string({ error: "Invalid 'search' parameter: must be given once" })),
      words:
        'Returns only products with this text in their name; letter case is ignored. If omitted or empty, all products.',
      example: undefined,
    }),
    ...page({
      resource: 'product',
      after: "Invalid 'after' parameter: must be a product ID",
      limit: invalidLimit,
    }),
  }),
  invalidQuery: 'INVALID_REQUEST_ERROR',
  success: {
    status: 200,
    description: 'A page of waitlisted products',
    schema: listOf(waitlistedProduct, { of: 'products, highest count first' }),
  },
  errors: [wrongPage],
  reach: ['Query', 'Query ranking'],
});

export const getProductWaitlist = operation({
  ...shared,
  name: 'get-product-waitlist',
  summary: "Count a product's waiting shoppers",
  words:
    'Returns the number of shoppers waiting for the product. Shoppers join and leave through the storefront functions `join-waitlist` and `leave-waitlist`.',
  ids: { product_id: { of: 'product', words: 'The product. An unknown or malformed id is a 404.' } },
  method: 'GET',
  path: '/api/v1/products/{product_id}/waitlist/',
  permission: 'Read',
  success: {
    status: 200,
    description: 'The count',
    schema: productWaitlist,
  },
  errors: [notFoundWhen('the product does not exist')],
});

export const createRestock = operation({
  ...shared,
  name: 'create-restock',
  summary: 'Notify the shoppers waiting for a variant',
  words:
    'Sends one email to every shopper waiting for the variant, in the background, as the function `restock-variant` does. With `notify_at_most`, only the shoppers who have waited longest get one; the others keep waiting. The `Idempotency-Key` identifies the restock: no shopper is emailed twice, however often you repeat the request.',
  ids: {
    product_id: { of: 'product', words: 'The product that has the variant.' },
    variant_id: { of: 'variant', words: 'The variant; it must belong to the product.' },
  },
  method: 'POST',
  path: '/api/v1/products/{product_id}/variants/{variant_id}/restocks/',
  permission: 'Write',
  requiresIdempotencyKey: true,
  destructive: true,
  body: z.optional(restockInput),
  success: { status: 200, description: 'The restock', schema: restocked },
  errors: [
    { body: { notify_at_most: 0 }, when: 'a field breaks a rule' },
    notFoundWhen('the product does not exist, or has no such variant'),
  ],
  reach: ['Query', 'PutItem', 'SendMessage waitlist'],
});

/** The client's methods by name. Each method calls one operation. */
export const methods = {
  list: listWaitlistedProducts,
  get: getProductWaitlist,
  restock: createRestock,
} as const;
