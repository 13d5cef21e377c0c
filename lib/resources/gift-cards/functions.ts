/** Storefront page: gift cards at checkout, their reports and audits. */
import * as z from 'zod/mini';
import { notFoundWhen } from '../../schema/errors.ts';
import { id, replyId } from '../../schema/ids.ts';
import { invocable } from '../../schema/invocable.ts';
import { text } from '../../schema/text.ts';
import { timestamp, timestampInput } from '../../schema/times.ts';
import { storeId } from '../stores/fields.ts';
import { amount, checkoutId, currency, giftCardStatuses } from './fields.ts';
import { exportPage, ledgerPage, liabilityPage, wrongTime } from './ledger-fields.ts';

export const holdGiftCard = invocable({
  name: 'hold-gift-card',
  group: 'storefront',
  summary:
    "Hold as much of an order's cost on a gift card as its free balance covers, in place of the checkout's last hold",
  payload: z.object({
    store_id: storeId,
    checkout_id: checkoutId,
    code: text({ label: 'code', max: 255 }),
    amount: amount('amount'),
    currency,
    expires_at: timestampInput('expires_at'),
  }),
  result: z.object({ gift_card_id: replyId('giftCard'), last4: z.string(), held: z.int(), remainder: z.int() }),
  errors: [
    notFoundWhen('no gift card has the code'),
    { code: 'INVALID_FIELD', message: 'The gift card is disabled', when: 'the gift card cannot be applied' },
  ],
  reach: ['PutItem'],
});

export const getGiftCardBalance = invocable({
  name: 'get-gift-card-balance',
  group: 'storefront',
  summary: 'Tell what a gift card is worth, and what of it a checkout could spend',
  payload: z.object({
    store_id: storeId,
    code: text({ label: 'code', max: 255 }),
    checkout_id: z.nullish(checkoutId),
  }),
  result: z.object({
    gift_card_id: replyId('giftCard'),
    last4: z.string(),
    currency: z.string(),
    balance: z.int(),
    available: z.int(),
    status: z.enum(giftCardStatuses),
    expires_at: z.nullable(timestamp),
  }),
  errors: [notFoundWhen('no gift card has the code')],
  readOnly: true,
});

export const releaseGiftCard = invocable({
  name: 'release-gift-card',
  group: 'storefront',
  summary: 'Release what a checkout holds of a gift card',
  payload: z.object({ store_id: storeId, checkout_id: checkoutId }),
  result: z.object({ released: z.int() }),
  errors: [],
  reach: ['PutItem', 'DeleteItem'],
});

export const reportLiability = invocable({
  name: 'report-liability',
  group: 'operator',
  summary: "Add up what a page of a store's gift cards was worth at a time, by status, as their ledgers tell it",
  payload: z.object({
    store_id: storeId,
    at: z.nullish(timestampInput('at')),
    after: z.nullish(id('after', 'giftCard')),
  }),
  result: liabilityPage,
  errors: [
    { code: 'INVALID_FIELD', message: wrongTime.tooLate, when: '`at` is later than a minute ago' },
    { code: 'MISSING_FIELD', message: wrongTime.required, when: '`after` is given without `at`' },
  ],
  readOnly: true,
  reach: ['Query', 'Query feed'],
});

export const cardRequired = { message: 'after is required with after_transaction' } as const;

export const exportGiftCards = invocable({
  name: 'export-gift-cards',
  group: 'operator',
  summary: 'Read all gift cards of a store with their transactions, a page at a time',
  payload: z.object({
    store_id: storeId,
    after: z.nullish(id('after', 'giftCard')),
    after_transaction: z.nullish(id('after_transaction', 'giftCardTransaction')),
  }),
  result: exportPage,
  errors: [
    { code: 'MISSING_FIELD', message: cardRequired.message, when: '`after_transaction` is given without `after`' },
  ],
  readOnly: true,
  reach: ['Query', 'Query feed'],
});

export const auditLedger = invocable({
  name: 'audit-ledger',
  group: 'operator',
  summary: "Prove a page of a store's gift cards, then of the orders they paid for; report what does not add up",
  payload: z.object({
    store_id: storeId,
    after: z.nullish(
      z
        .string({ error: 'after must be a gift card or order ID' })
        .check(z.regex(/^(?:gcd|ord)_[A-Za-z0-9]{1,64}$/, { error: 'after must be a gift card or order ID' })),
    ),
  }),
  result: ledgerPage,
  errors: [],
  readOnly: true,
  reach: ['Query', 'Query feed'],
});
