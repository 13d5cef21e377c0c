/** Gift cards of a store, one or many. */
import type { accountStatuses } from '../../lib/ledger/fields.ts';
import { listed, pageOf } from './api-lists.ts';
import { asLines, asMoney, asTable, type Outcome, type Session } from './command.ts';
import { withApi } from './login.ts';

interface Filters {
  store: string;
  status: (typeof accountStatuses)[number] | undefined;
  after: string | undefined;
  limit: number;
}

/** Gift cards, newest first, without their codes. */
export const listGiftCards = ({ store, status, after, limit }: Filters, session: Session): Promise<Outcome> =>
  withApi(store, session, (shop) =>
    listed(shop.giftCards.list({ status, after, limit: pageOf(limit) }), {
      limit,
      columns: ['id', 'last4', 'status', 'balance', 'recipient_email', 'expires_at', 'created_at'],
      rowOf: (card) => ({ ...card, balance: asMoney(card.balance, card.currency) }),
      none: 'No gift cards',
    }),
  );

/** A gift card with its transactions, newest first. */
export const getGiftCard = ({ store, card: id }: { store: string; card: string }, session: Session): Promise<Outcome> =>
  withApi(store, session, async (shop) => {
    const card = await shop.giftCards.get(id);
    const transactions = await shop.giftCards.listTransactions(id).toArray({ limit: transactionsShown });
    const money = (amount: number) => asMoney(amount, card.currency);
    const shown = { ...card, initial_value: money(card.initial_value), balance: money(card.balance) };
    const rows = transactions.map(({ amount, balance, actor, ...each }) => ({
      ...each,
      ...{ amount: money(amount), balance: money(balance) },
      actor: actor.name ?? actor.type,
    }));
    const columns = ['created_at', 'type', 'amount', 'balance', 'actor', 'order_id', 'note'] as const;
    return {
      result: { ...card, transactions },
      text: `${asLines(shown)}\n\n${asTable(columns, rows)}`,
      ok: true,
    };
  });

/** A card has few, unless its balance is used as an account. */
const transactionsShown = 500;
