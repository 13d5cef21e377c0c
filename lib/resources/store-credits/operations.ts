/** The endpoints of the section "Store credit" (money page, "Store credit"). */

import * as z from 'zod/mini';
import { accountStatuses, wordsOfStatus, wrongStatus } from '../../ledger/fields.ts';
import { type ErrorRow, notFoundWhen } from '../../schema/errors.ts';
import { field, inputOf } from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { operation } from '../../schema/operation.ts';
import { listOf, page, wrongPage } from '../../schema/paging.ts';
import { oneOf } from '../../schema/values.ts';
import { missingCustomer, unknownCustomer } from '../customers/fields.ts';
import {
  adjustStoreCreditInput,
  storeCredit,
  storeCreditInput,
  storeCreditTransaction,
  updateStoreCreditInput,
} from './fields.ts';

const shared = { section: 'Store credit', folder: 'store-credits', area: 'store_credits' } as const;

/** One credit, by its customer and its id. */
const ofCredit = {
  ...shared,
  parameters: { id: 'customer', store_credit_id: 'storeCredit' },
} as const;

const id = 'The customer who can spend the credit.';
const store_credit_id =
  'The store credit. It must belong to the customer in the path; otherwise the response is a 404.';

const unknown = notFoundWhen(
  'the customer or the store credit does not exist, or the credit belongs to another customer',
);

const tooMany: ErrorRow = {
  code: 'INVALID_FIELD',
  message: `A customer can have at most ${limits.openStoreCredits} store credits with a balance`,
  when: `the customer has ${limits.openStoreCredits} other credits with a balance`,
};

const notFuture: ErrorRow = {
  code: 'INVALID_FIELD',
  message: 'expires_at must be in the future',
  when: 'a field breaks a rule',
};

