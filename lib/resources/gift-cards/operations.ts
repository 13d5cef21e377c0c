/** The endpoints of the contract's section "Gift cards". */

import * as z from 'zod/mini';
import { accountStatuses, wordsOfStatus, wrongStatus } from '../../ledger/fields.ts';
import { notFoundWhen } from '../../schema/errors.ts';
import { expandOf } from '../../schema/expand.ts';
import { field, inputOf } from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { operation } from '../../schema/operation.ts';
import { listOf, page, wrongPage } from '../../schema/paging.ts';
import { oneOf } from '../../schema/values.ts';
import {
  adjustGiftCardInput,
  expandedGiftCard,
  giftCard,
  giftCardExpansions,
  giftCardTransaction,
  issuedGiftCard,
  issueGiftCardInput,
  replaceGiftCardCodeInput,
  updateGiftCardInput,
} from './fields.ts';

const shared = { section: 'Gift cards', folder: 'gift-cards', area: 'gift_cards' } as const;

const gift_card_id = 'Id of the gift card; its code is never part of a path.';

const unknownExpansion = { query: { expand: 'customer' }, when: '`expand` contains an unknown name' };

const unknown = notFoundWhen('the gift card does not exist');

export const listGiftCards = operation({
  ...shared,
  name: 'list-gift-cards',
  summary: 'List gift cards',
  words: {
    text: "Returns the store's gift cards, newest first, without their codes. A change usually shows in the list within a second; get the card by id to see it at once.",
    path: {},
  },
  method: 'GET',
  path: '/api/v1/gift-cards/',
  permission: 'Read',
  parameters: {},
  query: inputOf({
    status: field({
      input: z.optional(oneOf(accountStatuses, { required: wrongStatus, wrong: wrongStatus })),
      words: wordsOfStatus('Returns only cards with this status.'),
      example: undefined,
    }),
    order: field({
      input: z.optional(z.string({ error: 'order must be given once' })),
      words:
        'Returns only cards that were bought with this order, `ord_…`. An unknown or malformed id returns a 404. Together with `status`, a page may contain fewer cards than `limit` although `has_more` is true.',
      example: 'ord_paid',
    }),
    expand: expandOf(giftCardExpansions),
    ...page({ resource: 'giftCard' }),
  }),
  expand: giftCardExpansions,
  invalidQuery: 'INVALID_REQUEST_ERROR',
  success: {
    status: 200,
    description: 'A page of gift cards',
    schema: listOf(expandedGiftCard, { of: 'gift cards, newest first' }),
  },
  errors: [wrongPage, unknownExpansion, notFoundWhen('the order of the filter does not exist')],
  reach: ['Query', 'Query feed', 'Query expiring'],
});

export const issueGiftCard = operation({
  ...shared,
  name: 'issue-gift-card',
  summary: 'Issue a gift card',
  words: {
    text: "Issues a card in the store's currency. Only this response contains its code. **Send an `Idempotency-Key`**: a retry then returns the same card and the same code, instead of issuing a second card. For retries, the service stores the response, encrypted with a key derived from your API key. With a `recipient_email`, the code is also emailed.",
    path: {},
  },
  method: 'POST',
  path: '/api/v1/gift-cards/',
  permission: 'Write',
  parameters: {},
  body: issueGiftCardInput,
  success: {
    status: 201,
    description: 'The gift card with its code',
    schema: issuedGiftCard,
  },
  errors: [
    { body: { value: null }, when: 'the value is absent or null' },
    { body: { value: 0 }, when: 'a field breaks a rule' },
  ],
  reach: ['PutItem', 'SendMessage mail'],
});

export const getGiftCard = operation({
  ...shared,
  name: 'get-gift-card',
  summary: 'Get a gift card',
  words: {
    text: 'Returns the card with its current balance and status. The balance includes funds held by open checkouts.',
    path: { gift_card_id },
  },
  method: 'GET',
  path: '/api/v1/gift-cards/{gift_card_id}/',
  permission: 'Read',
  parameters: { gift_card_id: 'giftCard' },
  query: inputOf({ expand: expandOf(giftCardExpansions) }),
  expand: giftCardExpansions,
  success: { status: 200, description: 'The gift card', schema: expandedGiftCard },
  errors: [unknownExpansion, unknown],
});

export const updateGiftCard = operation({
  ...shared,
  name: 'update-gift-card',
  summary: "Update a gift card's expiry and note",
  words: {
    text: 'Replaces both expiry and note: a field that is omitted or null is cleared. Works on a card with any status.',
    path: { gift_card_id },
  },
  method: 'PUT',
  path: '/api/v1/gift-cards/{gift_card_id}/',
  permission: 'Write',
  parameters: { gift_card_id: 'giftCard' },
  body: updateGiftCardInput,
  success: { status: 200, description: 'The updated gift card', schema: giftCard },
  errors: [
    { code: 'INVALID_FIELD', message: 'expires_at must be in the future', when: 'a field breaks a rule' },
    unknown,
  ],
  reach: ['PutItem'],
});

