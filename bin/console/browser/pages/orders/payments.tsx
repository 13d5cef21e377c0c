/** Who paid for an order, and where its refunds went. */
import { Link } from '../../parts/button.tsx';
import { amountOf, Time } from '../../parts/values.tsx';
import { hrefOf } from '../../state/route.ts';
import type { GiftCard } from '../gift-cards/gift-card.ts';
import { type OrderWithRecords, refundedToCard } from './order.ts';

/** The gift cards, store credits and payment card that paid, each with what was refunded to it. */
export function Payments({ order, cards }: OrderWithRecords) {
  const toCard = refundedToCard(order);
  return (
    <>
      <h2 class="part">Payments</h2>
      <table>
        <tbody>
          {order.payments.map((payment, index) => (
            <tr key={index}>
              <td>
                {payment.type === 'gift_card' ? (
                  <Link href={hrefOf(`gift-cards/${payment.gift_card_id}`)}>
                    Gift card <LastFour card={cards.get(payment.gift_card_id)} />
                  </Link>
                ) : (
                  'Store credit'
                )}
              </td>
              <td class="amount">{amountOf(payment.amount, order.currency)}</td>
              <td class="wide">{payment.refunded > 0 && `${amountOf(payment.refunded, order.currency)} refunded`}</td>
            </tr>
          ))}
          <tr>
            <td>Payment card</td>
            <td class="amount">{amountOf(order.paid_by_card, order.currency)}</td>
            <td class="wide">{toCard > 0 && `${amountOf(toCard, order.currency)} refunded`}</td>
          </tr>
        </tbody>
      </table>
    </>
  );
}

const LastFour = ({ card }: { card: Pick<GiftCard, 'last4'> | undefined }) =>
  card ? (
    <>
      <span aria-hidden="true">····</span>
      {card.last4}
    </>
  ) : null;

/** The refunds of an order; nothing if it has none. */
export function Refunds({ order }: OrderWithRecords) {
  if (order.refunds.length === 0) return null;
  const money = (amount: number) => amountOf(amount, order.currency);
  return (
    <>
      <h2 class="part">Refunds</h2>
      <table>
        <thead>
          <tr>
            <th>Refund</th>
            <th class="amount">Amount</th>
            <th class="wide">To</th>
            <th>When</th>
          </tr>
        </thead>
        <tbody>
          {order.refunds.map(({ refund_id, amount, to_card, to_gift_card, to_store_credit = 0, created_at }) => (
            <tr key={refund_id}>
              <td>{refund_id}</td>
              <td class="amount">{money(amount)}</td>
              <td class="wide">
                {[
                  to_card > 0 && `payment card ${money(to_card)}`,
                  to_gift_card > 0 && `gift cards ${money(to_gift_card)}`,
                  to_store_credit > 0 && `store credit ${money(to_store_credit)}`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </td>
              <td>{created_at && <Time at={created_at} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
