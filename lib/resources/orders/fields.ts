/** Storefront page: what an order holds. Money in the smallest unit of the currency. */
import * as z from 'zod/mini';
import { exampleObject } from '../../schema/examples.ts';
import { exampleTime, field, idOf, inputOf, objectOf, shownInteger, shownOf, shownText } from '../../schema/field.ts';
import { callersId, id, replyId } from '../../schema/ids.ts';
import { limits } from '../../schema/limits.ts';
import { codePoints, requiredOr } from '../../schema/text.ts';
import { timestamp, timestampInput } from '../../schema/times.ts';
import { integer, mailAddress, oneOf, optionalLocale } from '../../schema/values.ts';
import { amount, checkoutId, currency, giftCard, message } from '../gift-cards/fields.ts';
import { storeId } from '../stores/fields.ts';

/** An order that a function is asked of. */
export const orderId = (words: string, example: string) => field({ input: id('order_id', 'order'), words, example });

/** The payload of what is done with an order whole. */
export const orderPayload = (example: string) =>
  inputOf({ store_id: storeId, order_id: orderId('The id that the order was recorded with.', example) });

/** What a line holds, as it is recorded and as it is shown. */
const lineFields = {
  product_id: field({
    shown: replyId('product'),
    words: 'The product that was bought.',
    example: 'pro_teapot',
  }),
  variant_id: field({
    shown: replyId('variant'),
    words: 'The variant that was bought.',
    example: 'prv_teapotlarge',
  }),
  quantity: field({
    shown: z.int(),
    words: 'Units, 1 to 10,000.',
    example: 1,
  }),
  unit_price: field({
    shown: z.int(),
    words: 'Price of one unit before discount and tax.',
    example: 5200,
  }),
  discount: field({
    shown: z.int(),
    words: 'Taken off the whole line.',
    inBody: 'Left out: 0. Refused on a gift card line.',
    absent: 0,
    example: 200,
  }),
  tax: field({
    shown: z.int(),
    words: 'Tax on the whole line.',
    inBody: 'Left out: 0. Refused on a gift card line.',
    absent: 0,
    example: 400,
  }),
};

const orderLineInput = inputOf(
  {
    product_id: field({ ...lineFields.product_id, input: id('line product_id', 'product') }),
    variant_id: field({ ...lineFields.variant_id, input: id('line variant_id', 'variant') }),
    quantity: field({
      ...lineFields.quantity,
      input: integer({
        label: 'line quantity',
        min: 1,
        max: limits.orderUnits,
        outside: `line quantity must be between 1 and ${limits.orderUnits}`,
      }),
    }),
    unit_price: field({ ...lineFields.unit_price, input: amount('line unit_price') }),
    discount: field({ ...lineFields.discount, input: z.nullish(amount('line discount')) }),
    tax: field({ ...lineFields.tax, input: z.nullish(amount('line tax')) }),
    recipient_email: field({
      input: z.nullish(mailAddress('line recipient_email')),
      words: 'Whom to mail the gift cards of the line to. Left out: the customer.',
      example: undefined,
    }),
    message: field({
      input: message,
      words: "The buyer's message in that mail, up to 500 characters.",
      example: undefined,
    }),
    locale: field({
      input: optionalLocale('line locale'),
      words: "The recipient's language (BCP 47), in which that mail is. Left out: the customer's, or else the site's.",
      example: undefined,
    }),
    send_at: field({
      input: z.nullish(timestampInput('line send_at')),
      words:
        'When to mail the gift cards of the line, up to 366 days ahead; it needs a `recipient_email`. The cards are issued when the order is paid, and nobody has their codes before that time. Left out, or in the past: at once.',
      example: undefined,
    }),
  },
  { error: 'line must be an object' },
);

export type OrderLineInput = z.output<typeof orderLineInput>;

const recordedStatuses = ['pending', 'paid', 'fulfilled'] as const;

export const orderStatuses = [...recordedStatuses, 'cancelled'] as const;

const recordedStatusWords = {
  pending: 'Placed, not paid: gives no gift cards and no downloads.',
  paid: 'Paid: its gift cards are issued and its files can be downloaded.',
  fulfilled: 'Paid and delivered; counts as paid everywhere.',
};

/** What each status means, for the reference. */
export const orderStatusWords: Readonly<Record<(typeof orderStatuses)[number], string>> = {
  ...recordedStatusWords,
  cancelled: 'Given up before it was paid, for good; what its gift card paid is back on the card.',
};

