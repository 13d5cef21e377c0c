/** Staff console page, "Reads of what is mirrored": the endpoints of customers. */
import { inputOf } from '../../schema/field.ts';
import { operation } from '../../schema/operation.ts';
import { listOf, page, wrongPage } from '../../schema/paging.ts';
import { order } from '../orders/fields.ts';
import { waitlistEntry } from '../waitlist/fields.ts';
import { customer, missingCustomer, standingInput, unknownCustomer } from './fields.ts';

/** One customer. */
const ofCustomer = {
  section: 'Customers',
  folder: 'customers',
  area: 'customers',
  ids: { id: { of: 'customer', words: 'The customer. A deleted customer returns a 404.' } },
  notFound: unknownCustomer.message,
} as const;

export const getCustomer = operation({
  ...ofCustomer,
  name: 'get-customer',
  summary: 'Get a customer',
  words:
    'Returns the customer as your systems last imported them, with their standing. Addresses, orders and store credits have their own lists.',
  method: 'GET',
  path: '/api/v1/customers/{id}/',
  permission: 'Read',
  success: { status: 200, description: 'The customer', schema: customer },
  errors: [missingCustomer, unknownCustomer],
});

export const listCustomerOrders = operation({
  ...ofCustomer,
  name: 'list-customer-orders',
  summary: "List a customer's orders",
  words:
    'Returns the recorded orders of one customer, newest first, without refunds and gift cards: [get an order](/docs/api/get-recorded-order.html) for these. A new order usually appears within a second. If `after` is not an order of the customer, the page is empty.',
  method: 'GET',
  path: '/api/v1/customers/{id}/orders/',
  permission: 'Read',
  query: inputOf(page({ resource: 'order' })),
  invalidQuery: 'INVALID_REQUEST_ERROR',
  success: { status: 200, description: 'A page of orders', schema: listOf(order, { of: 'orders, newest first' }) },
  errors: [missingCustomer, unknownCustomer, wrongPage],
  reach: ['Query feed'],
});

export const listCustomerWaitlist = operation({
  ...ofCustomer,
  name: 'list-customer-waitlist',
  summary: 'List what a customer waits for',
  words:
    "Returns the waitlist entries of the customer's email address, in the order in which they joined. An entry ends when its restock email is queued.",
  method: 'GET',
  path: '/api/v1/customers/{id}/waitlist/',
  permission: 'Read',
  query: inputOf(page({ resource: 'waitlistEntry' })),
  invalidQuery: 'INVALID_REQUEST_ERROR',
  success: {
    status: 200,
    description: 'A page of waitlist entries',
    schema: listOf(waitlistEntry, { of: 'waitlist entries, the longest-waiting first' }),
  },
  errors: [missingCustomer, unknownCustomer, wrongPage],
  reach: ['Query'],
});

export const changeCustomerStanding = operation({
  ...ofCustomer,
  alsoArea: 'reviews',
  name: 'change-customer-standing',
  summary: "Set a customer's standing",
  words:
    'Bans or shadowbans a customer, or restores their good standing, as the function `set-customer-standing` does. The status of their reviews and the ratings of the products change accordingly; hidden reviews stay hidden. For a customer with thousands of reviews, the request may fail with `INTERNAL_ERROR` before every review has changed: repeat it with the same `Idempotency-Key` to continue. Keys with the area `reviews` can use it, too.',
  method: 'PUT',
  path: '/api/v1/customers/{id}/standing/',
  permission: 'Write',
  requiresIdempotencyKey: true,
  body: standingInput,
  success: { status: 200, description: 'The customer', schema: customer },
  errors: [
    missingCustomer,
    { body: { standing: undefined }, when: 'the standing is absent' },
    { body: { standing: 'fired' }, when: 'the standing is unknown' },
    unknownCustomer,
  ],
  reach: ['Query', 'PutItem', 'UpdateItem'],
});

/** The client's methods by name. Each method calls one operation. */
export const methods = {
  get: getCustomer,
  listOrders: listCustomerOrders,
  listWaitlist: listCustomerWaitlist,
  setStanding: changeCustomerStanding,
} as const;
