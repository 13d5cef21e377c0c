import type { Exported } from '../../lib/resources/customers/export-fields.ts';
import type { exportCustomer as contract } from '../../lib/resources/customers/functions.ts';
import type { ResultOf } from '../../lib/schema/invocable.ts';
import { limits } from '../../lib/schema/limits.ts';
import type { Outcome, Session } from './command.ts';

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
