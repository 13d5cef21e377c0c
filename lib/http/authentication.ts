/** Bearer authentication (contract, "Authentication"; decisions, "Authentication, permissions, rate limits"). */

import { hashApiKey, isWellFormed, readKey, storeOf } from '../resources/stores/api-key-records.ts';
import { type ApiKeyRecord, hasEnded } from '../resources/stores/api-key-rules.ts';
import * as deploymentSecret from '../resources/stores/deployment-secret-records.ts';
import { read as readStore } from '../resources/stores/records.ts';
import type { Store } from '../resources/stores/rules.ts';
import { BoundedMap } from '../runtime/bounded-map.ts';
import { timestampNow } from '../runtime/clock.ts';
import { ApiError } from '../schema/errors.ts';
import * as items from '../table/items.ts';
import { keys } from '../table/keys.ts';
import type { Credentials, Identity } from './exchange.ts';
import { bearerToken, header, type ProxyEvent } from './request.ts';

const unauthorized = (message = 'Invalid API key') =>
  new ApiError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer' } });

/** Hashes of keys that have ended, which they do for good. */
const ended = new BoundedMap<string, true>(5000);

/**
 * Whom a request says it comes from. Throws 401 without a key, and with one that this deployment never made or that is known to
 * have ended, without a call to AWS.
 */
export async function readCredentials(event: ProxyEvent): Promise<Credentials> {
  if (!header(event, 'authorization')) throw unauthorized('Authentication required');
  const apiKey = bearerToken(event);
  if (!apiKey || !isWellFormed(apiKey)) throw unauthorized();
  const secret = await deploymentSecret.find();
  const storeId = secret && storeOf(apiKey, secret);
  const keyHash = hashApiKey(apiKey);
  if (!storeId || ended.has(keyHash)) throw unauthorized();
  return { storeId, keyHash, apiKey };
}

/**
 * Verifies a key and reads its store. A key is found by its digest and never compared with another, so the time that takes tells
 * nothing of any key. Throws 401 where it has ended or is not there.
 */
export async function identify({ storeId, keyHash }: Credentials): Promise<Identity> {
  const [key, store] = await items.findMany<ApiKeyRecord | Store>(
    [keys.apiKeyByHash(keyHash), keys.store(storeId)],
    (item) => (isKey(item) ? readKey(item) : readStore(item)),
  );
  if (!isKey(key) || !isStore(store)) throw unauthorized();
  if (hasEnded(key, timestampNow())) {
    ended.set(keyHash, true);
    throw unauthorized();
  }
  return { store, key };
}

const isKey = (item: ApiKeyRecord | Store | undefined): item is ApiKeyRecord => item !== undefined && 'hash' in item;

const isStore = (item: ApiKeyRecord | Store | undefined): item is Store => item !== undefined && 'currency' in item;
