import { useState } from 'preact/hooks';
import { statuses } from '../../parts/account.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyList, FilterTabs, PagePicker } from '../../parts/filters.tsx';
import { Head, List } from '../../parts/lists.tsx';
import { useName } from '../../parts/names.tsx';
import { Empty } from '../../parts/states.tsx';
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
      <Head title="Store credit">{mayWrite() && <GrantButton onClick={() => setGranting(true)} />}</Head>
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
      <Head back={{ href: hrefOf('store-credits'), words: 'Store credit' }} title={`Store credit of ${name}`}>
        {mayWrite() && list.state === 'ready' && <GrantButton onClick={() => setGranting(true)} />}
      </Head>
      <search class="filters">
        <FilterTabs name="status" label="Status" values={{ '': 'All', ...statuses }} />
        <OfCustomer customer={customer} />
      </search>
      <List
        list={list}
        height="3rem"
        empty={
          <EmptyList filters={['status']} of="store credits" title="No store credit here">
            Credit that you grant to the customer or refund to them appears here, newest first.
          </EmptyList>
        }
      >
        {(credits) => <CreditTable credits={credits} />}
      </List>
      {isGranting && <GrantDialog customer={{ id: customer, name }} onClose={() => setGranting(false)} />}
    </>
  );
}
