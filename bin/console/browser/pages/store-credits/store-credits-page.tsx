import { useState } from 'preact/hooks';
import { statuses } from '../../parts/account.tsx';
import { Button, Link, More } from '../../parts/button.tsx';
import { EmptyList, FilterTabs, PagePicker } from '../../parts/filters.tsx';
import { useName } from '../../parts/names.tsx';
import { Empty, Failure, Skeleton } from '../../parts/states.tsx';
import { useList } from '../../state/read.ts';
import { hrefOf, route } from '../../state/route.ts';
import { mayWrite } from '../../state/session.ts';
import { CreditPage } from './credit-page.tsx';
import { CreditTable } from './credit-table.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import type { StoreCredit } from './store-credit.ts';

/** Store credit of the customer in the URL: the list, or the one that the URL names. */
export function StoreCreditsPage({ id }: { id: string }) {
  const [customer = '', credit = ''] = id.split('/');
  if (credit) return <CreditPage customer={customer} id={credit} />;
  return customer ? <CreditList customer={customer} /> : <Start />;
}

function Start() {
  const [isGranting, setGranting] = useState(false);
  return (
    <>
      <div class="head">
        <h1>Store credit</h1>
        {mayWrite() && <GrantButton onClick={() => setGranting(true)} />}
      </div>
      <search class="filters">
        <OfCustomer customer="" />
      </search>
      <Empty title="Find a customer">
        Type the start of a last name, a first name with a last name, an email address or an id.
      </Empty>
      {isGranting && <GrantDialog onClose={() => setGranting(false)} />}
    </>
  );
}

const GrantButton = ({ onClick }: { onClick(): void }) => (
  <Button kind="primary" onClick={onClick}>
    Grant credit
  </Button>
);

const OfCustomer = ({ customer }: { customer: string }) => (
  <PagePicker
    page="store-credits"
    type="customer"
    label="Customer"
    placeholder="Start of a name, email or id"
    value={customer}
  />
);

function CreditList({ customer }: { customer: string }) {
  const [isGranting, setGranting] = useState(false);
  const name = useName('customer', customer);
  const status = route.value.filters.get('status') ?? undefined;
  const list = useList(
    (shop, options) =>
      shop.storeCredits.list(customer, { status: status as StoreCredit['status'] | undefined, limit: 50 }, options),
    [customer, status],
  );
  return (
    <>
      <p class="back">
        <Link href={hrefOf('store-credits')}>Store credit</Link>
      </p>
      <div class="head">
        <h1>Store credit of {name}</h1>
        {mayWrite() && list.state === 'ready' && <GrantButton onClick={() => setGranting(true)} />}
      </div>
      <search class="filters">
        <FilterTabs name="status" label="Status" values={{ '': 'All', ...statuses }} />
        <OfCustomer customer={customer} />
      </search>
      {list.state === 'loading' && <Skeleton height="3rem" />}
      {list.state === 'failed' && <Failure error={list.error} onAgain={list.again} />}
      {list.state === 'ready' &&
        (list.data.items.length === 0 ? (
          <EmptyList filters={['status']} of="store credits" title="No store credit here">
            Credit that you grant to the customer or refund to them appears here, newest first.
          </EmptyList>
        ) : (
          <CreditTable credits={list.data.items} />
        ))}
      <More list={list} />
      {isGranting && <GrantDialog customer={{ id: customer, name }} onClose={() => setGranting(false)} />}
    </>
  );
}
