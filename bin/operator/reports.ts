/** Reports over a whole store, a page at a time: audits, and what all gift cards and store credits are worth. */

import type { LiabilityPage } from '../../lib/resources/gift-cards/ledger-fields.ts';
import type { Drift } from '../../lib/resources/reviews/fields.ts';
import { reasons } from '../../lib/resources/store-credits/fields.ts';
import { asMoney, asTable, counted, type Outcome, type Session } from './command.ts';

/** Where an audit begins: after an ID, or at the start. */
interface Begin {
  store: string;
  after: string | undefined;
}

/** Proves a store's gift cards and store credits, then the orders they paid for. */
export const auditLedger = (begin: Begin, session: Session): Promise<Outcome> =>
  audit(begin, session, async (after) => {
    const { checked, findings, next } = await session.operator(begin.store).auditLedger({ after });
    return { checked, next, found: findings.map((each) => ({ ...each, line: `${each.id}  ${each.finding}` })) };
  });

/** Recomputes the ratings of a store's products. */
export const auditRatings = (begin: Begin, session: Session): Promise<Outcome> =>
  audit(begin, session, async (after) => {
    const { audited, drifts, next } = await session.operator(begin.store).auditRatings({ after });
    return { checked: audited, next, found: drifts.map((each) => ({ ...each, line: driftLine(each) })) };
  });

const driftLine = ({ product_id, stored, counted }: Drift): string =>
  `${product_id}  has ${stored.review_count} reviews with a sum of ${stored.rating_sum}${byStars(stored)}, ` +
  `counted ${counted.review_count} with a sum of ${counted.rating_sum}${byStars(counted)}`;

const byStars = ({ ratings }: Drift['stored']): string => ` (by stars: ${Object.values(ratings).join(', ')})`;

interface Page {
  checked: number;
  found: { line: string }[];
  next: string | null;
}

async function audit(
  { after }: Begin,
  { show }: Session,
  read: (after: string | undefined) => Promise<Page>,
): Promise<Outcome> {
  const found: { line: string }[] = [];
  let checked = 0;
  for (let next: string | null = after ?? ''; next !== null; ) {
    const page: Page = await read(next || undefined);
    checked += page.checked;
    found.push(...page.found);
    next = page.next;
    show(`${checked} checked, ${found.length} found${next === null ? '' : `, continuing after ${next}`}`);
  }
  return {
    result: { checked, findings: found.map(({ line, ...finding }) => finding) },
    text: [...found.map(({ line }) => line), `${checked} checked, ${found.length} found`].join('\n'),
    ok: found.length === 0,
  };
}

const statuses = ['active', 'disabled', 'expired', 'used'] as const;

/** Goes through all pages of `report-liability`. As JSON, money is in the smallest unit of the store's currency. */
export async function reportLiability(
  { store, at: given }: { store: string; at: string | undefined },
  session: Session,
): Promise<Outcome> {
  const result = await sumLiability({ store, at: given }, session);
  const { at, currency, statuses: sums, store_credits, total } = result;
  const rows = [...Object.entries(sums), ['all', total] as const].map(([status, { cards, balance }]) => ({
    ...{ status, cards, balance: asMoney(balance, currency) },
  }));
  const credits = Object.entries(store_credits).map(([reason, { credits, balance }]) => ({
    ...{ 'store credit': reason, credits, balance: asMoney(balance, currency) },
  }));
  const text = `At ${at}:\n${asTable(['status', 'cards', 'balance'], rows)}\n\n${asTable(['store credit', 'credits', 'balance'], credits)}`;
  return { result, text, ok: true };
}

/** What all gift cards and store credits of a store were worth at a time, by default a minute ago; in the smallest unit of the store's currency. */
export async function sumLiability(
  { store, at: given }: { store: string; at?: string | undefined },
  { operator, show }: Session,
) {
  const sums = Object.fromEntries(statuses.map((status) => [status, { cards: 0, balance: 0 }]));
  const store_credits = Object.fromEntries(reasons.map((reason) => [reason, { credits: 0, balance: 0 }]));
  const total = { cards: 0, balance: 0 };
  let page: LiabilityPage | undefined;
  do {
    const { at = given, next: after } = page ?? {};
    page = await operator(store).reportLiability({ at, after });
    for (const status of statuses) for (const sum of [sums[status], total]) add(sum, page.statuses[status]);
    for (const reason of reasons) add(store_credits[reason], page.store_credits[reason]);
    show(`${counted(total.cards, 'card')}${page.next === null ? '' : `, continuing after ${page.next}`}`);
  } while (page.next !== null);
  return { at: page.at, currency: page.currency, statuses: sums, total, store_credits };
}

function add<Name extends string>(sum: Record<Name, number> | undefined, amounts: Readonly<Record<Name, number>>) {
  if (sum) for (const name of Object.keys(amounts) as Name[]) sum[name] += amounts[name];
}
