import type { Write } from './items.ts';
import type { Key } from './keys.ts';

/** An item as it is in the table, whichever release wrote it. */
export type StoredItem = Key & Readonly<Record<string, unknown>>;

/** What items of earlier releases lack. Played on every item once; playing it again changes nothing. */
export interface ItemMigration {
  /** Whether an item may lack it, told by the item alone. */
  concerns(item: StoredItem): boolean;
  /** The writes that add it to what is stored by now: none where nothing is missing. */
  writes(store: string, item: StoredItem, now: string): Promise<readonly Write[]>;
}

/** Whether an item is in none of the numbered parts of an index: earlier releases had one partition for all. */
export const isUndivided = (partition: unknown): boolean => typeof partition === 'string' && !/#\d+$/.test(partition);
