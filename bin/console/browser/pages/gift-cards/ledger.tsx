import { amountOf, Time } from '../../parts/values.tsx';
import { type Transaction, transactionTypes } from './gift-card.ts';

interface LedgerProps {
  entries: readonly Transaction[];
  currency: string;
}

/** Every change of the card, newest first. */
export function Ledger({ entries, currency }: LedgerProps) {
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
