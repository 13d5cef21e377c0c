/** Events about orders, and the rule that makes them. */
import * as z from 'zod/mini';
import type { DomainEvent, Rule } from '../../events/item.ts';
import { type EventObject, event } from '../../schema/event.ts';
import { field, shownInteger, shownOf, shownText } from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { orderStatuses, orderStatusWords, refundToStoreCredit, shownUnits } from './fields.ts';
import { cancelOrder, fulfilOrder, payOrder, recordOrder, refundOrder } from './functions.ts';
import { refundedUnits } from './refund-rules.ts';
import type { OrderRecord } from './rules.ts';
import { restored, type StoredOrder } from './stored-rules.ts';

export const object: EventObject = {
  resource: 'order',
  title: 'Order events',
  text: 'Changes of the orders that the store records. Events never contain the customer or the recorded lines. `sequence` counts the changes of the order, from 1.',
};

const paymentFields = {
  status: field({
    shown: z.enum(orderStatuses),
    words: { text: 'Status of the order after the change.', values: orderStatusWords },
    example: 'paid',
  }),
  total: shownInteger({
    words: 'Total of the order, including tax and shipping, in the smallest unit of its currency.',
    example: 7000,
  }),
  paid_by_gift_card: shownInteger({ words: 'Part of the total paid by gift card.', example: 2000 }),
  paid_by_card: shownInteger({ words: 'Remaining amount for the buyer’s payment card.', example: 5000 }),
  paid_by_store_credit: shownInteger({ words: 'Part of the total paid by store credit.', example: 0 }),
};

const data = shownOf(paymentFields);

export const eventTypes = {
  'order.recorded': event({
    when: 'an order was recorded',
    text: 'An order that is recorded as paid or fulfilled sends only this event; check `status`.',
    by: [recordOrder],
    data: data,
    example: { id: 'ord_1042', sequence: 1, data: { total: 6550, paid_by_gift_card: 5500, paid_by_card: 1050 } },
  }),
  'order.paid': event({
    when: 'a pending order was paid',
    text: 'After this event, the gift cards bought with the order are issued, each with its own event.',
    by: [payOrder],
    data: data,
    example: { id: 'ord_pending', sequence: 2, data: { total: 2500, paid_by_gift_card: 0, paid_by_card: 2500 } },
  }),
  'order.fulfilled': event({
    when: 'a paid order was fulfilled',
    text: 'The order has been delivered. Reviews are possible as soon as an order is paid.',
    by: [fulfilOrder],
    data: data,
    example: { id: 'ord_demo', sequence: 3, data: { status: 'fulfilled' } },
  }),
  'order.cancelled': event({
    when: 'a pending order was cancelled',
    text: 'The last event of the order. The amounts paid by gift card and store credit go back in the same commit, which sends a `gift_card.refunded` or `store_credit.refunded` for each of them. The amounts of the order do not change.',
    by: [cancelOrder],
    data: data,
    example: {
      id: 'ord_abandoned',
      sequence: 2,
      data: { status: 'cancelled', total: 2400, paid_by_gift_card: 1900, paid_by_card: 500 },
    },
  }),
  'order.refunded': event({
    when: 'an order was refunded, fully or partly',
    text: 'One event for each refund. A refund does not change the `status` of the order.',
    by: [refundOrder],
    data: shownOf({
      ...paymentFields,
      refund_id: shownText({ words: 'Your own id of the refund.', example: 'refund_2' }),
      to_card: shownInteger({
        words: 'Refund to the buyer’s payment card: make it with your payment provider.',
        example: 0,
      }),
      to_gift_card: shownInteger({
        words: 'Refund to the gift cards. Each of these cards sends a `gift_card.refunded`.',
        example: 400,
      }),
      to_store_credit: refundToStoreCredit,
      lines: field({
        shown: z.array(shownUnits).check(z.maxLength(limits.orderLines)),
        words:
          'The refunded units: those in the `lines` of the request, or all remaining units if the refund completes the total. Otherwise empty.',
        example: [],
      }),
    }),
    example: { id: 'ord_demo', sequence: 4, data: { status: 'fulfilled' } },
  }),
};

type OwnEvent = DomainEvent<typeof eventTypes>;

export const rule: Rule<StoredOrder, typeof eventTypes> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'ORDER' && kind === 'ORDER',

  toEvents(was, is) {
    if (!is) return [];
    const after = restored(is);
    if (!was) return [{ type: 'order.recorded', id: after.id, data: paymentOf(after) }];
    const before = restored(was);
    return [...statusChange(before, after), ...refundOf(before, after)];
  },
};

const paymentOf = ({ status, total, paid_by_gift_card, paid_by_store_credit, paid_by_card }: OrderRecord) => ({
  ...{ status, total, paid_by_gift_card, paid_by_card, paid_by_store_credit },
});

/** No order becomes pending. */
const statusChange = (before: OrderRecord, after: OrderRecord): OwnEvent[] =>
  after.status === before.status || after.status === 'pending'
    ? []
    : [{ type: `order.${after.status}`, id: after.id, data: paymentOf(after) }];

const refundOf = (before: OrderRecord, after: OrderRecord): OwnEvent[] =>
  after.last_refund && after.last_refund.refund_id !== before.last_refund?.refund_id
    ? [
        {
          type: 'order.refunded',
          id: after.id,
          data: { ...paymentOf(after), ...after.last_refund, lines: refundedUnits(before, after) },
        },
      ]
    : [];
