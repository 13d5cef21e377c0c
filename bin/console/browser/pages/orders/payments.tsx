/** Who paid for an order, and where its refunds went. */
import { Link } from '../../parts/button.tsx';
import { Table } from '../../parts/lists.tsx';
import { amountOf, Time } from '../../parts/values.tsx';
import { hrefOf } from '../../state/route.ts';
import type { GiftCard } from '../gift-cards/gift-card.ts';
import { type OrderWithRecords, refundedToCard } from './order.tsx';

/** The gift cards, store credits and payment card that paid, each with what was refunded to it. */
export function Payments({ order, cards }: OrderWithRecords) {
  return (
    <>
      <h2 class="part">Payments</h2>
      <Table
        rows={[
          ...order.payments.map((payment) => ({ ...payment, by: <Payer payment={payment} cards={cards} /> })),
          { by: 'Payment card', amount: order.paid_by_card, refunded: refundedToCard(order) },
        ]}
        columns={[
          { cell: ({ by }) => by },
          { class: 'amount', cell: ({ amount }) => amountOf(amount, order.currency) },
          { class: 'wide', cell: ({ refunded }) => refunded > 0 && `${amountOf(refunded, order.currency)} refunded` },
        ]}
      />
    </>
  );
}

interface PayerProps extends Pick<OrderWithRecords, 'cards'> {
  payment: OrderWithRecords['order']['payments'][number];
}

const Payer = ({ payment, cards }: PayerProps) =>
  payment.type === 'gift_card' ? (
    <Link href={hrefOf(`gift-cards/${payment.gift_card_id}`)}>
      Gift card <LastFour card={cards.get(payment.gift_card_id)} />
    </Link>
  ) : (
    'Store credit'
  );

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
      <Table
        rows={order.refunds}
        columns={[
          { head: 'Refund', cell: ({ refund_id }) => refund_id },
          { head: 'Amount', class: 'amount', cell: ({ amount }) => money(amount) },
          {
            head: 'To',
            class: 'wide',
            cell: ({ to_card, to_gift_card, to_store_credit = 0 }) =>
              [
                to_card > 0 && `payment card ${money(to_card)}`,
                to_gift_card > 0 && `gift cards ${money(to_gift_card)}`,
                to_store_credit > 0 && `store credit ${money(to_store_credit)}`,
              ]
                .filter(Boolean)
                .join(', '),
          },
          { head: 'When', cell: ({ created_at }) => created_at && <Time at={created_at} /> },
        ]}
      />
    </>
  );
}
