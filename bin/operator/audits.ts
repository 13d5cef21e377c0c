/** Audits, which go through a whole store, a page at a time. */
import type { Drift } from '../../lib/resources/reviews/fields.ts';
import type { Outcome, Session } from './command.ts';

/** Where an audit begins: after an ID, or at the start. */
interface Begin {
  store: string;
  after: string | undefined;
}

/** Proves a store's gift cards, then the orders they paid for. */
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
    show(`${checked} checked, ${found.length} found${next === null ? '' : `, going on after ${next}`}`);
  }
  return {
    result: { checked, findings: found.map(({ line, ...finding }) => finding) },
    text: [...found.map(({ line }) => line), `${checked} checked, ${found.length} found`].join('\n'),
    ok: found.length === 0,
  };
}
