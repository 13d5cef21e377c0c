/** Storefront page: orders and refunds. */
import * as z from 'zod/mini';
import { duplicateWhen, notFoundWhen } from '../../schema/errors.ts';
import { callersId } from '../../schema/ids.ts';
import { invocable } from '../../schema/invocable.ts';
import { limits } from '../../schema/limits.ts';
import { integer } from '../../schema/numbers.ts';
import { storeId } from '../stores/fields.ts';
import { order, orderId, orderInput, refund } from './fields.ts';

const otherContent = (noun: string) => duplicateWhen(`the ${noun} exists with another content`);

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
