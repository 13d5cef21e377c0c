/** Commands that go through all pages of what a function answers. */
import type { exportCustomer as contract, Exported } from '../../lib/contract/functions/customer-export.ts';
import type * as operators from '../../lib/contract/functions/operator.ts';
import type { ResultOf } from '../../lib/contract/kinds/invocable.ts';
import { limits } from '../../lib/contract/kinds/limits.ts';
import { asTable, type Outcome, type Session } from './command.ts';
import type { OperatorOf } from './invoke.ts';

/** All API keys of a store, newest first. */
export async function listKeys(store: string, { operator, show }: Session): Promise<Outcome> {
  const data: operators.ApiKey[] = [];
  for await (const page of keysOf(store, operator)) {
    data.push(...page);
    if (page.length === limits.pageMaximum) show(`${data.length} keys`);
  }
  const columns = ['key_id', 'permission', 'created_at', 'expires_at', 'revoked_at', 'name'] as const;
  const shown = data.map((key) => ({ ...key, expires_at: key.expires_at ?? '', revoked_at: key.revoked_at ?? '' }));
  return { result: { data }, text: asTable(columns, shown), ok: true };
}

/** The API keys of a store, page by page. */
export async function* keysOf(store: string, operator: OperatorOf): AsyncGenerator<operators.ApiKey[]> {
  let after: string | undefined;
  for (let more = true; more; ) {
    const { data, has_more } = await operator(store).listApiKeys({ after, limit: limits.pageMaximum });
    yield data;
    more = has_more;
    after = data.at(-1)?.key_id;
  }
}

/** All stores of the stack, by id. */
export async function listStores({ operator, show }: Session): Promise<Outcome> {
  const data: ResultOf<typeof operators.listStores>['data'] = [];
  for (let more = true; more; ) {
    const page = await operator().listStores({ after: data.at(-1)?.id, limit: limits.pageMaximum });
    data.push(...page.data);
    more = page.has_more;
    if (more) show(`${data.length} stores`);
  }
  const columns = ['id', 'currency', 'limit', 'created_at', 'name'] as const;
  const shown = data.map((store) => ({
    ...store,
    limit: `${store.rate_limit.requests} in ${store.rate_limit.window_seconds} s`,
  }));
  return { result: { data }, text: asTable(columns, shown), ok: true };
}

/** Everything that is kept of a customer. */
export async function exportCustomer(
  { store, customer }: { store: string; customer: string },
  { operator, show }: Session,
): Promise<Outcome> {
  const data: Exported[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const payload = { customer_id: customer, after, limit: limits.pageMaximum };
    const page: ResultOf<typeof contract> = await operator(store).exportCustomer(payload);
    data.push(...page.data);
    after = page.next;
    if (after !== null) show(`${data.length} records`);
  }
  return { result: { data }, text: data.map((record) => JSON.stringify(record)).join('\n'), ok: true };
}

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

const driftLine = ({ product_id, stored, counted }: operators.Drift): string =>
  `${product_id}  has ${stored.review_count} reviews with a sum of ${stored.rating_sum}, ` +
  `counted ${counted.review_count} with a sum of ${counted.rating_sum}`;

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
