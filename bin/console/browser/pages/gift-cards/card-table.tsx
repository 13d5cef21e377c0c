import { Balance, Expiry, none, StatusBadge } from '../../parts/account.tsx';
import { Link } from '../../parts/button.tsx';
import { Time } from '../../parts/values.tsx';
import { hrefOf } from '../../state/route.ts';
import type { GiftCard } from './gift-card.ts';
import { MailState } from './mail-state.tsx';

/** Cards, each leading to its page. */
export function CardTable({ cards }: { cards: readonly GiftCard[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th>Card</th>
          <th>Status</th>
          <th class="amount">Balance</th>
          <th class="wide">Recipient</th>
          <th class="wide">Email</th>
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
              <StatusBadge {...card} />
            </td>
            <td class="amount">
              <Balance {...card} />
            </td>
            <td class="wide">{card.recipient_email ?? none}</td>
            <td class="wide">
              <MailState mail={card.mail} />
            </td>
            <td class="wide">
              <Expiry {...card} />
            </td>
            <td class="wide">
              <Time at={card.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
