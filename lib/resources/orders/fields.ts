/** Storefront page: the fields of an order. Money in the smallest unit of the currency. */
import * as z from 'zod/mini';
import { exampleOutput } from '../../schema/examples.ts';
import { exampleTime, field, idOf, inputOf, objectOf, shownInteger, shownOf, shownText } from '../../schema/field.ts';
import { callersId, id, replyId } from '../../schema/ids.ts';
import { limits } from '../../schema/limits.ts';
import { codePoints, requiredOr } from '../../schema/text.ts';
import { timestamp, timestampInput } from '../../schema/times.ts';
import { integer, mailAddress, oneOf, optionalBoolean, optionalLocale } from '../../schema/values.ts';
import { amount, checkoutId, currency, giftCard, message } from '../gift-cards/fields.ts';
import { storeId } from '../stores/fields.ts';

/** The order in a payload. */
export const orderId = (words: string, example: string) => field({ input: id('order_id', 'order'), words, example });

/** The payload of a function that acts on a whole order. */
export const orderPayload = (example: string) =>
  inputOf({ store_id: storeId, order_id: orderId('The id that the order was recorded with.', example) });

/** The fields of a line, both in the payload and in the result. */
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
    words: 'Number of units, 1 to 10,000.',
    example: 1,
  }),
  unit_price: field({
    shown: z.int(),
    words: 'Price of one unit, before discount and tax.',
    example: 5200,
  }),
  discount: field({
    shown: z.int(),
    words: 'Discount on the whole line.',
    inBody: 'If omitted, 0. It must be 0 on a gift card line.',
    absent: 0,
    example: 200,
  }),
  tax: field({
    shown: z.int(),
    words: 'Tax on the whole line.',
    inBody: 'If omitted, 0. It must be 0 on a gift card line.',
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
      words: "Recipient of this line's gift cards. If omitted, the customer.",
      example: undefined,
    }),
    message: field({
      input: message,
      words: "The buyer's message in the gift card email, up to 500 characters.",
      example: undefined,
    }),
    locale: field({
      input: optionalLocale('line locale'),
      words: 'Language of the gift card email (BCP 47). If omitted, the language of the customer, or else of the site.',
      example: undefined,
    }),
    send_at: field({
      input: z.nullish(timestampInput('line send_at')),
      words:
        "When to email this line's gift cards, up to 366 days ahead; requires a `recipient_email`. The cards are issued when the order is paid, and their codes are created at this time. If omitted or in the past, at once.",
      example: undefined,
    }),
  },
  { error: 'line must be an object' },
);

export type OrderLineInput = z.output<typeof orderLineInput>;

const recordedStatuses = ['pending', 'paid', 'fulfilled'] as const;

export const orderStatuses = [...recordedStatuses, 'cancelled'] as const;

const recordedStatusWords = {
  pending: 'Placed but not paid: no gift cards are issued, and nothing can be downloaded.',
  paid: 'Paid: its gift cards are issued, and its files can be downloaded.',
  fulfilled: 'Paid and delivered; treated like a paid order everywhere.',
};

/** The meaning of each status, for the reference. */
export const orderStatusWords: Readonly<Record<(typeof orderStatuses)[number], string>> = {
  ...recordedStatusWords,
  cancelled:
    'Cancelled before it was paid. This is final; the amounts paid by gift card and store credit are back on them.',
};

/** Fields of an order, both in the payload and in the result. */
const placed = {
  site_id: field({
    shown: replyId('site'),
    words: 'The site that the order was placed on.',
    example: 'sit_demo',
  }),
  customer_id: field({
    shown: replyId('customer'),
    words: 'The customer who placed the order.',
    example: 'cus_ada',
  }),
};

const typeOfPayment = <const Type extends string>(type: Type) =>
  field({
    shown: z.literal(type),
    words: 'Kind of payment: `gift_card` or `store_credit`. It determines which id the payment has.',
    example: type,
  });

const paymentFields = {
  amount: shownInteger({ words: 'Amount that the gift card or store credit paid.', example: 5500 }),
  refunded: shownInteger({
    words:
      'Refunded part of this payment. Refunds with `to: "store_credit"` do not count. An amount that a refund could not return, because the store credit had expired or its customer was deleted, counts.',
    example: 0,
  }),
};

