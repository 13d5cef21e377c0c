/** Storefront page: orders and refunds. */
import { duplicateWhen, notFoundWhen } from '../../schema/errors.ts';
import { exampleOutput } from '../../schema/examples.ts';
import { field, inputOf } from '../../schema/field.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { storeId } from '../stores/fields.ts';
import { order, orderDetails, orderDetailsText, orderInput, orderPayload, refund, refundInput } from './fields.ts';

const otherContent = (noun: string) => duplicateWhen(`the ${noun} exists with different content`);

export const recordOrder = invocable({
  name: 'record-order',
  group: 'storefront',
  summary: 'Record an order',
  words:
    'Records the order and turns each hold of the checkout into a `redeemed` transaction of its gift card or store credit, in one DynamoDB transaction: all holds or none. If the holds exceed the total, the last holds pay less or nothing, and the rest is released. An order recorded as `paid` or `fulfilled` issues its gift cards as `pay-order` does.',
  same: 'With the same order id and content, the call returns the current order; with different content it is refused with `DUPLICATE`.',
  payload: inputOf({
    store_id: storeId,
    order: field({
      input: orderInput,
      words: 'The order, with at most 90 lines and 10,000 gift cards.',
      example: exampleOutput(orderInput),
    }),
  }),
  result: order,
  errors: [
    notFoundWhen('the site, the customer, or a product or variant of a line does not exist'),
    otherContent('order'),
    {
      code: 'MISSING_FIELD',
      message: 'line recipient_email is required with send_at',
      when: 'a gift card line has a `send_at` and no recipient',
    },
    {
      code: 'INVALID_FIELD',
      message: 'gift_option is no longer offered',
      when: 'the gift option is disabled or deleted',
    },
    {
      code: 'INVALID_FIELD',
      message: 'A gift card cannot pay for a gift card',
      when: 'the site has `gift_cards_buy_gift_cards: false` and the holds of gift cards and store credits exceed the price of everything else',
    },
    {
      code: 'INVALID_FIELD',
      message: 'The store credit belongs to another customer',
      when: 'the checkout holds store credit of another customer',
    },
    {
      code: 'INVALID_FIELD',
      message: 'checkout_id holds no gift card',
      when: 'a hold of the checkout has expired, or all holds were released',
    },
    {
      code: 'INVALID_FIELD',
      message: 'An order with 10 payments can have at most 66 lines',
      when: 'the order has more lines than the payments of its checkout allow',
    },
  ],
  reach: ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem', 'SendMessage mail', 'GetSecretValue key'],
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
  summary: 'Mark an order as paid',
  words:
    'Marks a pending order as paid. Each unit of a gift card line becomes a card with the paid price as its balance, emailed to the recipient of the line, or else to the customer. With a `send_at`, it is emailed at that time. For a large order, the response may arrive before the last cards are issued; they follow within minutes. A fulfilled order is unchanged.',
  same: 'With the same order, cards are issued only once.',
  payload: orderPayload('ord_pending'),
  result: order,
  errors: [orderUnknown, orderCancelled],
  reach: ['PutItem', 'UpdateItem', 'SendMessage mail', 'GetSecretValue key'],
});

export const fulfilOrder = invocable({
  name: 'fulfil-order',
  group: 'storefront',
  summary: 'Mark an order as fulfilled',
  words: 'Marks a paid order as delivered. Like a paid order, it still allows downloads, reviews and refunds.',
  same: 'With the same order, nothing changes: it stays fulfilled.',
  payload: orderPayload('ord_demo'),
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
  summary: 'Cancel a pending order',
  words:
    'Cancels an order that will not be paid. The amount that each gift card or store credit paid goes back in the same transaction (a `refunded` entry), regardless of its status, and even if its balance then exceeds the limit. Amounts for store credits that have expired and are not disabled become one new store credit that expires in 30 days. Amounts for store credits of a deleted customer are left to the shop. The amounts of the order do not change. A cancelled order can never be paid, fulfilled or refunded, and its files cannot be downloaded.',
  same: 'With the same order, the money goes back only once. `record-order` then returns the cancelled order.',
  payload: orderPayload('ord_abandoned'),
  result: order,
  errors: [
    orderUnknown,
    {
      code: 'INVALID_FIELD',
      message: 'Only a pending order can be cancelled',
      when: 'the order is paid; refund it instead',
    },
  ],
  reach: ['PutItem', 'ConditionCheckItem'],
});

export const getOrder = invocable({
  name: 'get-order',
  group: 'storefront',
  summary: 'Get an order',
  words: `${orderDetailsText} After a crash, use it to check whether an order was recorded, paid or refunded.`,
  same: reads,
  payload: orderPayload('ord_demo'),
  result: orderDetails,
  errors: [orderUnknown],
  readOnly: true,
  reach: ['Query'],
});

export const refundOrder = invocable({
  name: 'refund-order',
  group: 'storefront',
  summary: 'Refund an order',
  words:
    'Splits a refund: first to the buyer\'s payment card, up to the amount charged to it and not yet refunded; the rest goes back to the gift cards and store credits that paid (a `refunded` transaction on each), first to the one that joined the checkout last. Amounts for store credits that have expired and are not disabled become one new store credit that expires in 30 days. With `to: "store_credit"`, the whole refund becomes one new store credit of the customer. The service moves no money itself: refund `to_card` with your payment provider. The gift cards of refunded units are taken back: an `adjusted` transaction with the note `Refund` lowers their balance to 0. If a refund takes back more than 24 gift cards (20 if store credit paid), no checkout can spend them until the refund is finished.',
  same: 'With the same `refund_id` and content, the call returns the same refund; with different content it is refused with `DUPLICATE`.',
  payload: refundInput,
  result: refund,
  errors: [
    orderUnknown,
    {
      code: 'INVALID_FIELD',
      message: 'The customer of the order is deleted',
      when: 'the refund is `to` store credit, and the customer does not exist any more',
    },
    {
      code: 'INVALID_FIELD',
      message: 'Store credit is in USD',
      when: "the refund is `to` store credit, and the currency of the order is not the store's currency",
    },
    otherContent('refund'),
    orderCancelled,
    {
      code: 'INVALID_FIELD',
      message: 'A refund cannot exceed what was paid',
      when: 'the amount exceeds the refundable amount, or `lines` has more units than are left to refund',
    },
    {
      code: 'INVALID_FIELD',
      message: 'A gift card of this order has been spent: …E9CL',
      when: 'too few gift cards of a line are unspent and not held by a checkout; the message ends with the last four characters of the code of the oldest such card of the line',
    },
    {
      code: 'INVALID_FIELD',
      message: 'Another refund of the order is not finished',
      when: 'a refund of many gift cards is not finished; send that refund again, or wait a few minutes',
    },
    {
      code: 'MISSING_FIELD',
      message: "lines is required: this amount reaches into the order's gift cards",
      when: 'the refund has neither `lines` nor `keep_gift_cards`, and the amount exceeds the remaining price of everything except gift cards but does not complete the total',
    },
    {
      code: 'MISSING_FIELD',
      message: "keep_gift_cards is required: this amount reaches into the order's gift cards",
      when: 'the refund has `lines` but not `keep_gift_cards`, and less is left of the total than the amount and the price of the gift cards that stay',
    },
    {
      code: 'INTERNAL_ERROR',
      message: 'An upgrade is not finished. Refund the order again in a few minutes',
      when: 'the refund takes back gift cards, and the migration `order-details` has not added all gift cards of the order to it',
    },
  ],
  reach: ['Query', 'PutItem', 'DeleteItem', 'ConditionCheckItem'],
});
