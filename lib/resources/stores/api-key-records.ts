/**
 * API keys (decisions, "Authentication"): `sk_`, the store's id without its prefix, `_`, and 32 bytes in base64url: 24
 * random bytes and an 8-byte check that only this deployment can make. So the store is known before any read, and a
 * key of another deployment is refused without a read. Only the SHA-256 of a key is kept.
 */
import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { BoundedMap } from '../../runtime/collections.ts';
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { isPublicId } from '../../schema/ids.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';
import { listUnder, type Page } from '../../table/reads.ts';
import { absentOfKey } from './fields.ts';
import type { ApiKeyRecord } from './rules.ts';

const format = /^sk_([A-Za-z0-9]{1,64})_([A-Za-z0-9_-]{43})$/;
const checkBytes = 8;

/** By the deployment's secret, which does not change while a function lives. */
const checkKeys = new BoundedMap<string, KeyObject>(2);

function checkKeyOf(secret: string): KeyObject {
  const key = checkKeys.get(secret) ?? createSecretKey(secret, 'base64url');
  checkKeys.set(secret, key);
  return key;
}

const checkOf = (store: string, random: Buffer, secret: string): Buffer =>
  createHmac('sha256', checkKeyOf(secret)).update(`${store} `).update(random).digest().subarray(0, checkBytes);

/** A store's key, from 24 random bytes and the check made from them with the deployment's secret. */
export function keyOf(store: string, random: Buffer, secret: string): string {
  const [, name = ''] = store.split('_');
  return `sk_${name}_${Buffer.concat([random, checkOf(store, random, secret)]).toString('base64url')}`;
}

/** Whether a key looks like one, of any deployment. */
export const isWellFormed = (apiKey: string): boolean => format.test(apiKey);

/** The id of the store that a key names; undefined where the key is malformed or this deployment never made it. */
export function storeOf(apiKey: string, secret: string): string | undefined {
  const [, name = '', coded = ''] = format.exec(apiKey) ?? [];
  const store = `sto_${name}`;
  const bytes = Buffer.from(coded, 'base64url');
  if (!isPublicId('store', store) || bytes.toString('base64url') !== coded) return undefined;
  const [random, check] = [bytes.subarray(0, -checkBytes), bytes.subarray(-checkBytes)];
  return timingSafeEqual(check, checkOf(store, random, secret)) ? store : undefined;
}

/** SHA-256 of an API key, in hexadecimal. */
export const hashApiKey = (apiKey: string): string => createHash('sha256').update(apiKey).digest('hex');

/** An API key as it is read, with defaults for fields that it was stored without. */
export const readKey = readerWith({
  ...absentOfKey,
  id: asStored,
  store_id: asStored,
  name: asStored,
  permission: asStored,
  hash: asStored,
  created_at: asStored,
  revokes_at: asStored,
} satisfies StoredAs<ApiKeyRecord>);

/** The API key with this hash, revoked ones included, or undefined. */
export const findByHash = (hash: string) => items.find<ApiKeyRecord>(keys.apiKeyByHash(hash), readKey);

/** The API key with this id, revoked ones included, or undefined. */
export const find = (store: string, id: string) => items.find<ApiKeyRecord>(keys.apiKey(store, id), readKey);

/** A store's API keys after the one with the id `after`, revoked ones included, newest first. */
export const list = (store: string, page: Page) =>
  listUnder<ApiKeyRecord>((id) => keys.apiKey(store, id), { ...page, newestFirst: true, read: readKey });

/** A new API key under its id and under its hash. */
export const create = (key: ApiKeyRecord): Write[] => keysOf(key).map((itemKey) => items.create(itemKey, key));

/** The API key with other attributes, under both its keys. */
export const replace = (read: Stored<ApiKeyRecord>, next: ApiKeyRecord): Write[] =>
  keysOf(next).map((itemKey) => items.change(itemKey, read, next));

const keysOf = ({ store_id, id, hash }: ApiKeyRecord) => [keys.apiKey(store_id, id), keys.apiKeyByHash(hash)];