/** A part of an order's total that a gift card paid. */
export const cardPayment = shownOf({
  type: typeOfPayment('gift_card'),
  gift_card_id: idOf('giftCard', { words: 'The gift card that paid.', example: 'gcd_00birthday' }),
  ...paymentFields,
});

/** A part of an order's total that a store credit paid. */
export const creditPayment = shownOf({
  type: typeOfPayment('store_credit'),
  store_credit_id: idOf('storeCredit', { words: 'The store credit that paid.', example: 'scr_00goodwill' }),
  ...paymentFields,
});

const payment = z.union([cardPayment, creditPayment]);

export type Payment = z.output<typeof payment>;

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
      words: { text: 'Progress of the order.', values: recordedStatusWords },
      example: 'paid',
    }),
    currency: field({
      input: currency,
      words:
        'Currency of all amounts of the order (ISO 4217). It must be the currency of the store if the order contains gift cards, and the currency of the gift cards and store credits that pay.',
      example: 'USD',
    }),
    lines: field({
      input: z.array(orderLineInput, { error: requiredOr('lines is required', 'lines must be an array') }).check(
        z.refine((lines) => lines.length >= 1 && lines.length <= limits.orderLines, {
          error: `lines must be between 1 and ${limits.orderLines}`,
        }),
      ),
      words:
        'Lines of the order, 1 to 90. With n payments by gift card and store credit, the order can have at most 96 − 3n lines, such as 66 with ten payments.',
      example: [exampleOutput(orderLineInput)],
    }),
    gift_option_id: field({
      input: z.nullish(id('gift_option_id', 'giftOption')),
      words: 'A gift option that the site currently offers, or null. The order keeps its own copy.',
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
      words: "The buyer's note with the gift. The site must allow gift notes, and limits their length.",
      example: 'To many long afternoons',
    }),
    shipping: field({
      input: z.nullish(amount('shipping')),
      words: 'Price of shipping, before tax. If omitted, 0.',
      example: 600,
    }),
    shipping_tax: field({
      input: z.nullish(amount('shipping_tax')),
      words: 'Tax on shipping. If omitted, 0.',
      example: 50,
    }),
    checkout_id: field({
      input: z.nullish(checkoutId.input),
      words:
        'The checkout that holds funds of gift cards and store credits. If one of its holds has expired, the order is refused. If omitted, none of them pays.',
      example: 'checkout_41',
    }),
  },
  { error: requiredOr('order is required', 'order must be an object') },
);

export type OrderInput = z.output<typeof orderInput>;

/** Values of a line that was stored before these fields existed. */
export const absentOfLine = {
  ...{ discount: 0, tax: 0, recipient_email: null, message: null, locale: null, send_at: null },
  refunded_quantity: 0,
};

/** Values of an order that was stored before these fields existed. */
export const absentOfOrder = {
  ...{ gift_option: null, gift_note: null, checkout_id: null, gift_card_id: null },
  paid_by_store_credit: 0,
};

export const orderLine = shownOf({
  ...lineFields,
  recipient_email: field({
    shown: z.nullable(z.string()),
    words: "Recipient of this line's gift cards; null for the customer, or if the line has no gift cards.",
    personal: true,
    example: null,
  }),
  message: field({
    shown: z.nullable(z.string()),
    words: "The buyer's message in the gift card email, or null.",
    personal: true,
    example: null,
  }),
  locale: field({
    shown: z.nullable(z.string()),
    words: "The recipient's language (BCP 47); null if none was given.",
    example: null,
  }),
  send_at: field({
    shown: z.nullable(timestamp),
    words: "When this line's gift cards are emailed; null means at once.",
    example: null,
  }),
  refunded_quantity: shownInteger({ words: 'Number of refunded units.', absent: 0, example: 0 }),
});

export type OrderLine = z.output<typeof orderLine>;

const orderedGiftOption = shownOf({
  id: idOf('giftOption', { words: 'The option that was copied.', example: 'gft_wrapping' }),
  name: shownText({ words: 'Name of the option when it was ordered.', example: 'Gift wrapping' }),
  price: shownInteger({ words: 'Price of the option when it was ordered.', example: 500 }),
});

