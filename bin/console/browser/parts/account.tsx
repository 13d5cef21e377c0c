/** What staff see of a gift card or a store credit: its facts, its balance over time, and its ledger. */
import type { ComponentChildren } from 'preact';
import type { StoreCommerce } from '../../../../lib/client/store-commerce.ts';
import type { Listed, Read } from '../state/read.ts';
import { hrefOf } from '../state/route.ts';
import { hasArea, mayWrite } from '../state/session.ts';
import { BalanceChart } from './balance-chart.tsx';
import { Link, More } from './button.tsx';
import { CopyId } from './copy.tsx';
import { Badge, Failure, Skeleton } from './states.tsx';
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
      <p class="back">
        <Link href={back.href}>{back.words}</Link>
      </p>
      {account.state !== 'ready' && (
        <div class="head">
          <h1>{noun}</h1>
        </div>
      )}
      {account.state === 'loading' && <Skeleton rows={2} height="6rem" />}
      {account.state === 'failed' && <Failure error={account.error} onAgain={again} />}
      {account.state === 'ready' && (
        <>
          <div class="head">
            <h1>
              {title(account.data)} <StatusBadge {...account.data} />
            </h1>
            {mayWrite() && actions(account.data, changed)}
          </div>
          <Facts account={account.data}>{facts(account.data)}</Facts>
          <h2 class="part">Activity</h2>
          {ledger.state === 'loading' && <Skeleton rows={4} height="3rem" />}
          {ledger.state === 'failed' && <Failure error={ledger.error} onAgain={ledger.again} />}
          {ledger.state === 'ready' && (
            <>
              <BalanceChart entries={ledger.data.items} currency={account.data.currency} />
              <Ledger entries={ledger.data.items} currency={account.data.currency} />
            </>
          )}
          <More list={ledger} />
        </>
      )}
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

interface LedgerProps {
  /** Newest first. */
  entries: readonly Entry[];
  currency: string;
}

/** Every change of the account. */
function Ledger({ entries, currency }: LedgerProps) {
  return (
    <table>
      <thead>
        <tr>
          <th>Event</th>
          <th class="amount">Change</th>
          <th class="amount">Balance</th>
          <th class="wide">By</th>
          <th>When</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, type, amount, balance, order_id, note, actor, created_at }) => (
          <tr key={id}>
            <td>
              {entryTypes[type]} {order_id && <OrderLink id={order_id} />}
              {note && <small class="note">{note}</small>}
            </td>
            <td class="amount">{amount === 0 ? '' : `${amount > 0 ? '+' : ''}${amountOf(amount, currency)}`}</td>
            <td class="amount">{amountOf(balance, currency)}</td>
            <td class="wide">{actor.name ?? actors[actor.type]}</td>
            <td>
              <Time at={created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
