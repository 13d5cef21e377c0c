/** A Query or a BatchGetItem as AWS promises it: each item as it was at some moment of the call, the whole at none. */
import type { Found, Shape } from './indexes.ts';
import type { Random } from './random.ts';
import { only, type RawItem } from './raw-items.ts';

/** What a query answers whose items were read at either of two moments, `limit` at most. */
export function mixed(
  moments: readonly [Found, Found],
  { order, keyNames }: Shape,
  limit: number | undefined,
  random: Random,
): Found {
  const placeOf = (item: RawItem): string => JSON.stringify(keyNames.map((name) => item[name]));
  const byPlace = moments.map(({ items }) => new Map(items.map((item) => [placeOf(item), item])));
  const places = new Map(moments.flatMap(({ items }) => items.map((item) => [placeOf(item), item])));
  const items: RawItem[] = [];
  for (const [place, item] of [...places].toSorted(([, a], [, b]) => order(a, b))) {
    // A moment tells nothing of what lies beyond the end of its page.
    const telling = byPlace.filter((_, index) => !isBeyond(item, moments[index]?.end, order));
    const told = random.among(telling)?.get(place);
    if (told) items.push(told);
    if (items.length === limit) return { items, end: only(item, keyNames) };
  }
  return { items, end: lastOf(moments, order) };
}

const isBeyond = (item: RawItem, end: RawItem | undefined, order: Shape['order']): boolean =>
  end !== undefined && order(item, end) > 0;

/** Where the page ends that tells most. */
const lastOf = ([{ end: first }, { end: second }]: readonly [Found, Found], order: Shape['order']) =>
  first && second && (order(first, second) > 0 ? first : second);
