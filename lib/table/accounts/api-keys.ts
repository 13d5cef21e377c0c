/** API keys. Only the SHA-256 of a key is kept; it is what leads from a caller to a store. */
import { createHash } from 'node:crypto';
import type { Permission } from '../../contract/kinds/operation.ts';
import type { Stored, Write } from '../items.ts';
import * as items from '../items.ts';
import { keys } from '../keys.ts';
import type { Page } from '../pages.ts';

export interface ApiKey {
  id: string;
  store_id: string;
  hash: string;
  name: string;
  permission: Permission;
  created_at: string;
  revoked_at: string | null;
}

/** SHA-256 of an API key, in hexadecimal. */
export const hashApiKey = (apiKey: string): string => createHash('sha256').update(apiKey).digest('hex');

/** The API key with this hash, revoked ones included, or undefined. */
export const findByHash = (hash: string) => items.find<ApiKey>(keys.apiKeyByHash(hash));

/** The API key with this id, revoked ones included, or undefined. */
export const find = (store: string, id: string) => items.find<ApiKey>(keys.apiKey(store, id));

/** A store's API keys after the one with the id `after`, revoked ones included, newest first. */
export const list = (store: string, { after, limit }: Page) => {
  const { pk, sk: prefix } = keys.apiKey(store, '');
  return items.list<ApiKey>({ pk, prefix, after: after && keys.apiKey(store, after).sk, limit, newestFirst: true });
};

/** What may be shown of an API key: neither the key nor its hash. */
export const view = ({ id, name, permission, created_at, revoked_at }: ApiKey) => ({
  key_id: id,
  name,
  permission,
  created_at,
  revoked_at,
});

/** A new API key under its id and under its hash. */
export const create = (key: ApiKey): Write[] => keysOf(key).map((itemKey) => items.create(itemKey, key));

/** The API key with other attributes, under both its keys. */
export const replace = (read: Stored<ApiKey>, next: ApiKey): Write[] =>
  keysOf(next).map((itemKey) => items.replace(itemKey, read, next));

const keysOf = ({ store_id, id, hash }: ApiKey) => [keys.apiKey(store_id, id), keys.apiKeyByHash(hash)];