/** The fields of a recorded order in a result. */
const orderFields = {
  id: idOf('order', { words: 'Public id of the order, `ord_…`.', example: 'ord_1042' }),
  ...placed,
  status: field({
    shown: z.enum(orderStatuses),
    words: { text: 'Progress of the order.', values: orderStatusWords },
    example: 'paid',
  }),
  currency: shownText({ words: 'Currency of all amounts of the order (ISO 4217).', example: 'USD' }),
  lines: field({
    shown: z.array(orderLine),
    words: 'Lines of the order, as they were recorded.',
    example: [exampleOutput(orderLine)],
  }),
  gift_option: field({
    shown: z.nullable(orderedGiftOption),
    words:
      "The order's own copy of the chosen gift option; later changes of the option do not affect it. Null if none was chosen.",
    example: exampleOutput(orderedGiftOption),
  }),
  gift_note: field({
    shown: z.nullable(z.string()),
    words: "The buyer's note with the gift, or null.",
    personal: true,
    example: 'To many long afternoons',
  }),
  shipping: shownInteger({ words: 'Price of shipping, before tax.', example: 600 }),
  shipping_tax: shownInteger({ words: 'Tax on shipping; included in `tax`.', example: 50 }),
  checkout_id: field({
    shown: z.nullable(z.string()),
    words: 'The checkout that held the funds of the gift cards and store credits; null if none paid.',
    example: 'checkout_41',
  }),
  tax: shownInteger({ words: 'Total tax, including shipping.', example: 450 }),
  total: shownInteger({
    words: 'Sum of the lines minus discounts, plus the gift option, shipping and all tax.',
    example: 6550,
  }),
  paid_by_gift_card: shownInteger({ words: 'Part of the total paid by gift cards.', example: 5500 }),
  paid_by_card: shownInteger({ words: "Remaining amount for the buyer's payment card.", example: 1050 }),
  paid_by_store_credit: shownInteger({ words: 'Part of the total paid by store credit.', absent: 0, example: 0 }),
  gift_card_id: field({
    shown: z.nullable(replyId('giftCard')),
    words: 'The gift card that paid, or the first one if several paid; null if none paid.',
    example: 'gcd_00birthday',
  }),
  refunded: shownInteger({
    words: 'Refunded part of the total. A refund of the whole total refunds all units.',
    example: 0,
  }),
  payments: field({
    shown: z.array(payment),
    words:
      'The payments by gift card and store credit, in the order in which they joined the checkout; empty if none paid.',
    example: [exampleOutput(cardPayment)],
  }),
  created_at: field({ shown: timestamp, words: 'When the order was recorded.', example: exampleTime }),
};

export const order = shownOf(orderFields);

export type Order = z.output<typeof order>;

/** Units of a line of an order, in a payload. */
const unitsInput = inputOf(
  {
    line: field({
      input: integer({
        label: 'lines line',
        min: 0,
        max: limits.orderLines - 1,
        outside: `lines line must be between 0 and ${limits.orderLines - 1}`,
      }),
      words: "Position of the line in the order's `lines`, from 0.",
      example: 1,
    }),
    quantity: field({
      input: integer({
        label: 'lines quantity',
        min: 1,
        max: limits.orderUnits,
        outside: `lines quantity must be between 1 and ${limits.orderUnits}`,
      }),
      words: 'Number of units to refund.',
      example: 1,
    }),
  },
  { error: 'lines must contain objects' },
);

/** Units of a line of an order, in a result or an event. */
export const shownUnits = shownOf({
  line: shownInteger({ words: "Position of the line in the order's `lines`, from 0.", example: 1 }),
  quantity: shownInteger({ words: 'Number of refunded units.', example: 1 }),
});

/** Where the money of a refund can go. */
const refundTargets = ['original', 'store_credit'] as const;

export type RefundTarget = (typeof refundTargets)[number];

const refundTargetWords: Readonly<Record<RefundTarget, string>> = {
  original: 'Back to the payments of the order.',
  store_credit: 'Everything becomes one new store credit of the customer, which does not expire.',
};

