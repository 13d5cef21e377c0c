/**
 * Restocks: which variant, how many were waiting, and how far their notification has come. The waitlist's parts are
 * notified side by side, each in the order of its entries, so that no entry is visited twice: who joins again behind the
 * place a part has come to waits for the next restock. All of a restock lies in one partition, for an operator to read.
 */
import type { Progress } from '../domain/restock.ts';
import type { Stored, Write } from './entities.ts';
import * as entities from './entities.ts';
import { keys } from './keys.ts';

export interface Restock {
  restock_id: string;
  product_id: string;
  variant_id: string;
  /** Entries that were waiting. */
  notifying: number;
  created_at: string;
}

/** The restock, or undefined. */
export const find = (store: string, id: string) => entities.get<Restock>(keys.restock(store, id));

export const create = (store: string, restock: Restock): Write =>
  entities.create(keys.restock(store, restock.restock_id), restock);

/** The restock and how far a part of it has come; undefined where there is no such restock. */
export async function findPart(store: string, id: string, part: number) {
  const [restock, progress] = await Promise.all([
    find(store, id),
    entities.get<Progress>(keys.restockPart(store, id, part)),
  ]);
  return restock && { restock, progress };
}

/** Records a batch and how far its part has come with it. */
export const advance = (store: string, id: string, read: Stored<Progress> | undefined, batch: Batch): Write[] => [
  entities.createOrReplace(keys.restockPart(store, id, batch.progress.part), read, batch.progress),
  ...(batch.size > 0 ? [entities.create(keys.restockBatch(store, id, batch.name), { size: batch.size })] : []),
];

interface Batch {
  name: string;
  /** How many shoppers it notifies. */
  size: number;
  progress: Progress;
}

/** Whether the batch has been committed: only then are its mails due. */
export async function isCommitted(store: string, id: string, batch: string): Promise<boolean> {
  return (await entities.get(keys.restockBatch(store, id, batch))) !== undefined;
}
