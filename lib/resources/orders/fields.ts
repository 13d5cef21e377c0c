/** Storefront page: what an order holds. Money in the smallest unit of the currency. */
import * as z from 'zod/mini';
import { oneOf } from '../../schema/choices.ts';
import { id, replyId } from '../../schema/ids.ts';
import { limits } from '../../schema/limits.ts';
import { mailAddress } from '../../schema/mail-address.ts';
import { requiredOr } from '../../schema/messages.ts';
import { integer } from '../../schema/numbers.ts';
import { codePoints } from '../../schema/text.ts';
import { timestamp } from '../../schema/times.ts';
import { amount, checkoutId, currency, message } from '../gift-cards/fields.ts';

export const orderId = id('order_id', 'order');

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

export const orderInput = z.object(
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

/** A refund: what goes to the buyer's card, what to the gift card that paid, and its share of the order's tax. */
export const refund = z.object({
  refund_id: z.string(),
  to_card: z.int(),
  to_gift_card: z.int(),
  tax: z.int(),
  order_id: replyId('order'),
});

export type Refund = z.output<typeof refund>;
