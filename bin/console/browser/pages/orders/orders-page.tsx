import { Fact, Figure, none } from '../../parts/account.tsx';
import { PagePicker } from '../../parts/filters.tsx';
import { Head, Loaded, Table } from '../../parts/lists.tsx';
import { CustomerName } from '../../parts/names.tsx';
import { Badge, Empty } from '../../parts/states.tsx';
import { sizeOf } from '../../parts/upload-box.tsx';
import { amountOf, Time } from '../../parts/values.tsx';
import { useRead } from '../../state/read.ts';
import { useRecent } from '../../state/recents.ts';
import { hrefOf } from '../../state/route.ts';
import { hasArea } from '../../state/session.ts';
import { CardTable } from '../gift-cards/card-table.tsx';
import { isPartlyRefunded, OrderStatus, type OrderWithRecords, readOrder, soldBy } from './order.tsx';
import { Payments, Refunds } from './payments.tsx';

/** The order that the URL names. The shop's backend changes orders; staff read them. */
export const OrdersPage = ({ id }: { id: string }) =>
  id ? (
    <OrderPage id={id} />
  ) : (
    <>
      <Head title="Orders" />
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
      <Head
        back={{ href: hrefOf('orders'), words: 'Orders' }}
        title={
          <>
            Order {id} {read.state === 'ready' && <OrderStatus {...read.data.order} />}
            {read.state === 'ready' && isPartlyRefunded(read.data.order) && (
              <>
                {' '}
                <Badge tone="warn">Partly refunded</Badge>
              </>
            )}
          </>
        }
      />
      <Loaded read={read} rows={3} height="6rem">
        {(data) => (
          <>
            <Facts {...data} />
            <h2 class="part">Lines</h2>
            <Lines {...data} />
            <Payments {...data} />
            <Refunds {...data} />
            {data.order.gift_cards.length > 0 && (
              <>
                <h2 class="part">Gift cards</h2>
                <CardTable cards={data.order.gift_cards} />
              </>
            )}
          </>
        )}
      </Loaded>
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
  <Table
    rows={read.order.lines.map((line) => ({ ...line, ...soldBy(line, read) }))}
    columns={[
      {
        head: 'Product',
        cell: ({ name, variant, message }) => (
          <>
            {name} {variant && <small class="note">{variant}</small>}
            {message && <small class="note">“{message}”</small>}
          </>
        ),
      },
      {
        head: 'Quantity',
        class: 'amount',
        cell: ({ quantity, refunded_quantity }) => (
          <>
            {quantity}
            {refunded_quantity > 0 && <small class="note">{refunded_quantity} refunded</small>}
          </>
        ),
      },
      { head: 'Price', class: 'amount wide', cell: ({ unit_price }) => amountOf(unit_price, read.order.currency) },
      {
        head: 'Sent to',
        class: 'wide',
        cell: ({ recipient_email, send_at }) => (
          <>
            {recipient_email ?? ''} {send_at && <Time at={send_at} />}
          </>
        ),
      },
      {
        head: 'Download',
        class: 'wide',
        cell: ({ file }) => file && `${file.file_name}, ${sizeOf(file.file_size)}`,
      },
    ]}
  />
);
