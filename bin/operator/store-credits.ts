/** Store credits of a customer, one or many. */
import type { accountStatuses } from '../../lib/ledger/fields.ts';
import type { reasons } from '../../lib/resources/store-credits/fields.ts';
import { UsageError } from '../command-line/options.ts';
import { shown, transactionsShown, typedAmount, withLedger } from './accounts.ts';
import { listed, pageOf } from './api-lists.ts';
import { asMoney, type Outcome, type Session } from './command.ts';
import { withApi } from './login.ts';

interface OfCustomer {
  store: string;
  customer: string;
}

interface One extends OfCustomer {
  credit: string;
}

interface Filters extends OfCustomer {
  status: (typeof accountStatuses)[number] | undefined;
  after: string | undefined;
  limit: number;
}

/** Store credits, newest first. */
export const listStoreCredits = (
  { store, customer, status, after, limit }: Filters,
  session: Session,
): Promise<Outcome> =>
  withApi(store, session, (shop) =>
    listed(shop.storeCredits.list(customer, { status, after, limit: pageOf(limit) }), {
      limit,
      columns: ['id', 'status', 'reason', 'balance', 'expires_at', 'created_at'],
      rowOf: (credit) => ({ ...credit, balance: asMoney(credit.balance, credit.currency) }),
      none: 'No store credits',
    }),
  );

/** A store credit with its transactions, newest first. */
export const getStoreCredit = ({ store, customer, credit: id }: One, session: Session): Promise<Outcome> =>
  withApi(store, session, async (shop) => {
    const credit = await shop.storeCredits.get(customer, id);
    const transactions = await shop.storeCredits.listTransactions(customer, id).toArray({ limit: transactionsShown });
    return withLedger(credit, transactions);
  });

interface Granted extends OfCustomer {
  value: string;
  decimal: boolean;
  reason: (typeof reasons)[number];
  note: string | undefined;
  /** RFC 3339. */
  expires: string | undefined;
}

/** Grants store credit. Throws a `UsageError` for a value that is not an amount. */
export const createStoreCredit = (
  { store, customer, value, decimal, reason, note, expires }: Granted,
  session: Session,
): Promise<Outcome> =>
  withApi(store, session, async (shop) => {
    const body = { value: await typedAmount('value', value, { decimal, shop }), reason, note, expires_at: expires };
    return shown(await shop.storeCredits.create(customer, body));
  });

interface Adjusted extends One {
  amount: string;
  decimal: boolean;
  note: string | undefined;
}

/** Raises or lowers a balance. Throws a `UsageError` for a text that is not an amount. */
export const adjustStoreCredit = (
  { store, customer, credit, amount, decimal, note }: Adjusted,
  session: Session,
): Promise<Outcome> =>
  withApi(store, session, async (shop) => {
    const body = { amount: await typedAmount('amount', amount, { decimal, shop }), note };
    return shown(await shop.storeCredits.adjust(customer, credit, body));
  });

interface Updated extends One {
  /** RFC 3339. */
  expires: string | undefined;
  'no-expiry': boolean;
  note: string | undefined;
}

/** Changes the expiry or the note; what is not given stays. Throws a `UsageError` if nothing is to be changed. */
export function updateStoreCredit(
  { store, customer, credit: id, expires, 'no-expiry': noExpiry, note }: Updated,
  session: Session,
): Promise<Outcome> {
  if (expires !== undefined && noExpiry) throw new UsageError('Only one of --expires and --no-expiry can be used');
  if (expires === undefined && !noExpiry && note === undefined)
    throw new UsageError('nothing to change: use --expires, --no-expiry or --note');
  return withApi(store, session, async (shop) => {
    const credit = await shop.storeCredits.get(customer, id);
    const expires_at = noExpiry ? null : (expires ?? credit.expires_at);
    const body = { expires_at, note: note === undefined ? credit.note : note || null };
    return shown(await shop.storeCredits.update(customer, id, body));
  });
}

/** Disables a store credit: no checkout can spend it. */
export const disableStoreCredit = ({ store, customer, credit }: One, session: Session): Promise<Outcome> =>
  withApi(store, session, async (shop) => shown(await shop.storeCredits.disable(customer, credit)));

/** Enables a disabled store credit again. */
export const enableStoreCredit = ({ store, customer, credit }: One, session: Session): Promise<Outcome> =>
  withApi(store, session, async (shop) => shown(await shop.storeCredits.enable(customer, credit)));
