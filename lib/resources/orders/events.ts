import type { Rule, Told } from '../../events/item.ts';
import type { OrderRecord } from './rules.ts';

export const orders: Rule<OrderRecord> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'ORDER' && kind === 'ORDER',

  tell(before, after) {
    if (!after) return [];
    const { id } = after;
    if (!before) return [{ type: 'order.recorded', id, data: paymentOf(after) }];
    return [...statusChange(before, after), ...refundOf(before, after)];
  },
};

const paymentOf = ({ status, total, paid_by_gift_card, paid_by_card }: OrderRecord) => ({
  status,
  total,
  paid_by_gift_card,
  paid_by_card,
});

/** Nothing becomes pending. */
const statusChange = (before: OrderRecord, after: OrderRecord): Told[] =>
  after.status === before.status || after.status === 'pending'
    ? []
    : [{ type: `order.${after.status}`, id: after.id, data: paymentOf(after) }];

const refundOf = (before: OrderRecord, after: OrderRecord): Told[] =>
  after.last_refund && after.last_refund.refund_id !== before.last_refund?.refund_id
    ? [{ type: 'order.refunded', id: after.id, data: { ...paymentOf(after), ...after.last_refund } }]
    : [];
