/** Adds up what all gift cards of a store were worth at a time. */
import type { LiabilityPage } from '../../lib/resources/gift-cards/ledger-fields.ts';
import { parseRfc3339 } from '../../lib/schema/times.ts';
import { UsageError } from '../command-line/options.ts';
import { asMoney, asTable, type Outcome, type Session } from './command.ts';

const statuses = ['active', 'disabled', 'expired', 'used'] as const;

/** Goes through all pages of `report-liability`. As JSON, money is in the smallest unit of the store's currency. */
export async function reportLiability(
  { store, at: given }: { store: string; at: string | undefined },
  session: Session,
): Promise<Outcome> {
  if (given !== undefined && parseRfc3339(given) === undefined) {
    throw new UsageError(`--at must be a time such as 2026-01-31T23:59:59Z, not ${given}`);
  }
  const result = await sumLiability({ store, at: given }, session);
  const { at, currency, statuses: sums, total } = result;
  const rows = [...Object.entries(sums), ['all', total] as const].map(([status, { cards, balance }]) => ({
    ...{ status, cards, balance: asMoney(balance, currency) },
  }));
  const text = `At ${at}:\n${asTable(['status', 'cards', 'balance'], rows)}`;
  return { result, text, ok: true };
}

/** What all gift cards of a store were worth at a time, by default a minute ago; in the smallest unit of the store's currency. */
export async function sumLiability(
  { store, at: given }: { store: string; at?: string | undefined },
  { operator, show }: Session,
) {
  const sums = Object.fromEntries(statuses.map((status) => [status, { cards: 0, balance: 0 }]));
  const total = { cards: 0, balance: 0 };
  let page: LiabilityPage | undefined;
  do {
    const { at = given, next: after } = page ?? {};
    page = await operator(store).reportLiability({ at, after });
    for (const status of statuses) {
      const { cards, balance } = page.statuses[status];
      for (const sum of [sums[status], total]) add(sum, { cards, balance });
    }
    show(`${total.cards} cards${page.next === null ? '' : `, going on after ${page.next}`}`);
  } while (page.next !== null);
  return { at: page.at, currency: page.currency, statuses: sums, total };
}

function add(
  sum: LiabilityPage['statuses']['active'] | undefined,
  { cards, balance }: { cards: number; balance: number },
) {
  if (!sum) return;
  sum.cards += cards;
  sum.balance += balance;
}
