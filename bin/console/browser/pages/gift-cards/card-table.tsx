import { Balance, Expiry, none, StatusBadge } from '../../parts/account.tsx';
import { Link } from '../../parts/button.tsx';
import { type Column, Table } from '../../parts/lists.tsx';
import { Time } from '../../parts/values.tsx';
import { hrefOf } from '../../state/route.ts';
import type { GiftCard } from './gift-card.ts';
import { MailState } from './mail-state.tsx';

const columns: readonly Column<GiftCard>[] = [
  {
    head: 'Card',
    cell: ({ id, last4 }) => (
      <Link class="row-link" href={hrefOf(`gift-cards/${id}`)}>
        <span aria-hidden="true">····</span> {last4}
      </Link>
    ),
  },
  { head: 'Status', cell: StatusBadge },
  { head: 'Balance', class: 'amount', cell: Balance },
  { head: 'Recipient', class: 'wide', cell: ({ recipient_email }) => recipient_email ?? none },
  { head: 'Email', class: 'wide', cell: MailState },
  { head: 'Expires', class: 'wide', cell: Expiry },
  { head: 'Issued', class: 'wide', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** Cards, each leading to its page. */
export const CardTable = ({ cards }: { cards: readonly GiftCard[] }) => <Table rows={cards} columns={columns} />;
