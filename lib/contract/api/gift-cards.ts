/** Contract, "Gift cards". */
import * as z from 'zod/mini';
import { oneOf } from '../kinds/choices.ts';
import { component } from '../kinds/component.ts';
import { notFoundWhen } from '../kinds/errors.ts';
import { publicId, replyId } from '../kinds/ids.ts';
import { limits } from '../kinds/limits.ts';
import { mailAddress } from '../kinds/mail-address.ts';
import { integer } from '../kinds/numbers.ts';
import { operation } from '../kinds/operation.ts';
import { listOf, page } from '../kinds/paging.ts';
import { optionalText } from '../kinds/text.ts';
import { timestamp, timestampInput } from '../kinds/times.ts';

const shared = { section: 'Gift cards', folder: 'gift-cards' } as const;

export const giftCardStatuses = ['active', 'used', 'expired', 'disabled'] as const;

/** `disabled` comes before `used`, `used` before `expired`; judged when read. */
export type GiftCardStatus = (typeof giftCardStatuses)[number];

/** Contract, "Gift card object"; `code` stands only in the reply that makes it. */
export const giftCard = component('GiftCard', {
  id: replyId('giftCard'),
  last4: z.string(),
  currency: z.string(),
  initial_value: z.int(),
  balance: z.int(),
  status: z.enum(giftCardStatuses),
  recipient_email: z.nullable(z.string()),
  message: z.nullable(z.string()),
  note: z.nullable(z.string()),
  expires_at: z.nullable(timestamp),
  disabled_at: z.nullable(timestamp),
  created_at: timestamp,
  updated_at: timestamp,
});

export type GiftCard = z.output<typeof giftCard>;

/** A gift card in the one response that shows its code, when it is issued or the code is replaced. */
export const issuedGiftCard = component('IssuedGiftCard', { ...giftCard.shape, code: z.string() });

/** Contract, "Gift card transaction object". */
export const giftCardTransaction = component('GiftCardTransaction', {
  id: replyId('giftCardTransaction'),
  type: z.enum(['issued', 'redeemed', 'refunded', 'adjusted', 'disabled', 'enabled']),
  amount: z.int(),
  balance: z.int(),
  order_id: z.nullable(replyId('order')),
  note: z.nullable(z.string()),
  actor: z.object({ type: z.enum(['api_key', 'customer', 'system']), name: z.nullable(z.string()) }),
  created_at: timestamp,
});

export type GiftCardTransaction = z.output<typeof giftCardTransaction>;

export const message = optionalText({ label: 'message', max: limits.giftCardText });
const note = optionalText({ label: 'note', max: limits.giftCardText });
const expiresAt = z.nullish(timestampInput('expires_at'));

/** Body of Issue; money in the smallest unit of the store's currency. */
export const issueGiftCardInput = component('IssueGiftCardInput', {
  value: integer({
    label: 'value',
    min: 1,
    max: limits.giftCardValue,
    outside: `value must be between 1 and ${limits.giftCardValue}`,
  }),
  site_id: z.nullish(
    publicId('site', {
      required: 'site_id must be a site of this store',
      wrong: 'site_id must be a site of this store',
    }),
  ),
  recipient_email: z.nullish(mailAddress('recipient_email')),
  message,
  note,
  expires_at: expiresAt,
});

export type IssueGiftCardInput = z.output<typeof issueGiftCardInput>;

export const updateGiftCardInput = component('UpdateGiftCardInput', { expires_at: expiresAt, note });

export type UpdateGiftCardInput = z.output<typeof updateGiftCardInput>;

export const replaceGiftCardCodeInput = component('ReplaceGiftCardCodeInput', {
  recipient_email: z.nullish(mailAddress('recipient_email')),
});

const nonzero = 'amount must be a nonzero integer';

export const adjustGiftCardInput = component('AdjustGiftCardInput', {
  amount: integer({ label: 'amount', min: Number.MIN_SAFE_INTEGER, outside: nonzero, wrongType: nonzero }).check(
    z.refine((amount) => amount !== 0, { error: nonzero }),
    z.meta({ examples: [500] }),
  ),
  note,
});

export type AdjustGiftCardInput = z.output<typeof adjustGiftCardInput>;

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
