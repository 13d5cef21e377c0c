/**
 * Joins what a request reads by key: whatever is asked for before anything is waited for, the caller's key and store included,
 * goes in one call. So a request reads once beside its queries, whoever of its parts asks for what.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Key } from './keys.ts';

/** Reads items, a key that is given twice once; what is missing is left out. */
type ReadItems = (keys: readonly Key[]) => Promise<ReadonlyMap<string, object>>;

/** A key, told from all others. */
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
    // It comes after all that goes on without waiting for AWS.
    process.nextTick(() => {
      this.#joined = undefined;
      resolve(readItems(keys));
    });
    return { keys, items };
  }
}

const requests = new AsyncLocalStorage<Request>();

/** Does the work of one request, whose reads are joined. */
export const joiningReads = <T>(work: () => T): T => requests.run(new Request(), work);

/** What lies under some keys, by their names; with what else the request asks for. */
export const readJointly = (keys: readonly Key[], readItems: ReadItems): Promise<ReadonlyMap<string, object>> =>
  requests.getStore()?.read(keys, readItems) ?? readItems(keys);
