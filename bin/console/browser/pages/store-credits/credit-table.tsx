import { Balance, Expiry, StatusBadge } from '../../parts/account.tsx';
import { Link } from '../../parts/button.tsx';
import { Time } from '../../parts/values.tsx';
import { hrefOf } from '../../state/route.ts';
import { reasons, type StoreCredit } from './store-credit.ts';

/** Store credits of a customer, each a link to its page. */
export const CreditTable = ({ credits }: { credits: readonly StoreCredit[] }) => (
  <table>
    <thead>
      <tr>
        <th>Credit</th>
        <th>Status</th>
        <th class="amount">Balance</th>
        <th class="wide">Note</th>
        <th class="wide">Expires</th>
        <th class="wide">Issued</th>
      </tr>
    </thead>
    <tbody>
      {credits.map((credit) => (
        <tr key={credit.id}>
          <td>
            <Link class="row-link" href={hrefOf(`store-credits/${credit.customer_id}/${credit.id}`)}>
              {reasons[credit.reason]}
            </Link>
          </td>
          <td>
            <StatusBadge {...credit} />
          </td>
          <td class="amount">
            <Balance {...credit} />
          </td>
          <td class="wide">{credit.note}</td>
          <td class="wide">
            <Expiry {...credit} />
          </td>
          <td class="wide">
            <Time at={credit.created_at} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
