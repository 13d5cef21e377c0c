/** Reads of lists, a page at a time (contract, "Pagination"). */
import { candidatesOnPage } from '../runtime/batches.ts';
import type { Reader, Stored } from './items.ts';
import * as items from './items.ts';
import type { Key } from './keys.ts';

/** Which page is read. */
export interface Page {
  /** The id after which it begins; it need not exist. */
  after?: string | undefined;
  limit: number;
}

/** Pages of `limit` items, one after the other, until the list ends; `nameOf` returns the value of `after` that continues after an item. */
export async function* pagesOf<T>(
  read: (page: Page) => Promise<readonly T[]>,
  nameOf: (item: T) => string,
  { after: begin, limit }: Page,
): AsyncGenerator<readonly T[]> {
  let after = begin;
  for (let more = true; more; ) {
    const page = await read({ after, limit });
    yield page;
    const last = page.at(-1);
    after = last && nameOf(last);
    more = page.length === limit;
  }
}

/** What matches on a page of a list. */
export interface Matching<T> {
  items: T[];
  /** The id after which the list continues, if it may have more. The item with this id need not match. */
  next: string | undefined;
}

/**
 * Up to `limit` items that match; fewer, or none, although more follow. Reads on only while nothing matches, and judges a bounded number of
 * items, so that the cost of a page does not depend on the size of the list.
 */
export async function listMatching<T extends { id: string }>(
  read: (page: Page) => Promise<readonly T[]>,
  matches: (item: T) => boolean,
  { after, limit }: Page,
): Promise<Matching<T>> {
  let begin = after;
  for (let left = candidatesOnPage.size, size = limit; ; size = Math.min(4 * size, left)) {
    const page = await read({ after: begin, limit: size });
    const items = page.filter(matches);
    begin = page.at(-1)?.id;
    left -= size;
    const isEnd = page.length < size;
    if (items.length > 0 || isEnd || left <= 0) {
      return { items: items.slice(0, limit), next: isEnd ? undefined : begin };
    }
  }
}

/** A Lambda response has at most 6 MB, and contains the reply as JSON within JSON. */
const pageBytesAtMost = 5_000_000;

/**
 * A page of the contract's list envelope, from one item more than the page holds. If the items are too large for a
 * function's response, the page is shorter, and the other items are on the next page. `next`: the id after which the list continues, if it
 * may have more although these items do not fill the page.
 */
export function pageOf<T, V>(
  items: readonly T[],
  limit: number,
  view: (item: T) => V,
  next?: string,
): { data: V[]; has_more: boolean; next_after?: string } {
  const data: V[] = [];
  let bytes = 0;
  for (const item of items.slice(0, limit)) {
    const shown = view(item);
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(shown)));
    if (bytes > pageBytesAtMost && data.length > 0) break;
    data.push(shown);
  }
  if (data.length < items.length) return { data, has_more: true };
  return next === undefined ? { data, has_more: false } : { data, has_more: true, next_after: next };
}

/**
 * Up to `limit` items after the one with the id `after`, which need not exist, in the order of their ids. `keyOf` returns the key of an
 * id; the key of the empty id is the prefix of all keys.
 */
export function listUnder<T>(
  keyOf: (id: string) => Key,
  { after, limit, ...rest }: Page & { newestFirst?: boolean; read: Reader<T> },
): Promise<Stored<T>[]> {
  const { pk, sk: prefix } = keyOf('');
  return items.list<T>({ pk, prefix, after: after && keyOf(after).sk, limit, ...rest });
}

/** Ids of up to `limit` items after the one with the id `after`, of a partition that holds nothing but them. */
export async function listIdsUnder(keyOf: (id: string) => Key, { after = '', limit }: Page): Promise<string[]> {
  const { pk, sk } = keyOf(after);
  const listed = await items.list<{ id: string }>({ pk, prefix: '', after: sk, limit, read: items.rawItem });
  return listed.map(({ id }) => id);
}

/** The existing items under those keys, in the keys' order. */
export async function findPresent<T>(keys: readonly Key[], read: Reader<T>): Promise<Stored<T>[]> {
  const found = await items.findMany<T>(keys, read);
  return found.filter((item) => item !== undefined);
}
