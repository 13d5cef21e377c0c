/** Bearer authentication and permissions (contract, "Authentication"; decisions, "Authentication, permissions, rate limits"). */
import { ApiError, notFound } from '../contract/kinds/errors.ts';
import { limits } from '../contract/kinds/limits.ts';
import type { Operation, Permission } from '../contract/kinds/operation.ts';
import { BoundedMap } from '../runtime/bounded-map.ts';
import { isOff } from '../runtime/settings.ts';
import * as apiKeys from '../table/accounts/api-keys.ts';
import * as stores from '../table/accounts/stores.ts';
import type { Caller, ChainRequest } from './exchange.ts';
import { header } from './request.ts';

const apiKeyPattern = /^sk_[A-Za-z0-9_-]{43}$/;

const unauthorized = (message: string) =>
  new ApiError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer' } });

/** `Write` includes `Read`. */
const permits = (granted: Permission, needed: Permission): boolean => granted === 'Write' || granted === needed;

/** A switched-off part of the service does not exist, for anybody: 404 before authentication. */
export function serviceSwitch({ switch: name }: Operation) {
  return {
    before() {
      if (name && isOff(name)) throw notFound();
    },
  };
}

/**
 * 401 without a valid key. A key is found by its digest and never compared with another, so the time that takes tells nothing of
 * any key.
 */
export function authentication() {
  return {
    async before({ event, context }: ChainRequest) {
      const authorization = header(event, 'authorization');
      if (!authorization) throw unauthorized('Authentication required');
      const apiKey = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
      if (!apiKey || !apiKeyPattern.test(apiKey)) throw unauthorized('Invalid API key');
      const caller = await identify(apiKey);
      if (!caller) throw unauthorized('Invalid API key');
      context.exchange.caller = { ...caller, secret: apiKey };
    },
  };
}

/** After the rate limit, so that a 403 carries its headers too. */
export function permission(operation: Operation) {
  return {
    before({ context }: ChainRequest) {
      const granted = context.exchange.caller?.key.permission;
      if (!granted || !permits(granted, operation.permission))
        throw new ApiError('FORBIDDEN', 'Insufficient permissions');
    },
  };
}

type Identity = Pick<Caller, 'store' | 'key'>;

const remembered = new BoundedMap<string, { identity: Identity; until: number }>(1000);

/** Forgets the remembered keys, as a new function would begin. */
export const forgetApiKeys = (): void => remembered.clear();

/** Whose key this is, looked up at most once a minute: a revoked key is refused everywhere within 60 seconds. */
async function identify(apiKey: string): Promise<Identity | undefined> {
  const hash = apiKeys.hashApiKey(apiKey);
  const startedAt = Date.now();
  const known = remembered.get(hash);
  if (known && startedAt < known.until) return known.identity;
  remembered.delete(hash);

  const key = await apiKeys.findByHash(hash);
  if (!key || key.revoked_at) return undefined;
  const store = await stores.find(key.store_id);
  if (!store) return undefined;

  const identity = { store, key: { id: key.id, name: key.name, permission: key.permission } };
  remembered.set(hash, { identity, until: startedAt + limits.apiKeySeconds * 1000 });
  return identity;
}
