import { Fact, Figure, none } from '../../parts/account.tsx';
import { Link } from '../../parts/button.tsx';
import { PagePicker } from '../../parts/filters.tsx';
import { CustomerName } from '../../parts/names.tsx';
import { Badge, Empty, Failure, Skeleton } from '../../parts/states.tsx';
import { sizeOf } from '../../parts/upload-box.tsx';
import { amountOf, Time } from '../../parts/values.tsx';
import { useRead } from '../../state/read.ts';
import { useRecent } from '../../state/recents.ts';
import { hrefOf } from '../../state/route.ts';
import { CardTable } from '../gift-cards/card-table.tsx';
import { type OrderWithProducts, orderStatuses, readOrder, soldBy } from './order.ts';

/** The order that the URL names. The shop's backend changes orders; staff read them. */
export const OrdersPage = ({ id }: { id: string }) =>
  id ? (
    <OrderPage id={id} />
  ) : (
    <>
      <div class="head">
        <h1>Orders</h1>
      </div>
      <search class="filters">
        <PagePicker page="orders" type="order" label="Order" placeholder="Find an order by id or email" />
      </search>
      <Empty title="Find an order">
        Type the id of an order, or the email address of the customer to choose from their newest orders.
      </Empty>
    </>
  );

function OrderPage({ id }: { id: string }) {
  const read = useRead((shop, options) => readOrder(shop, id, options), [id]);
  useRecent('Order', read, () => `Order ${id}`);
  return (
    <>
      <p class="back">
        <Link href={hrefOf('orders')}>Orders</Link>
      </p>
      <div class="head">
        <h1>
          Order {id}{' '}
          {read.state === 'ready' && (
            <Badge tone={orderStatuses[read.data.order.status].tone}>
              {orderStatuses[read.data.order.status].words}
            </Badge>
          )}
        </h1>
      </div>
      {read.state === 'loading' && <Skeleton rows={3} height="6rem" />}
      {read.state === 'failed' && <Failure error={read.error} onAgain={read.again} />}
      {read.state === 'ready' && (
        <>
          <Facts {...read.data} />
          <h2 class="part">Lines</h2>
          <Lines {...read.data} />
          <Payments {...read.data} />
          <Refunds {...read.data} />
          {read.data.order.gift_cards.length > 0 && (
            <>
              <h2 class="part">Gift cards</h2>
              <CardTable cards={read.data.order.gift_cards} />
            </>
          )}
        </>
      )}
    </>
  );
}

const Facts = ({ order }: OrderWithProducts) => (
  <>
    <dl class="figures">
      <Figure label="Total">{amountOf(order.total, order.currency)}</Figure>
      <Figure label="Refunded">{amountOf(order.refunded, order.currency)}</Figure>
    </dl>
    <dl class="facts">
      <Fact label="Customer">
        <CustomerName id={order.customer_id} />
      </Fact>
      <Fact label="Placed">
        <Time at={order.created_at} />
      </Fact>
      <Fact label="Shipping">{amountOf(order.shipping, order.currency)}</Fact>
      <Fact label="Tax">{amountOf(order.tax, order.currency)}</Fact>
      <Fact label="Gift option">
        {order.gift_option ? `${order.gift_option.name}, ${amountOf(order.gift_option.price, order.currency)}` : none}
      </Fact>
      <Fact label="Gift note">{order.gift_note ?? none}</Fact>
    </dl>
  </>
);

const Lines = (read: OrderWithProducts) => (
  <table>
    <thead>
      <tr>
        <th>Product</th>
        <th class="amount">Quantity</th>
        <th class="amount wide">Price</th>
        <th class="wide">Sent to</th>
        <th class="wide">Download</th>
      </tr>
    </thead>
    <tbody>
      {read.order.lines.map((line, index) => {
        const { name, variant, file } = soldBy(line, read);
        return (
          <tr key={index}>
            <td>
              {name} {variant && <small class="note">{variant}</small>}
              {line.message && <small class="note">“{line.message}”</small>}
            </td>
            <td class="amount">
              {line.quantity}
              {line.refunded_quantity > 0 && <small class="note">{line.refunded_quantity} refunded</small>}
            </td>
            <td class="amount wide">{amountOf(line.unit_price, read.order.currency)}</td>
            <td class="wide">
              {line.recipient_email ?? ''} {line.send_at && <Time at={line.send_at} />}
            </td>
            <td class="wide">{file && `${file.file_name}, ${sizeOf(file.file_size)}`}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);

function Payments({ order }: OrderWithProducts) {
  return (
    <>
      <h2 class="part">Payments</h2>
      <table>
        <tbody>
          {order.payments.map((payment, index) => (
            <tr key={index}>
              <td>
                {payment.type === 'gift_card' ? (
                  <Link href={hrefOf(`gift-cards/${payment.gift_card_id}`)}>Gift card</Link>
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
            <td class="wide" />
          </tr>
        </tbody>
      </table>
    </>
  );
}

function Refunds({ order }: OrderWithProducts) {
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
