import type { listStores as contract } from '../../lib/resources/stores/functions.ts';
import type { ResultOf } from '../../lib/schema/invocable.ts';
import { limits } from '../../lib/schema/limits.ts';
import { asTable, type Outcome, type Session } from './command.ts';

/** All stores of the stack, by id. */
export async function listStores({ operator, show }: Session): Promise<Outcome> {
  const data: ResultOf<typeof contract>['data'] = [];
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
