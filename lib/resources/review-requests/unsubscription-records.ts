/**
 * Email addresses that get no emails that ask for reviews. An address is kept as an HMAC, so it can stay after its
 * customer was deleted.
 */
import { createHmac, type KeyObject } from 'node:crypto';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';
import { keyToKeep, keyToRead } from '../stores/deployment-key-records.ts';

interface Unsubscription {
  unsubscribed_at: string;
}

/** When an address, given by its digest (`shopperOf`), was unsubscribed; or undefined. */
export const find = async (store: string, shopper: string): Promise<Stored<Unsubscription> | undefined> =>
  items.find<Unsubscription>(await keyOf(store, shopper), items.rawItem);

/** Unsubscribes an address. */
export const create = async (store: string, shopper: string, now: string): Promise<Write> => {
  const key = keyUnder(await keyToKeep(purpose), store, shopper);
  return items.create(key, { unsubscribed_at: now } satisfies Unsubscription);
};

/** Makes the commit require that the address is not unsubscribed. */
export const checkAbsent = async (store: string, shopper: string): Promise<Write> =>
  items.checkAttributes(await keyOf(store, shopper), { without: ['pk'] });

/** Lets an unsubscribed address get them again. */
export const remove = async (store: string, shopper: string, read: Stored<Unsubscription>): Promise<Write> =>
  items.remove(await keyOf(store, shopper), read);

const purpose = 'unsubscribed';

const keyOf = async (store: string, shopper: string): Promise<Key> =>
  keyUnder(await keyToRead(purpose), store, shopper);

const keyUnder = (secret: KeyObject, store: string, shopper: string): Key =>
  keys.unsubscription(store, createHmac('sha256', secret).update(`${store} ${shopper}`).digest('base64url'));
