/** Gift cards of a store, one or many. */
import type { accountStatuses } from '../../lib/ledger/fields.ts';
import { transactionsShown, withLedger } from './accounts.ts';
import { listed, pageOf } from './api-lists.ts';
import { asMoney, type Outcome, type Session } from './command.ts';
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
    return withLedger(card, await shop.giftCards.listTransactions(id).toArray({ limit: transactionsShown }));
  });
