import { useState } from 'preact/hooks';
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import { Fact } from '../../parts/account.tsx';
import { Button, Link } from '../../parts/button.tsx';
import { CopyId } from '../../parts/copy.tsx';
import { PagePicker } from '../../parts/filters.tsx';
import { fullNameOf } from '../../parts/names.tsx';
import { Badge, Empty, Failure, Skeleton } from '../../parts/states.tsx';
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
      <div class="head">
        <h1>Customers</h1>
      </div>
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
  useRecent('Customer', customer, titleOf);
  return (
    <>
      <p class="back">
        <Link href={hrefOf('customers')}>Customers</Link>
      </p>
      {customer.state !== 'ready' && (
        <div class="head">
          <h1>Customer</h1>
        </div>
      )}
      {customer.state === 'loading' && <Skeleton rows={2} height="6rem" />}
      {customer.state === 'failed' && <Failure error={customer.error} onAgain={customer.again} />}
      {customer.state === 'ready' && (
        <>
          <div class="head">
            <h1>
              {titleOf(customer.data)} <StandingBadge {...customer.data} />
            </h1>
            {mayWrite() && hasArea('store_credits') && (
              <Button kind="primary" onClick={() => setGranting(true)}>
                Grant credit
              </Button>
            )}
          </div>
          <Facts {...customer.data} />
          <Addresses customer={customer.data} />
          <OrdersOfCustomer customer={id} />
          {hasArea('gift_cards') && <CardsOfCustomer customer={id} email={customer.data.email} />}
          {hasArea('store_credits') && <CreditsOfCustomer customer={id} />}
          {hasArea('reviews') && <ReviewsOfCustomer customer={id} />}
          <WaitsOfCustomer customer={id} />
        </>
      )}
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
