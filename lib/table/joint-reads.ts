/**
 * Joins the reads by key of one request. All keys that its code asks for before it waits for AWS are read in one call, including the caller's
 * API key and store.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Key } from './keys.ts';

/** Reads items. A repeated key is read once; missing items are omitted. */
type ReadItems = (keys: readonly Key[]) => Promise<ReadonlyMap<string, object>>;

/** A text that no two keys share. */
export const nameOf = ({ pk, sk }: Key): string => `${pk.length} ${pk}${sk}`;

interface Joined {
  keys: Key[];
  items: Promise<ReadonlyMap<string, object>>;
}

class Request {
  #joined: Joined | undefined;

  read(keys: readonly Key[], readItems: ReadItems): Promise<ReadonlyMap<string, object>> {
    this.#joined ??= this.#begin(readItems);
    this.#joined.keys.push(...keys);
    return this.#joined.items;
  }

  #begin(readItems: ReadItems): Joined {
    const { promise: items, resolve } = Promise.withResolvers<ReadonlyMap<string, object>>();
    const keys: Key[] = [];
    // Runs after all work that does not wait for AWS.
    process.nextTick(() => {
      this.#joined = undefined;
      resolve(readItems(keys));
    });
    return { keys, items };
  }
}

const requests = new AsyncLocalStorage<Request>();

/** Runs the work of one request, joining its reads. */
export const batchReads = <T>(work: () => T): T => requests.run(new Request(), work);

/** The items under some keys, by the keys' names, in one call with the other reads of the request. */
export const readInBatch = (keys: readonly Key[], readItems: ReadItems): Promise<ReadonlyMap<string, object>> =>
  requests.getStore()?.read(keys, readItems) ?? readItems(keys);
