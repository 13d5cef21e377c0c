import type { Exported } from '../../lib/resources/customers/export-fields.ts';
import type { exportCustomer as contract } from '../../lib/resources/customers/functions.ts';
import type { ResultOf } from '../../lib/schema/invocable.ts';
import { limits } from '../../lib/schema/limits.ts';
import { createPrivate } from '../command-line/private-file.ts';
import { asLines, counted, type Outcome, type Session } from './command.ts';
import { confirm } from './confirmation.ts';

/** Everything that is kept of a customer, to a file that only its owner can read, or to standard output. */
export async function exportCustomer(
  { store, customer, to }: { store: string; customer: string; to: string | undefined },
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
  const text = data.map((record) => JSON.stringify(record)).join('\n');
  if (to === undefined) return { result: { data }, text, ok: true };
  const file = await createPrivate(to);
  await file.writeFile(`${text}\n`).finally(() => file.close());
  return { result: { records: data.length, to }, text: `${counted(data.length, 'record')} written to ${to}`, ok: true };
}

/** Deletes a customer once a person has typed its id, or a script has said `--yes`. */
export async function deleteCustomer(
  { store, customer, yes }: { store: string; customer: string; yes: boolean },
  { operator }: Session,
): Promise<Outcome> {
  if (!yes) await confirm(customer, () => operator(store).exportCustomer({ customer_id: customer, limit: 1 }));
  const result = await operator(store).deleteCustomer({ customer_id: customer });
  return { result, text: asLines(result), ok: true };
}

/** Removes an address from gift cards, once a person has typed it, or a script has said `--yes`. */
export async function forgetAddress(
  { store, email, yes }: { store: string; email: string; yes: boolean },
  { operator }: Session,
): Promise<Outcome> {
  // Without a change, the function returns the store.
  if (!yes) await confirm(email, () => operator(store).updateStore({}));
  const result = await operator(store).forgetAddress({ email });
  return { result, text: asLines(result), ok: true };
}
