import { Link } from '../../parts/button.tsx';
import { Section, Table } from '../../parts/lists.tsx';
import { Badge } from '../../parts/states.tsx';
import { amountOf, Time } from '../../parts/values.tsx';
import { useList, useRead } from '../../state/read.ts';
import { hrefOf } from '../../state/route.ts';
import { hasArea } from '../../state/session.ts';
import { CardTable } from '../gift-cards/card-table.tsx';
import { expand } from '../gift-cards/gift-card.ts';
import { OrderStatus } from '../orders/order.tsx';
import { productOf, statuses } from '../reviews/review.ts';
import { Stars } from '../reviews/stars.tsx';
import { CreditTable } from '../store-credits/credit-table.tsx';

interface OfCustomer {
  customer: string;
}

export function OrdersOfCustomer({ customer }: OfCustomer) {
  const list = useList((shop, options) => shop.customers.listOrders(customer, { limit: 20 }, options), [customer]);
  return (
    <Section title="Orders" list={list} empty="No orders.">
      {(orders) => (
        <Table
          rows={orders}
          columns={[
            { head: 'Order', cell: ({ id }) => <Order id={id} /> },
            { head: 'Status', cell: OrderStatus },
            { head: 'Total', class: 'amount', cell: ({ total, currency }) => amountOf(total, currency) },
            { head: 'Placed', class: 'wide', cell: ({ created_at }) => <Time at={created_at} /> },
          ]}
        />
      )}
    </Section>
  );
}

const Order = ({ id }: { id: string }) =>
  hasArea('gift_cards') ? (
    <Link class="row-link" href={hrefOf(`orders/${id}`)}>
      {id}
    </Link>
  ) : (
    id
  );

/** Of how many orders the cards are listed, and how many of each: the API lists cards by order. */
const [newest, ofEach] = [10, 20];

/** The cards that were emailed to the customer, and those that they bought with the newest orders, newest first. */
export function CardsOfCustomer({ customer, email }: OfCustomer & { email: string }) {
  const found = useRead(
    async (shop, options) => {
      const [orders, { data: results }] = await Promise.all([
        shop.customers.listOrders(customer, { limit: newest }, options),
        shop.search.find({ query: email }, options),
      ]);
      const emailed = results.filter(({ type }) => type === 'gift_card');
      const [bought, received] = await Promise.all([
        Promise.all(orders.data.map(({ id }) => shop.giftCards.list({ order: id, expand, limit: ofEach }, options))),
        Promise.all(emailed.map(({ id }) => shop.giftCards.get(id, { ...options, expand }))),
      ]);
      const cards = new Map([...received, ...bought.flatMap(({ data }) => data)].map((card) => [card.id, card]));
      const isCut = [orders, ...bought].some(({ has_more }) => has_more);
      return { items: [...cards.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1)), next: undefined, isCut };
    },
    [customer, email],
  );
  const list = { ...found, more: async () => undefined };
  const isCut = found.state === 'ready' && found.data.isCut;
  const others = isCut ? ` or bought with the newest ${newest} orders` : ', and the customer bought none';
  return (
    <Section title="Gift cards" list={list} empty={`No gift card was emailed to ${email}${others}.`}>
      {(cards) => (
        <>
          <CardTable cards={cards} />
          {isCut && (
            <p class="quiet">
              Of the cards that the customer bought, only those of the newest {newest} orders are listed, at most{' '}
              {ofEach} of each. The page of an order lists its cards.
            </p>
          )}
        </>
      )}
    </Section>
  );
}

export function CreditsOfCustomer({ customer }: OfCustomer) {
  const list = useList((shop, options) => shop.storeCredits.list(customer, { limit: 20 }, options), [customer]);
  return (
    <Section title="Store credit" list={list} empty="No store credit.">
      {(credits) => <CreditTable credits={credits} />}
    </Section>
  );
}

export function ReviewsOfCustomer({ customer }: OfCustomer) {
  const list = useList(
    (shop, options) => shop.reviews.list({ customer, expand: 'product', limit: 10 }, options),
    [customer],
  );
  const all = <Link href={hrefOf('reviews', { customer })}>Moderate reviews</Link>;
  return (
    <Section title="Reviews" list={list} empty="No reviews." action={all}>
      {(reviews) => (
        <Table
          rows={reviews}
          columns={[
            {
              cell: ({ rating, title }) => (
                <>
                  <Stars rating={rating} /> {title}
                </>
              ),
            },
            { cell: productOf },
            { cell: ({ status }) => <Badge tone={status === 'published' ? 'good' : 'bad'}>{statuses[status]}</Badge> },
            { class: 'wide', cell: ({ created_at }) => <Time at={created_at} /> },
          ]}
        />
      )}
    </Section>
  );
}

/** A product, which leads to its waitlist where the key may read it. */
const Product = ({ id, name }: { id: string; name: string }) =>
  hasArea('waitlist') ? <Link href={hrefOf(`waitlist/${id}`)}>{name}</Link> : name;

export function WaitsOfCustomer({ customer }: OfCustomer) {
  const list = useList((shop, options) => shop.customers.listWaitlist(customer, { limit: 20 }, options), [customer]);
  return (
    <Section title="Waiting for" list={list} empty="The customer is on no waitlist.">
      {(entries) => (
        <Table
          rows={entries}
          columns={[
            {
              cell: ({ product_id, product_name, variant_name }) => (
                <>
                  <Product id={product_id} name={product_name ?? product_id} />{' '}
                  {variant_name && <span class="quiet">{variant_name}</span>}
                </>
              ),
            },
            {
              cell: ({ joined_at }) => (
                <>
                  Since <Time at={joined_at} />
                </>
              ),
            },
          ]}
        />
      )}
    </Section>
  );
}