export const refundInput = inputOf({
  store_id: storeId,
  order_id: orderId('The order to refund. A pending or cancelled order cannot be refunded.', 'ord_demo'),
  refund_id: field({
    input: callersId('refund_id', limits.checkoutId),
    words: 'Your own id of the refund, 1 to 255 characters.',
    example: 'refund_2',
  }),
  amount: field({
    input: z.nullish(integer({ label: 'amount', min: 1, outside: 'amount must be at least 1' })),
    words:
      'Amount to refund, at least 1 and at most the paid amount that is not yet refunded. With `lines`, it is at most their value plus the shipping, shipping tax and gift option that are not yet refunded. If omitted, it is the value of `lines`: their price less discount, plus tax.',
    example: 400,
  }),
  lines: field({
    input: z.nullish(
      z.array(unitsInput, { error: 'lines must be an array' }).check(
        z.refine((lines) => lines.length >= 1 && lines.length <= limits.orderLines, {
          error: `lines must be between 1 and ${limits.orderLines}`,
        }),
        z.refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, {
          error: 'lines must contain each line once',
        }),
      ),
    ),
    words:
      'The refunded units. The gift card of each unit is taken back; a unit without an issued card gets none. Required if the refund has no `amount`. Also required, unless `keep_gift_cards` is true, if the amount reaches into the gift cards of the order but does not complete its total.',
    example: undefined,
  }),
  keep_gift_cards: field({
    input: optionalBoolean('keep_gift_cards'),
    words:
      'If true, the gift cards issued for the refunded units stay as they are. Use this field if the recipient has spent a card. Required with `lines` if the amount reaches into the gift cards of other units.',
    example: undefined,
  }),
  to: field({
    input: z.nullish(z.enum(refundTargets, { error: 'to must be original or store_credit' })),
    words: { text: 'Where the money goes. If omitted, `original`.', values: refundTargetWords },
    example: undefined,
  }),
});

/** The refund to store credit, in a result or an event. */
export const refundToStoreCredit = field({
  shown: z.optional(z.int()),
  words:
    'Refund to store credit; only if it is more than 0. Amounts for store credits that have expired and are not disabled become one new store credit that expires in 30 days. If the customer is deleted, amounts for store credits are left to the shop and included here.',
  example: undefined,
});

const refundFields = {
  refund_id: shownText({ words: 'Your own id of the refund.', example: 'refund_2' }),
  to_card: shownInteger({ words: "Refund to the buyer's payment card.", example: 0 }),
  to_gift_card: shownInteger({ words: 'Refund to the gift cards.', example: 400 }),
  to_store_credit: refundToStoreCredit,
  tax: shownInteger({
    words: "The refund's share of the order's tax. If refunds add up to the total, their shares add up to its tax.",
    example: 23,
  }),
  order_id: idOf('order', { words: 'The order that was refunded.', example: 'ord_demo' }),
};

/** A refund: the amounts for the buyer's payment card, for the gift cards and for store credit, and its share of the order's tax. */
export const refund = shownOf(refundFields);

export type Refund = z.output<typeof refund>;

/** A refund as its order shows it. */
export const refundOfOrder = shownOf({
  ...refundFields,
  amount: shownInteger({
    words: 'The refunded amount: the sum of `to_card`, `to_gift_card` and `to_store_credit`.',
    example: 400,
  }),
  created_at: field({
    shown: z.nullable(timestamp),
    words: 'When the refund was made; null for a refund made before version 0.5.0.',
    example: exampleTime,
  }),
});

export type RefundOfOrder = z.output<typeof refundOfOrder>;

/** An order with its refunds and gift cards (Staff console page, "Reads of what is mirrored"). */
export const orderDetails = objectOf('OrderDetails', {
  ...orderFields,
  refunds: field({
    shown: z.array(refundOfOrder),
    words: `Refunds of the order, newest first, at most ${limits.shownOfOrder}.`,
    example: [exampleOutput(refundOfOrder)],
  }),
  gift_cards: field({
    shown: z.array(giftCard),
    words: `Gift cards bought with the order, oldest first, at most ${limits.shownOfOrder}.`,
    example: [],
  }),
});

export type OrderDetails = z.output<typeof orderDetails>;

/** The description shared by both reads of an order. */
export const orderDetailsText = `Returns the current state of the order, with its newest ${limits.shownOfOrder} refunds and the first ${limits.shownOfOrder} gift cards bought with it, without their codes.`;
