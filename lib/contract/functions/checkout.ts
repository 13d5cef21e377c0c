/** Storefront page: gift cards at checkout, orders, refunds and downloads. Money in the smallest unit of the currency. */
import * as z from 'zod/mini';
import { giftCardStatuses, message } from '../api/gift-cards.ts';
import { giftOption } from '../api/gift-options.ts';
import { oneOf } from '../kinds/choices.ts';
import { currencyCode } from '../kinds/currency.ts';
import { duplicateWhen, notFoundWhen } from '../kinds/errors.ts';
import { callersId, id, replyId } from '../kinds/ids.ts';
import { invocable } from '../kinds/invocable.ts';
import { limits } from '../kinds/limits.ts';
import { mailAddress } from '../kinds/mail-address.ts';
import { requiredOr } from '../kinds/messages.ts';
import { integer } from '../kinds/numbers.ts';
import { listOf } from '../kinds/paging.ts';
import { codePoints, text } from '../kinds/text.ts';
import { timestamp, timestampInput } from '../kinds/times.ts';
import { storeId } from './operator.ts';

const checkoutId = callersId('checkout_id', limits.checkoutId);
const orderId = id('order_id', 'order');

const amount = (label: string, min = 0) =>
  integer({
    label,
    min,
    max: limits.orderAmount,
    outside: `${label} must be between ${min} and ${limits.orderAmount}`,
  });

const currency = currencyCode('currency');

const otherContent = (noun: string) => duplicateWhen(`the ${noun} exists with another content`);

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