/** What an order holds, as it is recorded and as it is shown. */
const placed = {
  site_id: field({
    shown: replyId('site'),
    words: 'The site it was placed on.',
    example: 'sit_demo',
  }),
  customer_id: field({
    shown: replyId('customer'),
    words: 'The customer who placed it.',
    example: 'cus_ada',
  }),
};

export const orderInput = inputOf(
  {
    id: field({ input: id('order id', 'order'), words: 'Your own id of the order, `ord_…`.', example: 'ord_1042' }),
    site_id: field({ ...placed.site_id, input: id('site_id', 'site') }),
    customer_id: field({ ...placed.customer_id, input: id('customer_id', 'customer') }),
    status: field({
      input: oneOf(recordedStatuses, {
        required: 'status is required',
        wrong: 'status must be pending, paid, or fulfilled',
      }),
      words: { text: 'How far it has come.', values: recordedStatusWords },
      example: 'paid',
    }),
    currency: field({
      input: currency,
      words:
        "Currency of all its amounts (ISO 4217). Where it sells gift cards it must be the store's, and that of the card that pays.",
      example: 'USD',
    }),
    lines: field({
      input: z.array(orderLineInput, { error: requiredOr('lines is required', 'lines must be an array') }).check(
        z.refine((lines) => lines.length >= 1 && lines.length <= limits.orderLines, {
          error: `lines must be between 1 and ${limits.orderLines}`,
        }),
      ),
      words: 'Lines of the order, 1 to 90.',
      example: [exampleObject(orderLineInput)],
    }),
    gift_option_id: field({
      input: z.nullish(id('gift_option_id', 'giftOption')),
      words: 'A gift option that the site offers now, or null. The order keeps its own copy.',
      example: 'gft_wrapping',
    }),
    gift_note: field({
      input: z.nullish(
        z
          .string({ error: 'gift_note must be a string' })
          .check(
            z.refine((note) => codePoints(note) <= 10_000 && note.isWellFormed(), { error: 'gift_note must be text' }),
          ),
      ),
      words: "The buyer's note, where the site allows notes and no longer than it allows.",
      example: 'To many long afternoons',
    }),
    shipping: field({
      input: z.nullish(amount('shipping')),
      words: 'Price of shipping before its tax. Left out: 0.',
      example: 600,
    }),
    shipping_tax: field({
      input: z.nullish(amount('shipping_tax')),
      words: 'Tax on the shipping. Left out: 0.',
      example: 50,
    }),
    checkout_id: field({
      input: z.nullish(checkoutId.input),
      words: 'The checkout whose hold on a gift card it spends. Left out: no gift card pays.',
      example: 'checkout_41',
    }),
  },
  { error: requiredOr('order is required', 'order must be an object') },
);

export type OrderInput = z.output<typeof orderInput>;

/** What a line has that was stored before these fields came. */
export const absentOfLine = { discount: 0, tax: 0, recipient_email: null, message: null, locale: null, send_at: null };

/** Likewise of an order. */
export const absentOfOrder = { gift_option: null, gift_note: null, checkout_id: null, gift_card_id: null };

export const orderLine = shownOf({
  ...lineFields,
  recipient_email: field({
    shown: z.nullable(z.string()),
    words: 'Whom the gift cards of the line are mailed to; null where it is the customer, or the line is no gift card.',
    personal: true,
    example: null,
  }),
  message: field({
    shown: z.nullable(z.string()),
    words: "The buyer's message in that mail; null where there is none.",
    personal: true,
    example: null,
  }),
  locale: field({
    shown: z.nullable(z.string()),
    words: "The recipient's language (BCP 47); null where none was given.",
    example: null,
  }),
  send_at: field({
    shown: z.nullable(timestamp),
    words: 'When the gift cards of the line are mailed; null where that is at once.',
    example: null,
  }),
});

export type OrderLine = z.output<typeof orderLine>;

const orderedGiftOption = shownOf({
  id: idOf('giftOption', { words: 'The option that was copied.', example: 'gft_wrapping' }),
  name: shownText({ words: 'Its name when it was ordered.', example: 'Gift wrapping' }),
  price: shownInteger({ words: 'Its price when it was ordered.', example: 500 }),
});

