/**
 * An upper bound of a store's open uploads to the bucket. Each Start raises it and nothing lowers it, so no Finish, Abandon or sweep waits
 * for its item. At the limit the uploads themselves are counted, by their keys, and the bound falls to that count.
 */
import * as batches from '../../runtime/batches.ts';
import { limits } from '../../schema/limits.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';
import { type Page, pagesOf } from '../../table/reads.ts';
import type { OpenUploads } from './rules.ts';
import { allParts, type UnownedObjects } from './unowned-object-records.ts';

/** The bound; absent before the store's first upload. */
export const find = (store: string) => items.find<OpenUploads>(keys.openUploads(store), items.rawItem);

/** Counts one more open upload. Fails if the bound has reached the limit. */
export const raise = (store: string): Write =>
  items.update(keys.openUploads(store), {
    added: { at_most: 1, version: 1 },
    atMost: { at_most: limits.openUploads - 1 },
  });

/** Lowers the bound to what was counted after it was read; fails if an upload was opened since. */
export const lower = (store: string, read: Stored<OpenUploads>, counted: number, now: string): Write =>
  items.change(keys.openUploads(store), read, { at_most: counted, counted_at: now });

/** The uploads that are not finished, abandoned or swept; at most `limits.openUploads`. */
export async function count(store: string): Promise<number> {
  const counts = await Promise.all(allParts.map((part) => countPart(store, part)));
  return Math.min(
    counts.reduce((sum, one) => sum + one, 0),
    limits.openUploads,
  );
}

async function countPart(store: string, part: number): Promise<number> {
  const { pk, sk: prefix } = keys.unowned(store, part, '');
  const read = (page: Page) =>
    items.list<UnownedObjects & Key & { file_size?: number }>({ pk, prefix, ...page, read: items.rawItem });
  let counted = 0;
  for await (const page of pagesOf(read, ({ sk }) => sk, { limit: batches.countedUploads.size })) {
    // Other objects without an owner are not uploads.
    counted += page.filter(({ ended, file_size }) => !ended && file_size !== undefined).length;
    if (counted >= limits.openUploads) break;
  }
  return counted;
}