const orderLineInput = z.object(
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

export type OrderLineInput = z.output<typeof orderLineInput>;

export const orderStatuses = ['pending', 'paid', 'fulfilled', 'cancelled'] as const;

const recordedStatus = oneOf(['pending', 'paid', 'fulfilled'], {
  required: 'status is required',
  wrong: 'status must be pending, paid, or fulfilled',
});

const orderInput = z.object(
  {
    id: id('order id', 'order'),
    site_id: id('site_id', 'site'),
    customer_id: id('customer_id', 'customer'),
    status: recordedStatus,
    currency,
    lines: z.array(orderLineInput, { error: requiredOr('lines is required', 'lines must be an array') }).check(
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

export type OrderInput = z.output<typeof orderInput>;

const orderLine = z.object({
  product_id: replyId('product'),
  variant_id: replyId('variant'),
  quantity: z.int(),
  unit_price: z.int(),
  /** Of the whole line, as its tax. */
  discount: z.int(),
  tax: z.int(),
  recipient_email: z.nullable(z.string()),
  message: z.nullable(z.string()),
});

export type OrderLine = z.output<typeof orderLine>;

/** An order as the storefront is shown it. */
export const order = z.object({
  id: replyId('order'),
  site_id: replyId('site'),
  customer_id: replyId('customer'),
  status: z.enum(orderStatuses),
  currency: z.string(),
  lines: z.array(orderLine),
  /** The order's own copy. */
  gift_option: z.nullable(z.object({ id: replyId('giftOption'), name: z.string(), price: z.int() })),
  gift_note: z.nullable(z.string()),
  shipping: z.int(),
  shipping_tax: z.int(),
  checkout_id: z.nullable(z.string()),
  tax: z.int(),
  total: z.int(),
  paid_by_gift_card: z.int(),
  paid_by_card: z.int(),
  gift_card_id: z.nullable(replyId('giftCard')),
  created_at: timestamp,
});

export type Order = z.output<typeof order>;

export const recordOrder = invocable({
  name: 'record-order',
  group: 'storefront',
  summary: 'Record an order, spending what its checkout holds of a gift card',
  payload: z.object({ store_id: storeId, order: orderInput }),
  result: order,
  errors: [
    notFoundWhen('the site, the customer, or a product or variant of a line does not exist'),
    otherContent('order'),
    { code: 'INVALID_FIELD', message: 'gift_option is no longer offered', when: 'the gift option is disabled or gone' },
    { code: 'INVALID_FIELD', message: 'checkout_id holds no gift card', when: 'the hold has lapsed or been released' },
  ],
  reach: ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem', 'SendMessage mail'],
});

const orderUnknown = notFoundWhen('the order does not exist');

const orderCancelled = {
  code: 'INVALID_FIELD',
  message: 'The order is cancelled',
  when: 'the order is cancelled',
} as const;

export const payOrder = invocable({
  name: 'pay-order',
  group: 'storefront',
  summary: 'Record that an order is paid, issuing the gift cards that were bought with it',
  payload: z.object({ store_id: storeId, order_id: orderId }),
  result: order,
  errors: [orderUnknown, orderCancelled],
  reach: ['PutItem', 'UpdateItem', 'SendMessage mail'],
});

export const fulfilOrder = invocable({
  name: 'fulfil-order',
  group: 'storefront',
  summary: 'Record that a paid order is fulfilled',
  payload: z.object({ store_id: storeId, order_id: orderId }),
  result: order,
  errors: [
    orderUnknown,
    { code: 'INVALID_FIELD', message: 'The order is not paid', when: 'the order is pending' },
    orderCancelled,
  ],
  reach: ['PutItem'],
});

export const cancelOrder = invocable({
  name: 'cancel-order',
  group: 'storefront',
  summary: 'Cancel a pending order, putting back what its gift card paid',
  payload: z.object({ store_id: storeId, order_id: orderId }),
  result: order,
  errors: [
    orderUnknown,
    { code: 'INVALID_FIELD', message: 'Only a pending order can be cancelled', when: 'the order is paid: refund it' },
  ],
  reach: ['PutItem'],
});

/** A refund: what goes to the buyer's card, what to the gift card that paid, and its share of the order's tax. */
const refund = z.object({
  refund_id: z.string(),
  to_card: z.int(),
  to_gift_card: z.int(),
  tax: z.int(),
  order_id: replyId('order'),
});

export type Refund = z.output<typeof refund>;

export const refundOrder = invocable({
  name: 'refund-order',
  group: 'storefront',
  summary: "Divide a refund between the buyer's card and the gift card that paid",
  payload: z.object({
    store_id: storeId,
    order_id: orderId,
    refund_id: callersId('refund_id', limits.checkoutId),
    amount: integer({ label: 'amount', min: 1, outside: 'amount must be at least 1' }),
  }),
  result: refund,
  errors: [
    orderUnknown,
    otherContent('refund'),
    orderCancelled,
    { code: 'INVALID_FIELD', message: 'A refund cannot exceed what was paid', when: 'the amount is more than is left' },
  ],
  reach: ['PutItem'],
});

/** A link to a digital file; its size in bytes. */
const download = z.object({ url: z.url(), file_name: z.string(), file_size: z.int(), expires_at: timestamp });

export type Download = z.output<typeof download>;

export const createDownload = invocable({
  name: 'create-download',
  group: 'storefront',
  summary: 'Make a link to the digital file of a variant that was bought, valid one hour',
  payload: z.object({ store_id: storeId, order_id: orderId, variant_id: id('variant_id', 'variant') }),
  result: download,
  errors: [
    notFoundWhen('the order does not exist, lacks the variant, or the variant has no file'),
    { code: 'FORBIDDEN', message: 'The order is not paid', when: 'the order is pending' },
    { code: 'FORBIDDEN', message: 'The order is cancelled', when: 'the order is cancelled' },
  ],
  readOnly: true,
  reach: ['AssumeRole downloads'],
});

export const listOfferedGiftOptions = invocable({
  name: 'list-offered-gift-options',
  group: 'storefront',
  summary: 'List the enabled gift options of a site, by position',
  payload: z.object({ store_id: storeId, site_id: id('site_id', 'site') }),
  result: listOf(giftOption),
  errors: [notFoundWhen('the site does not exist')],
  readOnly: true,
  reach: ['Query'],
});
