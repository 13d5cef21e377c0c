/** How many emails that ask for reviews a store sent in each week, and how many reviews were written with their links. */
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { secondsBefore } from '../../schema/times.ts';
import type { Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';
import type { Week } from './fields.ts';
import { weekOf } from './rules.ts';

const read = readerWith({ week: asStored, sent: 0, reminded: 0, reviews: 0 } satisfies StoredAs<Week>);

/** Counts one more in the week of a time. */
export const count = (store: string, what: Exclude<keyof Week, 'week'>, now: string): Write =>
  items.update(keys.reviewRequestWeek(store, weekOf(now)), { set: { week: weekOf(now) }, added: { [what]: 1 } });

/** The weeks with counts in a period, those of its first and last second included, the oldest first. */
export async function list(store: string, { from, to }: { from: string; to: string }) {
  const { pk, sk } = keys.reviewRequestWeek(store, weekOf(secondsBefore(from, secondsOfWeek)));
  const listed = await items.list<Week>({ pk, prefix: 'WEEK#', after: sk, read });
  return listed.filter(({ week }) => week <= weekOf(to));
}

const secondsOfWeek = 7 * 86_400;