export const listStoreCredits = operation({
  ...shared,
  name: 'list-store-credits',
  summary: "List a customer's store credits",
  words: {
    text: 'Returns the store credits of one customer, newest first. The list contains the last acknowledged write.',
    path: { id },
  },
  method: 'GET',
  path: '/api/v1/customers/{id}/store-credits/',
  permission: 'Read',
  parameters: { id: 'customer' },
  query: inputOf({
    status: field({
      input: z.optional(oneOf(accountStatuses, { required: wrongStatus, wrong: wrongStatus })),
      words: wordsOfStatus('Returns only credits with this status.'),
      example: undefined,
    }),
    ...page({ resource: 'storeCredit' }),
  }),
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
  words: {
    text: `Gives a customer a credit in the store's currency. The customer can spend it at the next checkout, without a code. A customer can have at most ${limits.openStoreCredits} credits with a balance; credits that refunds create are exempt from this limit. Send an \`Idempotency-Key\` so that a retry does not create a second credit.`,
    path: { id },
  },
  method: 'POST',
  path: '/api/v1/customers/{id}/store-credits/',
  permission: 'Write',
  parameters: { id: 'customer' },
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

export const getStoreCredit = operation({
  ...ofCredit,
  name: 'get-store-credit',
  summary: 'Get a store credit',
  words: {
    text: 'Returns the credit with its current balance and status. The balance includes funds held by open checkouts.',
    path: { id, store_credit_id },
  },
  method: 'GET',
  path: '/api/v1/customers/{id}/store-credits/{store_credit_id}/',
  permission: 'Read',
  success: { status: 200, description: 'The store credit', schema: storeCredit },
  errors: [missingCustomer, unknown],
});

export const updateStoreCredit = operation({
  ...ofCredit,
  name: 'update-store-credit',
  summary: "Update a store credit's expiry and note",
  words: {
    text: 'Replaces both expiry and note: a field that is omitted or null is cleared. Works on a credit with any status.',
    path: { id, store_credit_id },
  },
  method: 'PUT',
  path: '/api/v1/customers/{id}/store-credits/{store_credit_id}/',
  permission: 'Write',
  body: updateStoreCreditInput,
  success: { status: 200, description: 'The updated store credit', schema: storeCredit },
  errors: [missingCustomer, notFuture, unknown],
  reach: ['PutItem'],
});

export const adjustStoreCredit = operation({
  ...ofCredit,
  name: 'adjust-store-credit',
  summary: "Adjust a store credit's balance",
  words: {
    text: 'Raises or lowers the balance by an amount and adds an `adjusted` transaction with your note. Works on a credit with any status. Without an `Idempotency-Key`, a retry adjusts the balance again.',
    path: { id, store_credit_id },
  },
  method: 'POST',
  path: '/api/v1/customers/{id}/store-credits/{store_credit_id}/adjustments/',
  permission: 'Write',
  destructive: true,
  body: adjustStoreCreditInput,
  success: { status: 200, description: 'The updated store credit', schema: storeCredit },
  errors: [
    missingCustomer,
    { body: { amount: null }, when: 'the amount is absent or null' },
    { body: { amount: 0 }, when: 'a field breaks a rule' },
    { code: 'INVALID_FIELD', message: 'Balance cannot go below zero', when: 'the amount is more than the balance' },
    {
      code: 'INVALID_FIELD',
      message: 'Balance cannot go below what open checkouts hold',
      when: 'open checkouts hold part of the amount',
    },
    {
      code: 'INVALID_FIELD',
      message: `Balance cannot exceed ${limits.giftCardValue}`,
      when: 'the balance would exceed the maximum',
    },
    { ...tooMany, when: `the credit has no balance, and ${tooMany.when}` },
    unknown,
  ],
  reach: ['PutItem'],
});

export const disableStoreCredit = operation({
  ...ofCredit,
  name: 'disable-store-credit',
  summary: 'Disable a store credit',
  words: {
    text: 'Prevents the credit from being applied at checkout; balance and expiry are unchanged. A checkout that already holds funds can still spend them. Disabling the credit again changes nothing. Needs no body.',
    path: { id, store_credit_id },
  },
  method: 'POST',
  path: '/api/v1/customers/{id}/store-credits/{store_credit_id}/disable/',
  permission: 'Write',
  success: { status: 200, description: 'The store credit, disabled', schema: storeCredit },
  errors: [missingCustomer, unknown],
  reach: ['PutItem'],
});

export const enableStoreCredit = operation({
  ...ofCredit,
  name: 'enable-store-credit',
  summary: 'Enable a store credit',
  words: {
    text: 'Allows a disabled credit to be applied again. Its status is computed again, so it may be `used` or `expired`. Enabling a credit that is not disabled changes nothing. Needs no body.',
    path: { id, store_credit_id },
  },
  method: 'POST',
  path: '/api/v1/customers/{id}/store-credits/{store_credit_id}/enable/',
  permission: 'Write',
  success: { status: 200, description: 'The store credit, no longer disabled', schema: storeCredit },
  errors: [missingCustomer, unknown],
  reach: ['PutItem'],
});

export const listStoreCreditTransactions = operation({
  ...ofCredit,
  name: 'list-store-credit-transactions',
  summary: "List a store credit's transactions",
  words: {
    text: "Returns the credit's ledger, newest entry first. Every change of the balance, and every time the credit is disabled or enabled, adds one entry in the same commit. The amounts sum to the balance.",
    path: { id, store_credit_id },
  },
  method: 'GET',
  path: '/api/v1/customers/{id}/store-credits/{store_credit_id}/transactions/',
  permission: 'Read',
  query: inputOf(page({ resource: 'storeCreditTransaction' })),
  invalidQuery: 'INVALID_REQUEST_ERROR',
  success: {
    status: 200,
    description: 'A page of transactions',
    schema: listOf(storeCreditTransaction, { of: 'transactions, newest first' }),
  },
  errors: [missingCustomer, unknown, wrongPage],
  reach: ['Query'],
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
