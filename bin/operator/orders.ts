/** An order of a store. */
import { payerOf } from '../../lib/resources/orders/rules.ts';
import { asLines, asMoney, asTable, type Outcome, type Session } from './command.ts';
import { withApi } from './login.ts';

const amounts = [
  'shipping',
  'shipping_tax',
  'tax',
  'total',
  'paid_by_gift_card',
  'paid_by_store_credit',
  'paid_by_card',
  'refunded',
] as const;

/** An order with its lines and refunds. */
export const getOrder = ({ store, order: id }: { store: string; order: string }, session: Session): Promise<Outcome> =>
  withApi(store, session, async (shop) => {
    const order = await shop.orders.get(id);
    const { lines, refunds, gift_cards, payments, ...fields } = order;
    const money = (amount: number | null) => (amount === null ? null : asMoney(amount, order.currency));
    const shown = { ...fields, ...Object.fromEntries(amounts.map((field) => [field, money(fields[field])])) };
    const columns = [
      ...['product_id', 'variant_id', 'quantity', 'unit_price', 'discount', 'tax', 'refunded_quantity'],
    ] as const;
    const rows = lines.map(({ unit_price, discount, tax, ...line }) => ({
      ...line,
      ...{ unit_price: money(unit_price), discount: money(discount), tax: money(tax) },
    }));
    const refunded = refunds.map(({ amount, ...refund }) => ({ ...refund, amount: money(amount) }));
    const paid = payments.map((payment) => ({
      ...{ type: payment.type, id: payerOf(payment) },
      ...{ amount: money(payment.amount), refunded: money(payment.refunded) },
    }));
    const cards = gift_cards.map(({ id: gift_card_id, balance, ...card }) => ({
      ...card,
      ...{ gift_card_id, balance: money(balance) },
    }));
    const tables = [
      asTable(columns, rows),
      ...(paid.length > 0 ? [asTable(['type', 'id', 'amount', 'refunded'], paid)] : []),
      ...(refunded.length > 0 ? [asTable(['refund_id', 'amount', 'created_at'], refunded)] : []),
      ...(gift_cards.length > 0
        ? [asTable(['gift_card_id', 'last4', 'status', 'balance', 'recipient_email'], cards)]
        : []),
    ];
    return { result: order, text: [asLines(shown), ...tables].join('\n\n'), ok: true };
  });
