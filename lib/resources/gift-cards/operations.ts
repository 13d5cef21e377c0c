/** The endpoints of the contract's section "Gift cards". */

import * as z from 'zod/mini';
import * as account from '../../ledger/operations.ts';
import { notFoundWhen } from '../../schema/errors.ts';
import { expandOf } from '../../schema/expand.ts';
import { field, inputOf } from '../../schema/field.ts';
import { type Operation, operation } from '../../schema/operation.ts';
import { filteredListOf, wrongPage } from '../../schema/paging.ts';
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

const shared = {
  section: 'Gift cards',
  folder: 'gift-cards',
  area: 'gift_cards',
  ids: {
    gift_card_id: { of: 'giftCard', words: 'Id of the gift card; its code is never part of a path.' },
  },
} as const;

const unknownExpansion = { query: { expand: 'customer' }, when: '`expand` contains an unknown name' };

const unknown = notFoundWhen('the gift card does not exist');

/** One card, by its id. */
const ofCard = {
  shared,
  resource: 'giftCard',
  noun: 'card',
  shown: giftCard,
  unknown,
} as const;

export const listGiftCards = operation({
  ...shared,
  name: 'list-gift-cards',
  summary: 'List gift cards',
  words:
    "Returns the store's gift cards, newest first, without their codes. A change usually shows in the list within a second; get the card by id to see it at once.",
  method: 'GET',
  path: '/api/v1/gift-cards/',
  permission: 'Read',
  query: account.listQuery('giftCard', 'card', {
    order: field({
      input: z.optional(z.string({ error: 'order must be given once' })),
      words:
        'Returns only cards that were bought with this order, `ord_…`. An unknown or malformed id returns a 404. Together with `status`, a page may contain fewer cards than `limit`, or none, although `has_more` is true: continue with `next_after`.',
      example: 'ord_paid',
    }),
    expand: expandOf(giftCardExpansions),
  }),
  expand: giftCardExpansions,
  invalidQuery: 'INVALID_REQUEST_ERROR',
  success: {
    status: 200,
    description: 'A page of gift cards',
    schema: filteredListOf(expandedGiftCard, { of: 'gift cards, newest first', resource: 'giftCard' }),
  },
  errors: [wrongPage, unknownExpansion, notFoundWhen('the order of the filter does not exist')],
  reach: ['Query', 'Query feed', 'Query expiring'],
});

export const issueGiftCard = operation({
  ...shared,
  name: 'issue-gift-card',
  summary: 'Issue a gift card',
  words:
    "Issues a card in the store's currency. Only this response contains its code. **Send an `Idempotency-Key`**: a retry then returns the same card and the same code, instead of issuing a second card. For retries, the service stores the response, encrypted with a key derived from your API key. With a `recipient_email`, the code is also emailed.",
  method: 'POST',
  path: '/api/v1/gift-cards/',
  permission: 'Write',
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
  reach: ['PutItem', 'SendMessage mail', 'GetSecretValue key'],
});

export const getGiftCard = {
  ...account.get(
    { ...ofCard, shown: expandedGiftCard },
    { name: 'get-gift-card', path: '/api/v1/gift-cards/{gift_card_id}/' },
  ),
  query: inputOf({ expand: expandOf(giftCardExpansions) }),
  expand: giftCardExpansions,
  errors: [unknownExpansion, unknown],
} satisfies Operation;

export const updateGiftCard = account.update(ofCard, {
  name: 'update-gift-card',
  path: '/api/v1/gift-cards/{gift_card_id}/',
  body: updateGiftCardInput,
});

export const adjustGiftCard = account.adjust(ofCard, {
  name: 'adjust-gift-card',
  path: '/api/v1/gift-cards/{gift_card_id}/adjustments/',
  body: adjustGiftCardInput,
});

export const replaceGiftCardCode = operation({
  ...shared,
  name: 'replace-gift-card-code',
  summary: "Replace a gift card's code",
  words:
    'Replaces a code that was lost, leaked or never arrived. Only this response contains the new code; it is also emailed if the card has a recipient. The old code stops working at once. The card keeps its id, balance, status, ledger and open holds. Works on a card with any status. **Send an `Idempotency-Key`**: a retry without one replaces the code again. The body is optional.',
  method: 'POST',
  path: '/api/v1/gift-cards/{gift_card_id}/code/',
  permission: 'Write',
  destructive: true,
  body: z.optional(replaceGiftCardCodeInput),
  success: { status: 200, description: 'The gift card with its new code', schema: issuedGiftCard },
  errors: [{ body: { recipient_email: 'nowhere' }, when: 'the recipient is not a valid email address' }, unknown],
  reach: ['PutItem', 'DeleteItem', 'SendMessage mail', 'GetSecretValue key'],
});

export const disableGiftCard = account.disable(ofCard, {
  name: 'disable-gift-card',
  path: '/api/v1/gift-cards/{gift_card_id}/disable/',
});

export const enableGiftCard = account.enable(ofCard, {
  name: 'enable-gift-card',
  path: '/api/v1/gift-cards/{gift_card_id}/enable/',
});

export const listGiftCardTransactions = account.listTransactions(ofCard, {
  name: 'list-gift-card-transactions',
  path: '/api/v1/gift-cards/{gift_card_id}/transactions/',
  transaction: giftCardTransaction,
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
