/** The endpoints of the section "Store credit" (money page, "Store credit"). */

import * as account from '../../ledger/operations.ts';
import { type ErrorRow, notFoundWhen } from '../../schema/errors.ts';
import { limits } from '../../schema/limits.ts';
import { operation } from '../../schema/operation.ts';
import { listOf, wrongPage } from '../../schema/paging.ts';
import { missingCustomer, unknownCustomer } from '../customers/fields.ts';
import {
  adjustStoreCreditInput,
  storeCredit,
  storeCreditInput,
  storeCreditTransaction,
  updateStoreCreditInput,
} from './fields.ts';

const shared = {
  section: 'Store credit',
  folder: 'store-credits',
  area: 'store_credits',
  ids: {
    id: { of: 'customer', words: 'The customer who can spend the credit.' },
    store_credit_id: {
      of: 'storeCredit',
      words: 'The store credit. It must belong to the customer in the path; otherwise the response is a 404.',
    },
  },
} as const;

/** One credit, by its customer and its id. */
const ofCredit = {
  shared,
  resource: 'storeCredit',
  noun: 'credit',
  shown: storeCredit,
  missing: missingCustomer,
  unknown: notFoundWhen('the customer or the store credit does not exist, or the credit belongs to another customer'),
} as const;

const tooMany: ErrorRow = {
  code: 'INVALID_FIELD',
  message: `A customer can have at most ${limits.openStoreCredits} store credits with a balance`,
  when: `the customer has ${limits.openStoreCredits} other credits with a balance`,
};

export const listStoreCredits = operation({
  ...shared,
  name: 'list-store-credits',
  summary: "List a customer's store credits",
  words: 'Returns the store credits of one customer, newest first. The list contains the last acknowledged write.',
  method: 'GET',
  path: '/api/v1/customers/{id}/store-credits/',
  permission: 'Read',
  query: account.listQuery('storeCredit', 'credit'),
  invalidQuery: 'INVALID_REQUEST_ERROR',
  success: {
    status: 200,
    description: 'A page of store credits',
    schema: listOf(storeCredit, { of: 'store credits, newest first' }),
  },
  notFound: unknownCustomer.message,
  errors: [missingCustomer, unknownCustomer, wrongPage],
  reach: ['Query'],
});

export const createStoreCredit = operation({
  ...shared,
  name: 'create-store-credit',
  summary: 'Create a store credit',
  words: `Gives a customer a credit in the store's currency. The customer can spend it at the next checkout, without a code. A customer can have at most ${limits.openStoreCredits} credits with a balance; credits that refunds create are exempt from this limit. Send an \`Idempotency-Key\` so that a retry does not create a second credit.`,
  method: 'POST',
  path: '/api/v1/customers/{id}/store-credits/',
  permission: 'Write',
  body: storeCreditInput,
  success: { status: 201, description: 'The created store credit', schema: storeCredit },
  notFound: unknownCustomer.message,
  errors: [
    missingCustomer,
    { body: { value: null }, when: 'the value is absent or null' },
    { body: { reason: null }, when: 'the reason is absent or null' },
    { body: { value: 0 }, when: 'a field breaks a rule' },
    tooMany,
    unknownCustomer,
  ],
  reach: ['PutItem', 'ConditionCheckItem'],
});

export const getStoreCredit = account.get(ofCredit, {
  name: 'get-store-credit',
  path: '/api/v1/customers/{id}/store-credits/{store_credit_id}/',
});

export const updateStoreCredit = account.update(ofCredit, {
  name: 'update-store-credit',
  path: '/api/v1/customers/{id}/store-credits/{store_credit_id}/',
  body: updateStoreCreditInput,
});

export const adjustStoreCredit = account.adjust(ofCredit, {
  name: 'adjust-store-credit',
  path: '/api/v1/customers/{id}/store-credits/{store_credit_id}/adjustments/',
  body: adjustStoreCreditInput,
  errors: [{ ...tooMany, when: `the credit has no balance, and ${tooMany.when}` }],
});

export const disableStoreCredit = account.disable(ofCredit, {
  name: 'disable-store-credit',
  path: '/api/v1/customers/{id}/store-credits/{store_credit_id}/disable/',
});

export const enableStoreCredit = account.enable(ofCredit, {
  name: 'enable-store-credit',
  path: '/api/v1/customers/{id}/store-credits/{store_credit_id}/enable/',
});

export const listStoreCreditTransactions = account.listTransactions(ofCredit, {
  name: 'list-store-credit-transactions',
  path: '/api/v1/customers/{id}/store-credits/{store_credit_id}/transactions/',
  transaction: storeCreditTransaction,
});

/** The client's methods by name. Each method calls one operation. */
export const methods = {
  list: listStoreCredits,
  create: createStoreCredit,
  get: getStoreCredit,
  update: updateStoreCredit,
  adjust: adjustStoreCredit,
  disable: disableStoreCredit,
  enable: enableStoreCredit,
  listTransactions: listStoreCreditTransactions,
} as const;
