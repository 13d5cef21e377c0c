/** Contract, "Gift cards": its endpoints. */
import * as z from 'zod/mini';
import { oneOf } from '../../schema/choices.ts';
import { notFoundWhen } from '../../schema/errors.ts';
import { limits } from '../../schema/limits.ts';
import { operation } from '../../schema/operation.ts';
import { listOf, page } from '../../schema/paging.ts';
import {
  adjustGiftCardInput,
  giftCard,
  giftCardStatuses,
  giftCardTransaction,
  issuedGiftCard,
  issueGiftCardInput,
  nonzero,
  replaceGiftCardCodeInput,
  updateGiftCardInput,
} from './fields.ts';

const shared = { section: 'Gift cards', folder: 'gift-cards' } as const;

const unknown = notFoundWhen('the gift card does not exist');

const wrongStatus = 'status must be active, used, expired, or disabled';

export const listGiftCards = operation({
  ...shared,
  name: 'list-gift-cards',
  summary: 'List gift cards, newest first',
  method: 'GET',
  path: '/api/v1/gift-cards/',
  permission: 'Read',
  parameters: {},
  query: z.object({
    status: z.optional(oneOf(giftCardStatuses, { required: wrongStatus, wrong: wrongStatus })),
    ...page({ resource: 'giftCard' }),
  }),
  invalidQuery: 'INVALID_REQUEST_ERROR',
  success: { status: 200, description: 'A page of gift cards', schema: listOf(giftCard) },
  errors: [],
  reach: ['Query feed', 'Query expiring'],
});

export const issueGiftCard = operation({
  ...shared,
  name: 'issue-gift-card',
  summary: "Issue a gift card in the store's currency; its code is in this response alone",
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
    { code: 'MISSING_FIELD', message: 'value is required', when: 'the value is absent or null' },
    {
      code: 'INVALID_FIELD',
      message: `value must be between 1 and ${limits.giftCardValue}`,
      when: 'a field breaks a rule',
    },
  ],
  reach: ['PutItem', 'SendMessage mail'],
});

export const getGiftCard = operation({
  ...shared,
  name: 'get-gift-card',
  summary: 'Get a gift card',
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
  summary: "Replace a gift card's expiry and note; one that is null or absent is cleared",
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
  summary: "Raise or lower a gift card's balance",
  method: 'POST',
  path: '/api/v1/gift-cards/{gift_card_id}/adjustments/',
  permission: 'Write',
  parameters: { gift_card_id: 'giftCard' },
  body: adjustGiftCardInput,
  success: { status: 200, description: 'The updated gift card', schema: giftCard },
  errors: [
    { code: 'MISSING_FIELD', message: 'amount is required', when: 'the amount is absent or null' },
    { code: 'INVALID_FIELD', message: nonzero, when: 'a field breaks a rule' },
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
  summary: "Replace a gift card's code: the old one stops at once, the new one is in this response alone",
  method: 'POST',
  path: '/api/v1/gift-cards/{gift_card_id}/code/',
  permission: 'Write',
  parameters: { gift_card_id: 'giftCard' },
  body: z.optional(replaceGiftCardCodeInput),
  success: { status: 200, description: 'The gift card with its new code', schema: issuedGiftCard },
  errors: [
    {
      code: 'INVALID_FIELD',
      message: 'recipient_email must be an email address',
      when: 'no mail can be sent to the recipient',
    },
    unknown,
  ],
  reach: ['PutItem', 'DeleteItem', 'SendMessage mail'],
});

export const disableGiftCard = operation({
  ...shared,
  name: 'disable-gift-card',
  summary: 'Disable a gift card: it keeps its balance, and no checkout can apply it',
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
  summary: 'Enable a disabled gift card',
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
  summary: "List a gift card's transactions, newest first",
  method: 'GET',
  path: '/api/v1/gift-cards/{gift_card_id}/transactions/',
  permission: 'Read',
  parameters: { gift_card_id: 'giftCard' },
  query: z.object(page({ resource: 'giftCardTransaction' })),
  invalidQuery: 'INVALID_REQUEST_ERROR',
  success: { status: 200, description: 'A page of transactions', schema: listOf(giftCardTransaction) },
  errors: [unknown],
  reach: ['Query'],
});
