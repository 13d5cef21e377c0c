/** Storefront page: gift cards at checkout, orders, refunds and downloads. Money in the smallest unit of the currency. */
import * as z from 'zod/mini';
import { message } from '../api/gift-cards.ts';
import { oneOf } from '../kinds/choices.ts';
import { currencyCode } from '../kinds/currency.ts';
import type { ErrorRow } from '../kinds/errors.ts';
import { id } from '../kinds/ids.ts';
import { invocable } from '../kinds/invocable.ts';
import { limits } from '../kinds/limits.ts';
import { mailAddress } from '../kinds/mail-address.ts';
import { requiredOr } from '../kinds/messages.ts';
import { integer } from '../kinds/numbers.ts';
import { codePoints, text } from '../kinds/text.ts';
import { timestampInput } from '../kinds/times.ts';
import { storeId } from './operator.ts';

const checkoutId = text({ label: 'checkout_id', max: limits.checkoutId });
const orderId = id('order_id', 'order');

const amount = (label: string, min = 0) =>
  integer({
    label,
    min,
    max: limits.orderAmount,
    outside: `${label} must be between ${min} and ${limits.orderAmount}`,
  });

const currency = currencyCode('currency');

const unknown = (when: string): ErrorRow => ({ code: 'NOT_FOUND', message: 'Resource not found', when });

const otherContent = (noun: string): ErrorRow => ({
  code: 'DUPLICATE',
  message: 'Resource already exists',
  when: `the ${noun} exists with another content`,
});

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
  errors: [
    unknown('no gift card has the code'),
    { code: 'INVALID_FIELD', message: 'The gift card is disabled', when: 'the gift card cannot be applied' },
  ],
});

export const releaseGiftCard = invocable({
  name: 'release-gift-card',
  group: 'storefront',
  summary: 'Release what a checkout holds of a gift card',
  payload: z.object({ store_id: storeId, checkout_id: checkoutId }),
  errors: [],
});

const line = z.object(
  {
    product_id: id('line product_id', 'product'),
    variant_id: id('line variant_id', 'variant'),
    quantity: integer({
      label: 'line quantity',
      min: 1,
      max: limits.orderUnits,
      outside: `line quantity must be between 1 and ${limits.orderUnits}`,
    }),
    unit_price: amount('line unit_price'),
    discount: z.nullish(amount('line discount')),
    tax: z.nullish(amount('line tax')),
    recipient_email: z.nullish(mailAddress('line recipient_email')),
    message,
  },
  { error: 'line must be an object' },
);

export type OrderLineInput = z.output<typeof line>;

const order = z.object(
  {
    id: id('order id', 'order'),
    site_id: id('site_id', 'site'),
    customer_id: id('customer_id', 'customer'),
    status: oneOf(['pending', 'paid', 'fulfilled'], {
      required: 'status is required',
      wrong: 'status must be pending, paid, or fulfilled',
    }),
    currency,
    lines: z.array(line, { error: requiredOr('lines is required', 'lines must be an array') }).check(
      z.refine((lines) => lines.length >= 1 && lines.length <= limits.orderLines, {
        error: `lines must be between 1 and ${limits.orderLines}`,
      }),
    ),
    gift_option_id: z.nullish(id('gift_option_id', 'giftOption')),
    gift_note: z.nullish(
      z
        .string({ error: 'gift_note must be a string' })
        .check(
          z.refine((note) => codePoints(note) <= 10_000 && note.isWellFormed(), { error: 'gift_note must be text' }),
        ),
    ),
    shipping: z.nullish(amount('shipping')),
    shipping_tax: z.nullish(amount('shipping_tax')),
    checkout_id: z.nullish(checkoutId),
  },
  { error: requiredOr('order is required', 'order must be an object') },
);

export type OrderInput = z.output<typeof order>;

export const recordOrder = invocable({
  name: 'record-order',
  group: 'storefront',
  summary: 'Record an order, spending what its checkout holds of a gift card',
  payload: z.object({ store_id: storeId, order }),
  errors: [
    unknown('the site, the customer, or a product or variant of a line does not exist'),
    otherContent('order'),
    { code: 'INVALID_FIELD', message: 'gift_option is no longer offered', when: 'the gift option is disabled or gone' },
    { code: 'INVALID_FIELD', message: 'checkout_id holds no gift card', when: 'the hold has lapsed or been released' },
  ],
  reach: ['queue-mail'],
});

export const payOrder = invocable({
  name: 'pay-order',
  group: 'storefront',
  summary: 'Record that an order is paid, issuing the gift cards that were bought with it',
  payload: z.object({ store_id: storeId, order_id: orderId }),
  errors: [unknown('the order does not exist')],
  reach: ['queue-mail'],
});

export const refundOrder = invocable({
  name: 'refund-order',
  group: 'storefront',
  summary: "Divide a refund between the buyer's card and the gift card that paid",
  payload: z.object({
    store_id: storeId,
    order_id: orderId,
    refund_id: text({ label: 'refund_id', max: limits.checkoutId }),
    amount: integer({ label: 'amount', min: 1, outside: 'amount must be at least 1' }),
  }),
  errors: [
    unknown('the order does not exist'),
    otherContent('refund'),
    { code: 'INVALID_FIELD', message: 'A refund cannot exceed what was paid', when: 'the amount is more than is left' },
  ],
});

export const createDownload = invocable({
  name: 'create-download',
  group: 'storefront',
  summary: 'Make a link to the digital file of a variant that was bought, valid one hour',
  payload: z.object({ store_id: storeId, order_id: orderId, variant_id: id('variant_id', 'variant') }),
  errors: [
    unknown('the order does not exist, lacks the variant, or the variant has no file'),
    { code: 'FORBIDDEN', message: 'The order is not paid', when: 'the order is pending' },
  ],
  readOnly: true,
  reach: ['read-objects'],
});

export const listOfferedGiftOptions = invocable({
  name: 'list-offered-gift-options',
  group: 'storefront',
  summary: 'List the enabled gift options of a site, by position',
  payload: z.object({ store_id: storeId, site_id: id('site_id', 'site') }),
  errors: [unknown('the site does not exist')],
  readOnly: true,
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
  errors: [],
  readOnly: true,
});
