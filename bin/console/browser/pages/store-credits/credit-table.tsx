import { Balance, Expiry, StatusBadge } from '../../parts/account.tsx';
import { Link } from '../../parts/button.tsx';
import { type Column, Table } from '../../parts/lists.tsx';
import { Time } from '../../parts/values.tsx';
import { hrefOf } from '../../state/route.ts';
import { reasons, type StoreCredit } from './store-credit.ts';

const columns: readonly Column<StoreCredit>[] = [
  {
    head: 'Credit',
    cell: ({ id, customer_id, reason }) => (
      <Link class="row-link" href={hrefOf(`store-credits/${customer_id}/${id}`)}>
        {reasons[reason]}
      </Link>
    ),
  },
  { head: 'Status', cell: StatusBadge },
  { head: 'Balance', class: 'amount', cell: Balance },
  { head: 'Note', class: 'wide', cell: ({ note }) => note },
  { head: 'Expires', class: 'wide', cell: Expiry },
  { head: 'Issued', class: 'wide', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** Store credits of a customer, each a link to its page. */
export const CreditTable = ({ credits }: { credits: readonly StoreCredit[] }) => (
  <Table rows={credits} columns={columns} />
);