export const adjustGiftCard = operation({
  ...shared,
  name: 'adjust-gift-card',
  summary: "Adjust a gift card's balance",
  words: {
    text: 'Raises or lowers the balance by an amount and adds an `adjusted` transaction with your note. Works on a card with any status. Without an `Idempotency-Key`, a retry adjusts the balance again.',
    path: { gift_card_id },
  },
  method: 'POST',
  path: '/api/v1/gift-cards/{gift_card_id}/adjustments/',
  permission: 'Write',
  destructive: true,
  parameters: { gift_card_id: 'giftCard' },
  body: adjustGiftCardInput,
  success: { status: 200, description: 'The updated gift card', schema: giftCard },
  errors: [
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
    unknown,
  ],
  reach: ['PutItem'],
});

export const replaceGiftCardCode = operation({
  ...shared,
  name: 'replace-gift-card-code',
  summary: "Replace a gift card's code",
  words: {
    text: 'Replaces a code that was lost, leaked or never arrived. Only this response contains the new code; it is also emailed if the card has a recipient. The old code stops working at once. The card keeps its id, balance, status, ledger and open holds. Works on a card with any status. **Send an `Idempotency-Key`**: a retry without one replaces the code again. The body is optional.',
    path: { gift_card_id },
  },
  method: 'POST',
  path: '/api/v1/gift-cards/{gift_card_id}/code/',
  permission: 'Write',
  destructive: true,
  parameters: { gift_card_id: 'giftCard' },
  body: z.optional(replaceGiftCardCodeInput),
  success: { status: 200, description: 'The gift card with its new code', schema: issuedGiftCard },
  errors: [{ body: { recipient_email: 'nowhere' }, when: 'the recipient is not a valid email address' }, unknown],
  reach: ['PutItem', 'DeleteItem', 'SendMessage mail'],
});

export const disableGiftCard = operation({
  ...shared,
  name: 'disable-gift-card',
  summary: 'Disable a gift card',
  words: {
    text: 'Prevents the card from being applied at checkout; balance and expiry are unchanged. A checkout that already holds funds can still spend them. Disabling the card again changes nothing. Needs no body.',
    path: { gift_card_id },
  },
  method: 'POST',
  path: '/api/v1/gift-cards/{gift_card_id}/disable/',
  permission: 'Write',
  parameters: { gift_card_id: 'giftCard' },
  success: { status: 200, description: 'The gift card, disabled', schema: giftCard },
  errors: [unknown],
  reach: ['PutItem'],
});

export const enableGiftCard = operation({
  ...shared,
  name: 'enable-gift-card',
  summary: 'Enable a gift card',
  words: {
    text: 'Allows a disabled card to be applied again. Its status is computed again, so it may be `used` or `expired`. Enabling a card that is not disabled changes nothing. Needs no body.',
    path: { gift_card_id },
  },
  method: 'POST',
  path: '/api/v1/gift-cards/{gift_card_id}/enable/',
  permission: 'Write',
  parameters: { gift_card_id: 'giftCard' },
  success: { status: 200, description: 'The gift card, no longer disabled', schema: giftCard },
  errors: [unknown],
  reach: ['PutItem'],
});

export const listGiftCardTransactions = operation({
  ...shared,
  name: 'list-gift-card-transactions',
  summary: "List a gift card's transactions",
  words: {
    text: "Returns the card's ledger, newest entry first. Every change of the balance, and every time the card is disabled or enabled, adds one entry in the same commit. The amounts sum to the balance.",
    path: { gift_card_id },
  },
  method: 'GET',
  path: '/api/v1/gift-cards/{gift_card_id}/transactions/',
  permission: 'Read',
  parameters: { gift_card_id: 'giftCard' },
  query: inputOf(page({ resource: 'giftCardTransaction' })),
  invalidQuery: 'INVALID_REQUEST_ERROR',
  success: {
    status: 200,
    description: 'A page of transactions',
    schema: listOf(giftCardTransaction, { of: 'transactions, newest first' }),
  },
  errors: [unknown, wrongPage],
  reach: ['Query'],
});

/** The client's methods by name. Each method calls one operation. */
export const methods = {
  issue: issueGiftCard,
  list: listGiftCards,
  get: getGiftCard,
  update: updateGiftCard,
  adjust: adjustGiftCard,
  replaceCode: replaceGiftCardCode,
  disable: disableGiftCard,
  enable: enableGiftCard,
  listTransactions: listGiftCardTransactions,
} as const;
