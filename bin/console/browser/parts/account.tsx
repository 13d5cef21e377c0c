/** What staff see of a gift card or a store credit: its facts, its balance over time, and its ledger. */
import type { ComponentChildren } from 'preact';
import type { StoreCommerce } from '../../../../lib/client/store-commerce.ts';
import type { Listed, Read } from '../state/read.ts';
import { hrefOf } from '../state/route.ts';
import { hasArea, mayWrite } from '../state/session.ts';
import { BalanceChart } from './balance-chart.tsx';
import { Link } from './button.tsx';
import { CopyId } from './copy.tsx';
import { type Column, Head, List, Loaded, Table } from './lists.tsx';
import { Badge } from './states.tsx';
import { amountOf, Time } from './values.tsx';

/** What a gift card and a store credit have in common. */
export type Account = Pick<
  Awaited<ReturnType<StoreCommerce['giftCards']['get']>>,
  'id' | 'currency' | 'initial_value' | 'balance' | 'status' | 'note' | 'expires_at' | 'disabled_at' | 'created_at'
>;

/** An entry of an account's ledger. */
type Entry = Awaited<ReturnType<StoreCommerce['giftCards']['listTransactions']>>['data'][number];

export const statuses: Readonly<Record<Account['status'], string>> = {
  active: 'Active',
  used: 'Used',
  expired: 'Expired',
  disabled: 'Disabled',
};

const tones = { active: 'good', used: 'quiet', expired: 'warn', disabled: 'bad' } as const;

export const StatusBadge = ({ status }: Pick<Account, 'status'>) => (
  <Badge tone={tones[status]}>{statuses[status]}</Badge>
);

/** The balance, with the initial value where it differs. */
export const Balance = ({ balance, initial_value, currency }: Account) => (
  <>
    {amountOf(balance, currency)} {balance !== initial_value && <small>of {amountOf(initial_value, currency)}</small>}
  </>
);

export const Expiry = ({ expires_at }: Pick<Account, 'expires_at'>) =>
  expires_at ? <Time at={expires_at} /> : <span class="quiet">Never</span>;

export const none = <span class="quiet">None</span>;

export const Fact = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** A figure in a card of its own. */
export const Figure = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div>
    <dt>{label}</dt>
    <dd class="figure">{children}</dd>
  </div>
);

interface AccountPageProps<A extends Account> {
  /** What it is called before it has been read, such as `Gift card`. */
  noun: string;
  back: { href: string; words: string };
  account: Read<A>;
  ledger: Read<Listed<Entry>> & { more(): Promise<void> };
  title(account: A): ComponentChildren;
  /** The facts that only accounts of this kind have. */
  facts(account: A): ComponentChildren;
  actions(account: A, onChange: (next: A) => void): ComponentChildren;
}

/** An account with its ledger, its balance over time, and what can be done with it. */
export function AccountPage<A extends Account>(props: AccountPageProps<A>) {
  const { noun, back, account, ledger, title, facts, actions } = props;
  const changed = (next: A) => {
    // The answer to a write lacks what the read was expanded with.
    account.change((last) => ({ ...last, ...next }));
    ledger.again();
  };
  // The page hides a ledger that could not be read while it has no account: one button reads both again.
  const again = () => {
    account.again();
    ledger.again();
  };
  return (
    <>
      {account.state !== 'ready' && <Head back={back} title={noun} />}
      <Loaded read={{ ...account, again }} rows={2} height="6rem">
        {(data) => (
          <>
            <Head
              back={back}
              title={
                <>
                  {title(data)} <StatusBadge {...data} />
                </>
              }
            >
              {mayWrite() && actions(data, changed)}
            </Head>
            <Facts account={data}>{facts(data)}</Facts>
            <h2 class="part">Activity</h2>
            <List list={ledger} rows={4} height="3rem">
              {(entries) => (
                <>
                  <BalanceChart entries={entries} currency={data.currency} />
                  <Table rows={entries} columns={columnsIn(data.currency)} />
                </>
              )}
            </List>
          </>
        )}
      </Loaded>
    </>
  );
}

const Facts = ({ account, children }: { account: Account; children: ComponentChildren }) => (
  <>
    <dl class="figures">
      <Figure label="Balance">{amountOf(account.balance, account.currency)}</Figure>
      <Figure label="Original value">{amountOf(account.initial_value, account.currency)}</Figure>
      <Figure label="Expires">{account.expires_at ? <Time at={account.expires_at} /> : 'Never'}</Figure>
    </dl>
    <dl class="facts">
      <Fact label="Issued">
        <Time at={account.created_at} />
      </Fact>
      {children}
      <Fact label="Team note">{account.note ?? none}</Fact>
      <Fact label="Id">
        <CopyId id={account.id} />
      </Fact>
    </dl>
  </>
);

/** The columns of the ledger, which has every change of the account. */
const columnsIn = (currency: string): readonly Column<Entry>[] => [
  {
    head: 'Event',
    cell: ({ type, order_id, note }) => (
      <>
        {entryTypes[type]} {order_id && <OrderLink id={order_id} />}
        {note && <small class="note">{note}</small>}
      </>
    ),
  },
  {
    head: 'Change',
    class: 'amount',
    cell: ({ amount }) => amount !== 0 && `${amount > 0 ? '+' : ''}${amountOf(amount, currency)}`,
  },
  { head: 'Balance', class: 'amount', cell: ({ balance }) => amountOf(balance, currency) },
  { head: 'By', class: 'wide', cell: ({ actor }) => actor.name ?? actors[actor.type] },
  { head: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** Leads to an order, where the key may read it. */
const OrderLink = ({ id }: { id: string }) =>
  hasArea('gift_cards') ? <Link href={hrefOf(`orders/${id}`)}>{id}</Link> : <code>{id}</code>;

const entryTypes: Readonly<Record<Entry['type'], string>> = {
  issued: 'Issued',
  redeemed: 'Spent on an order',
  refunded: 'Refunded',
  adjusted: 'Adjusted',
  disabled: 'Disabled',
  enabled: 'Enabled',
};

const actors: Readonly<Record<Entry['actor']['type'], string>> = {
  api_key: 'An API key',
  customer: 'A customer',
  system: 'The service',
};
