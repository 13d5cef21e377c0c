import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FilterTabs } from '../../parts/filters.tsx';
import { FindBox } from '../../parts/find-box.tsx';
import { Link } from '../../parts/link.tsx';
import { More } from '../../parts/more.tsx';
import { Badge, Empty, Skeleton } from '../../parts/states.tsx';
import { amountOf, Time } from '../../parts/values.tsx';
import { useList } from '../../state/read.ts';
import { hrefOf, route } from '../../state/route.ts';
import { mayWrite } from '../../state/session.ts';
import { CardPage } from './card-page.tsx';
import { type GiftCard, statuses, toneOf } from './gift-card.ts';
import { IssueDialog } from './issue-dialog.tsx';

/** Gift cards: the list, or the one that the URL names. */
export const GiftCardsPage = ({ id }: { id: string }) => (id ? <CardPage id={id} /> : <CardList />);

function CardList() {
  const [isIssuing, setIssuing] = useState(false);
  const status = route.value.filters.get('status') ?? undefined;
  const list = useList(
    (shop, options) => shop.giftCards.list({ status: status as GiftCard['status'] | undefined, limit: 50 }, options),
    [status],
  );
  return (
    <>
      <div class="head">
        <h1>Gift cards</h1>
        {mayWrite() && (
          <Button kind="primary" onClick={() => setIssuing(true)}>
            Issue a gift card
          </Button>
        )}
      </div>
      <div class="filters">
        <FilterTabs name="status" label="Status" values={{ '': 'All', ...statuses }} />
        <FindBox page="gift-cards" label="Find a card by its id" placeholder="Find by id, gcd_…" />
      </div>
      {list.state === 'loading' && <Skeleton height="3rem" />}
      {list.state === 'failed' && <Failure error={list.error} onAgain={list.again} />}
      {list.state === 'ready' &&
        (list.data.items.length === 0 ? (
          <Empty title="No gift cards here">
            Cards that are issued here or bought in your shop appear here, newest first.
          </Empty>
        ) : (
          <CardTable cards={list.data.items} />
        ))}
      <More list={list} />
      {isIssuing && <IssueDialog onClose={() => setIssuing(false)} />}
    </>
  );
}

function CardTable({ cards }: { cards: readonly GiftCard[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th>Card</th>
          <th>Status</th>
          <th class="amount">Balance</th>
          <th class="wide">Recipient</th>
          <th class="wide">Expires</th>
          <th class="wide">Issued</th>
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <tr key={card.id}>
            <td>
              <Link class="row-link" href={hrefOf(`gift-cards/${card.id}`)}>
                <span aria-hidden="true">····</span> {card.last4}
              </Link>
            </td>
            <td>
              <Badge tone={toneOf(card)}>{statuses[card.status]}</Badge>
            </td>
            <td class="amount">
              {amountOf(card.balance, card.currency)}{' '}
              {card.balance !== card.initial_value && <small>of {amountOf(card.initial_value, card.currency)}</small>}
            </td>
            <td class="wide">{card.recipient_email ?? <span class="quiet">None</span>}</td>
            <td class="wide">{card.expires_at ? <Time at={card.expires_at} /> : <span class="quiet">Never</span>}</td>
            <td class="wide">
              <Time at={card.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
