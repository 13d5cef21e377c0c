/** Contract, "Gift cards": its endpoints. */
import * as z from 'zod/mini';
import { notFoundWhen } from '../../schema/errors.ts';
import { field, inputOf } from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { operation } from '../../schema/operation.ts';
import { listOf, page } from '../../schema/paging.ts';
import { oneOf } from '../../schema/values.ts';
import {
  adjustGiftCardInput,
  giftCard,
  giftCardStatuses,
  giftCardTransaction,
  issuedGiftCard,
  issueGiftCardInput,
  replaceGiftCardCodeInput,
  updateGiftCardInput,
  wordsOfStatus,
} from './fields.ts';

const shared = { section: 'Gift cards', folder: 'gift-cards' } as const;

const gift_card_id = 'Id of the gift card; its code is never part of a path.';

const unknown = notFoundWhen('the gift card does not exist');

const wrongStatus = 'status must be active, used, expired, or disabled';

export const listGiftCards = operation({
  ...shared,
  name: 'list-gift-cards',
  summary: 'List gift cards',
  words: {
    text: "Returns the store's gift cards, newest first, never with their codes. A list follows a change usually within a second; read a card by id to see it at once.",
    path: {},
  },
  method: 'GET',
  path: '/api/v1/gift-cards/',
  permission: 'Read',
  parameters: {},
  query: inputOf({
    status: field({
      input: z.optional(oneOf(giftCardStatuses, { required: wrongStatus, wrong: wrongStatus })),
      words: wordsOfStatus('Only cards with this status.'),
      example: undefined,
    }),
    ...page({ resource: 'giftCard' }),
  }),
  invalidQuery: 'INVALID_REQUEST_ERROR',
  success: {
    status: 200,
    description: 'A page of gift cards',
    schema: listOf(giftCard, { of: 'gift cards, newest first' }),
  },
  errors: [],
  reach: ['Query feed', 'Query expiring'],
});

export const issueGiftCard = operation({
  ...shared,
  name: 'issue-gift-card',
  summary: 'Issue a gift card',
  words: {
    text: "Issues a card in the store's currency. Only this response contains its code. **Send an `Idempotency-Key`**: a retry then gets the same card and the same code, instead of a second card. The stored reply is encrypted with your API key. With a `recipient_email` the code is mailed too.",
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
    text: 'Returns the card with its balance and its status as of now. Funds held by open checkouts are part of the balance.',
    path: { gift_card_id },
  },
  method: 'GET',
  path: '/api/v1/gift-cards/{gift_card_id}/',
  permission: 'Read',
  parameters: { gift_card_id: 'giftCard' },
  success: { status: 200, description: 'The gift card', schema: giftCard },
  errors: [unknown],
});

export const updateGiftCard = operation({
  ...shared,
  name: 'update-gift-card',
  summary: "Update a gift card's expiry and note",
  words: {
    text: 'Replaces expiry and note together: one that is left out or null is cleared. Works on a card of any status.',
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
    text: 'Raises or lowers the balance by an amount and adds an `adjusted` transaction with your note. Works on a card of any status. Without an `Idempotency-Key` a retry adjusts twice.',
    path: { gift_card_id },
  },
  method: 'POST',
  path: '/api/v1/gift-cards/{gift_card_id}/adjustments/',
  permission: 'Write',
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
      when: 'open checkouts hold some of what would be taken',
    },
    {
      code: 'INVALID_FIELD',
      message: `Balance cannot exceed ${limits.giftCardValue}`,
      when: 'the balance would be too high',
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
    text: 'Replaces a code that was lost, leaked or never arrived. Only this response contains the new code; it is also mailed if the card has a recipient. The old code stops working at once. The card keeps its id, balance, status, ledger and open holds. Works on a card of any status. **Send an `Idempotency-Key`**: a retry without one replaces the code again. Needs no body.',
    path: { gift_card_id },
  },
  method: 'POST',
  path: '/api/v1/gift-cards/{gift_card_id}/code/',
  permission: 'Write',
  parameters: { gift_card_id: 'giftCard' },
  body: z.optional(replaceGiftCardCodeInput),
  success: { status: 200, description: 'The gift card with its new code', schema: issuedGiftCard },
  errors: [{ body: { recipient_email: 'nowhere' }, when: 'no mail can be sent to the recipient' }, unknown],
  reach: ['PutItem', 'DeleteItem', 'SendMessage mail'],
});

export const disableGiftCard = operation({
  ...shared,
  name: 'disable-gift-card',
  summary: 'Disable a gift card',
  words: {
    text: 'Prevents the card from being applied at checkout; balance and expiry stay. A checkout that already holds part of it may still spend that part. Disabling it again changes nothing. Needs no body.',
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
    text: "Returns the card's ledger, newest entry first. Every change of balance or of being disabled has one entry, written in the same commit; the amounts sum to the balance.",
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
  errors: [unknown],
  reach: ['Query'],
});

/** The names under which programs call them: each method of the client's is one operation. */
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
