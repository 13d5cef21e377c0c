/** Lists of the HTTP API, as a command shows them. */
import type { List } from '../../lib/client/list.ts';
import { limits } from '../../lib/schema/limits.ts';
import { asTable, type Outcome } from './command.ts';

interface Shown<T, Row extends object> {
  /** How many to list at most. */
  limit: number;
  columns: readonly (keyof Row & string)[];
  rowOf(item: T): Row;
  /** The text for an empty list. */
  none: string;
}

/** The size of the first page: one more than is shown, which shows whether more follow. */
export const pageOf = (limit: number): number => Math.min(limit + 1, limits.pageMaximum);

/** The first items of a list, and how to continue. */
export async function listed<T extends { id: string }, Row extends object>(
  list: List<T>,
  { limit, columns, rowOf, none }: Shown<T, Row>,
): Promise<Outcome> {
  const found = await list.toArray({ limit: limit + 1 });
  const data = found.slice(0, limit);
  const has_more = found.length > limit;
  const more = has_more ? [`More follow: add --after ${data.at(-1)?.id}`] : [];
  return { result: { data, has_more }, text: [asTable(columns, data.map(rowOf), none), ...more].join('\n'), ok: true };
}
