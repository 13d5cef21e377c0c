import { Link, More } from '../../parts/button.tsx';
import { Badge, Failure, Skeleton } from '../../parts/states.tsx';
import { amountOf, Time } from '../../parts/values.tsx';
import { useList, useRead } from '../../state/read.ts';
import { hrefOf } from '../../state/route.ts';
import { mayWrite } from '../../state/session.ts';
import { CardActions } from './card-actions.tsx';
import { type GiftCard, statuses, type Transaction, toneOf, transactionTypes } from './gift-card.ts';

/** A card with its ledger, its balance over time, and what can be done with it. */
export function CardPage({ id }: { id: string }) {
  const card = useRead((shop, options) => shop.giftCards.get(id, options), [id]);
  const ledger = useList((shop, options) => shop.giftCards.listTransactions(id, { limit: 100 }, options), [id]);
  const changed = (next: GiftCard) => {
    card.change(() => next);
    ledger.again();
  };
  // The page hides a ledger that could not be read while it has no card: one button reads both again.
  const again = () => {
    card.again();
    ledger.again();
  };
  return (
    <>
      <p class="back">
        <Link href={hrefOf('gift-cards')}>Gift cards</Link>
      </p>
      {card.state !== 'ready' && (
        <div class="head">
          <h1>Gift card</h1>
        </div>
      )}
      {card.state === 'loading' && <Skeleton rows={2} height="6rem" />}
      {card.state === 'failed' && <Failure error={card.error} onAgain={again} />}
      {card.state === 'ready' && (
        <>
          <div class="head">
            <h1>
              <span aria-hidden="true">····</span> {card.data.last4}{' '}
              <Badge tone={toneOf(card.data)}>{statuses[card.data.status]}</Badge>
            </h1>
            {mayWrite() && <CardActions card={card.data} onChange={changed} />}
          </div>
          <Facts card={card.data} />
          <h2 class="part">Ledger</h2>
          {ledger.state === 'loading' && <Skeleton rows={4} height="3rem" />}
          {ledger.state === 'failed' && <Failure error={ledger.error} onAgain={ledger.again} />}
          {ledger.state === 'ready' && (
            <>
              <BalanceChart entries={ledger.data.items} currency={card.data.currency} />
              <Ledger entries={ledger.data.items} currency={card.data.currency} />
            </>
          )}
          <More list={ledger} />
        </>
      )}
    </>
  );
}

function Facts({ card }: { card: GiftCard }) {
  const none = <span class="quiet">None</span>;
  return (
    <dl class="facts">
      <div>
        <dt>Balance</dt>
        <dd class="figure">{amountOf(card.balance, card.currency)}</dd>
      </div>
      <div>
        <dt>Initial value</dt>
        <dd>{amountOf(card.initial_value, card.currency)}</dd>
      </div>
      <div>
        <dt>Issued</dt>
        <dd>
          <Time at={card.created_at} />
        </dd>
      </div>
      <div>
        <dt>Expires</dt>
        <dd>{card.expires_at ? <Time at={card.expires_at} /> : 'Never'}</dd>
      </div>
      <div>
        <dt>Recipient</dt>
        <dd>{card.recipient_email ?? none}</dd>
      </div>
      <div>
        <dt>Message</dt>
        <dd>{card.message ?? none}</dd>
      </div>
      <div>
        <dt>Team note</dt>
        <dd>{card.note ?? none}</dd>
      </div>
      <div>
        <dt>Id</dt>
        <dd>
          <code>{card.id}</code>
        </dd>
      </div>
    </dl>
  );
}

const width = 640;
const height = 96;

interface ChartProps {
  /** Newest first. */
  entries: readonly Transaction[];
  currency: string;
}

/** The balance over time: a step at each entry, up to now. */
function BalanceChart({ entries, currency }: ChartProps) {
  const steps = entries.map(({ created_at, balance }) => ({ time: Date.parse(created_at), balance })).toReversed();
  const [first] = steps;
  const last = steps.at(-1);
  const highest = Math.max(1, ...steps.map(({ balance }) => balance));
  if (!first || !last || steps.length < 2) return null;
  const span = Math.max(1, Date.now() - first.time);
  const x = (time: number) => ((time - first.time) / span) * width;
  const y = (balance: number) => height - (balance / highest) * (height - 4) - 2;
  const line = steps
    .map(({ time, balance }, index) =>
      index === 0 ? `M0 ${y(balance)}` : `H${x(time).toFixed(1)}V${y(balance).toFixed(1)}`,
    )
    .join('');
  const path = `${line}H${width}`;
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`The balance was first ${amountOf(first.balance, currency)} and is now ${amountOf(last.balance, currency)}`}
      >
        <path class="area" d={`${path}V${height}H0Z`} />
        <path class="line" d={path} />
      </svg>
      <figcaption class="quiet">
        <span>{new Date(first.time).toLocaleDateString()}</span>
        <span>Highest {amountOf(highest, currency)}</span>
        <span>Now</span>
      </figcaption>
    </figure>
  );
}

interface LedgerProps {
  entries: readonly Transaction[];
  currency: string;
}

/** Every change of the card, newest first. */
function Ledger({ entries, currency }: LedgerProps) {
  return (
    <table>
      <thead>
        <tr>
          <th>Entry</th>
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
              {transactionTypes[type]} {order_id && <code>{order_id}</code>}
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

const actors: Readonly<Record<Transaction['actor']['type'], string>> = {
  api_key: 'An API key',
  customer: 'A customer',
  system: 'The service',
};
