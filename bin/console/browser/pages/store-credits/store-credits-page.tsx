import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { statuses } from '../../parts/account.tsx';
import { Button, More } from '../../parts/button.tsx';
import { EmptyList, FilterTabs, FindBox } from '../../parts/filters.tsx';
import { Empty, Failure, Skeleton } from '../../parts/states.tsx';
import { useList } from '../../state/read.ts';
import { route } from '../../state/route.ts';
import { mayWrite } from '../../state/session.ts';
import { CreditPage } from './credit-page.tsx';
import { CreditTable } from './credit-table.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import type { StoreCredit } from './store-credit.ts';

/** Store credit of the customer in the URL: the list, or the one that the URL names. */
export function StoreCreditsPage({ id }: { id: string }) {
  const [customer = '', credit = ''] = id.split('/');
  if (credit) return <CreditPage customer={customer} id={credit} />;
  if (customer) return <CreditList customer={customer} />;
  return (
    <>
      <Head customer="" />
      <Empty title="Find a customer">Enter the id of a customer, such as cus_….</Empty>
    </>
  );
}

function Head({ customer, children }: { customer: string; children?: ComponentChildren }) {
  return (
    <>
      <div class="head">
        <h1>Store credit</h1>
        {children}
      </div>
      <search class="filters">
        {customer && <FilterTabs name="status" label="Status" values={{ '': 'All', ...statuses }} />}
        <FindBox page="store-credits" label="Customer" placeholder="Customer, cus_…" value={customer} />
      </search>
    </>
  );
}

function CreditList({ customer }: { customer: string }) {
  const [isGranting, setGranting] = useState(false);
  const status = route.value.filters.get('status') ?? undefined;
  const list = useList(
    (shop, options) =>
      shop.storeCredits.list(customer, { status: status as StoreCredit['status'] | undefined, limit: 50 }, options),
    [customer, status],
  );
  return (
    <>
      <Head customer={customer}>
        {mayWrite() && list.state === 'ready' && (
          <Button kind="primary" onClick={() => setGranting(true)}>
            Grant credit
          </Button>
        )}
      </Head>
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
      {isGranting && <GrantDialog customer={customer} onClose={() => setGranting(false)} />}
    </>
  );
}