/** What is shown of an order: how the one of `orderInput` stands once it is recorded. */
const orderFields = {
  id: idOf('order', { words: 'Public id of the order, `ord_…`.', example: 'ord_1042' }),
  ...placed,
  status: field({
    shown: z.enum(orderStatuses),
    words: { text: 'How far it has come.', values: orderStatusWords },
    example: 'paid',
  }),
  currency: shownText({ words: 'Currency of all its amounts (ISO 4217).', example: 'USD' }),
  lines: field({
    shown: z.array(orderLine),
    words: 'Lines of the order, as they were recorded.',
    example: [exampleObject(orderLine)],
  }),
  gift_option: field({
    shown: z.nullable(orderedGiftOption),
    words:
      "The order's own copy of the gift option that was chosen, which no later change touches; null where none was.",
    example: exampleObject(orderedGiftOption),
  }),
  gift_note: field({
    shown: z.nullable(z.string()),
    words: "The buyer's note with the gift; null where there is none.",
    personal: true,
    example: 'To many long afternoons',
  }),
  shipping: shownInteger({ words: 'Price of shipping before its tax.', example: 600 }),
  shipping_tax: shownInteger({ words: 'Tax on the shipping; part of `tax`.', example: 50 }),
  checkout_id: field({
    shown: z.nullable(z.string()),
    words: 'The checkout whose hold it spent; null where no gift card paid.',
    example: 'checkout_41',
  }),
  tax: shownInteger({ words: 'All of its tax, that of lines and shipping.', example: 450 }),
  total: shownInteger({ words: "Lines less discounts, the gift option's price, shipping and all tax.", example: 6550 }),
  paid_by_gift_card: shownInteger({ words: 'Share of the total that the gift card paid.', example: 5500 }),
  paid_by_card: shownInteger({ words: "Rest for the buyer's payment card.", example: 1050 }),
  gift_card_id: field({
    shown: z.nullable(replyId('giftCard')),
    words: 'The gift card that paid; null where none did.',
    example: 'gcd_00birthday',
  }),
  created_at: field({ shown: timestamp, words: 'When it was recorded.', example: exampleTime }),
};

export const order = shownOf(orderFields);

export type Order = z.output<typeof order>;

export const refundInput = inputOf({
  store_id: storeId,
  order_id: orderId('The order; one that is pending or cancelled cannot be refunded.', 'ord_demo'),
  refund_id: field({
    input: callersId('refund_id', limits.checkoutId),
    words: 'Your own id of the refund, 1 to 255 characters.',
    example: 'refund_2',
  }),
  amount: field({
    input: integer({ label: 'amount', min: 1, outside: 'amount must be at least 1' }),
    words: 'Amount to refund, from 1 to what has been paid and not yet refunded.',
    example: 500,
  }),
});

const refundFields = {
  refund_id: shownText({ words: 'Your own id of the refund.', example: 'refund_2' }),
  to_card: shownInteger({ words: "Refund to the buyer's payment card.", example: 0 }),
  to_gift_card: shownInteger({ words: 'Refund to the gift card.', example: 500 }),
  tax: shownInteger({
    words: "The refund's share of the order's tax; shares of refunds that add up to the total add up to its tax.",
    example: 29,
  }),
  order_id: idOf('order', { words: 'The order that was refunded.', example: 'ord_demo' }),
};

/** A refund: what goes to the buyer's card, what to the gift card that paid, and its share of the order's tax. */
export const refund = shownOf(refundFields);

export type Refund = z.output<typeof refund>;

/** A refund as its order shows it. */
export const refundOfOrder = shownOf({
  ...refundFields,
  amount: shownInteger({ words: 'The amount that was refunded: `to_card` and `to_gift_card`.', example: 500 }),
  created_at: field({
    shown: z.nullable(timestamp),
    words: 'When it was refunded; null for a refund of before 0.4.0.',
    example: exampleTime,
  }),
});

export type RefundOfOrder = z.output<typeof refundOfOrder>;

/** An order with what has become of it (Staff console page, "Reads of what is mirrored"). */
export const orderDetails = objectOf('OrderDetails', {
  ...orderFields,
  refunds: field({
    shown: z.array(refundOfOrder),
    words: `Its refunds, newest first, ${limits.shownOfOrder} at most.`,
    example: [exampleObject(refundOfOrder)],
  }),
  gift_cards: field({
    shown: z.array(giftCard),
    words: `The gift cards that were bought with it, in the order of their issue; the first ${limits.shownOfOrder} of them.`,
    example: [],
  }),
});

export type OrderDetails = z.output<typeof orderDetails>;

/** What both reads of an order say of it. */
export const orderDetailsText = `Returns the order as it stands now, with its newest ${limits.shownOfOrder} refunds and the first ${limits.shownOfOrder} gift cards that were bought with it, never with their codes.`;
