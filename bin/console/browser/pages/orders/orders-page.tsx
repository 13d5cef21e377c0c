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
import { hasArea } from '../../state/session.ts';
import { CardTable } from '../gift-cards/card-table.tsx';
import { isPartlyRefunded, type OrderWithRecords, orderStatuses, readOrder, soldBy } from './order.ts';
import { Payments, Refunds } from './payments.tsx';

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
        <PagePicker
          page="orders"
          type="order"
          also={hasArea('customers') ? { type: 'customer', page: 'customers' } : undefined}
          label="Order"
          placeholder={hasArea('customers') ? 'Order id, email or start of a name' : 'Find an order by id or email'}
        />
      </search>
      <Empty title="Find an order">
        Type the id of an order, or the email address of the customer to choose from their newest orders.
        {hasArea('customers') && ' The start of the customer’s name leads to their page, which lists their orders.'}
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
          {read.state === 'ready' && isPartlyRefunded(read.data.order) && (
            <>
              {' '}
              <Badge tone="warn">Partly refunded</Badge>
            </>
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

const Facts = ({ order }: OrderWithRecords) => (
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

const Lines = (read: OrderWithRecords) => (
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
