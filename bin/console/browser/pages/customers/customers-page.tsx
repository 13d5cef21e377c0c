import { useState } from 'preact/hooks';
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import { Fact } from '../../parts/account.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyId } from '../../parts/copy.tsx';
import { PagePicker } from '../../parts/filters.tsx';
import { Head, Loaded } from '../../parts/lists.tsx';
import { fullNameOf } from '../../parts/names.tsx';
import { Badge, Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/values.tsx';
import { useRead } from '../../state/read.ts';
import { useRecent } from '../../state/recents.ts';
import { hrefOf } from '../../state/route.ts';
import { hasArea, mayWrite } from '../../state/session.ts';
import { Addresses } from '../customer-addresses/addresses.tsx';
import { standings } from '../reviews/review.ts';
import { GrantDialog } from '../store-credits/grant-dialog.tsx';
import {
  CardsOfCustomer,
  CreditsOfCustomer,
  OrdersOfCustomer,
  ReviewsOfCustomer,
  WaitsOfCustomer,
} from './sections.tsx';

type Customer = Awaited<ReturnType<StoreCommerce['customers']['get']>>;

/** The customer that the URL names, with all that the key may see of them. */
export const CustomersPage = ({ id }: { id: string }) =>
  id ? (
    <CustomerPage id={id} />
  ) : (
    <>
      <Head title="Customers" />
      <search class="filters">
        <PagePicker page="customers" type="customer" label="Customer" placeholder="Start of a name, email or id" />
      </search>
      <Empty title="Find a customer">
        Type the start of a last name, a first name with a last name, an email address or an id.
      </Empty>
    </>
  );

function CustomerPage({ id }: { id: string }) {
  const [isGranting, setGranting] = useState(false);
  const customer = useRead((shop, options) => shop.customers.get(id, options), [id]);
  const back = { href: hrefOf('customers'), words: 'Customers' };
  useRecent('Customer', customer, titleOf);
  return (
    <>
      {customer.state !== 'ready' && <Head back={back} title="Customer" />}
      <Loaded read={customer} rows={2} height="6rem">
        {(data) => (
          <>
            <Head
              back={back}
              title={
                <>
                  {titleOf(data)} <StandingBadge {...data} />
                </>
              }
            >
              {mayWrite() && hasArea('store_credits') && (
                <Button kind="primary" onClick={() => setGranting(true)}>
                  Grant credit
                </Button>
              )}
            </Head>
            <Facts {...data} />
            <Addresses customer={data} />
            <OrdersOfCustomer customer={id} />
            {hasArea('gift_cards') && <CardsOfCustomer customer={id} email={data.email} />}
            {hasArea('store_credits') && <CreditsOfCustomer customer={id} />}
            {hasArea('reviews') && <ReviewsOfCustomer customer={id} />}
            <WaitsOfCustomer customer={id} />
          </>
        )}
      </Loaded>
      {isGranting && customer.state === 'ready' && (
        <GrantDialog customer={{ id, name: titleOf(customer.data) }} onClose={() => setGranting(false)} />
      )}
    </>
  );
}

const titleOf = (customer: Customer): string => fullNameOf(customer) || customer.email;

const StandingBadge = ({ standing }: Pick<Customer, 'standing'>) => (
  <Badge tone={standing === 'good' ? 'good' : 'bad'}>{standings[standing].words}</Badge>
);

/** A time that an earlier release did not store. */
const unknown = <span class="quiet">Not known</span>;

const Facts = ({ id, email, created_at, updated_at }: Customer) => (
  <dl class="facts">
    <Fact label="Email">{email}</Fact>
    <Fact label="Customer since">{created_at ? <Time at={created_at} /> : unknown}</Fact>
    <Fact label="Last changed">{updated_at ? <Time at={updated_at} /> : unknown}</Fact>
    <Fact label="Id">
      <CopyId id={id} />
    </Fact>
  </dl>
);
