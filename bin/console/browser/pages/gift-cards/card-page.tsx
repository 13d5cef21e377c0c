import { Failure } from '../../parts/failure.tsx';
import { Link } from '../../parts/link.tsx';
import { More } from '../../parts/more.tsx';
import { Badge, Skeleton } from '../../parts/states.tsx';
import { amountOf, Time } from '../../parts/values.tsx';
import { useList, useRead } from '../../state/read.ts';
import { hrefOf } from '../../state/route.ts';
import { mayWrite } from '../../state/session.ts';
import { BalanceChart } from './balance-chart.tsx';
import { CardActions } from './card-actions.tsx';
import { type GiftCard, statuses, toneOf } from './gift-card.ts';
import { Ledger } from './ledger.tsx';

/** A card with its ledger, its balance over time, and what can be done with it. */
export function CardPage({ id }: { id: string }) {
  const card = useRead((shop, options) => shop.giftCards.get(id, options), [id]);
  const ledger = useList((shop, options) => shop.giftCards.listTransactions(id, { limit: 100 }, options), [id]);
  const changed = (next: GiftCard) => {
    card.change(() => next);
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
      {card.state === 'failed' && <Failure error={card.error} onAgain={card.again} />}
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
        <dt>Value when issued</dt>
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
        <dt>Note of your team</dt>
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
