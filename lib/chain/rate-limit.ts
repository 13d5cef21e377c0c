/** A fixed window for each store and API key (contract, "Limits"; decisions, "Authentication, permissions, rate limits"). */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  type ApiKeyRecord,
  countingOf,
  endOf,
  grantOf,
  type RateLimit,
  rateLimitOf,
  type Store,
  windowEnd,
} from '../resources/stores/rules.ts';
import { BoundedMap } from '../runtime/collections.ts';
import { describeError, log } from '../runtime/log.ts';
import { ApiError } from '../schema/errors.ts';
import { limits } from '../schema/limits.ts';
import { clockSkewSeconds } from '../schema/times.ts';
import { dynamodb, requestTable } from '../table/client.ts';
import type { Credentials, RateWindow } from './exchange.ts';

/** The last seen limit of each store: a request is counted before its store is read. A store's keys for one function have the same limit. */
const lastSeen = new BoundedMap<string, RateLimit>(1000);

/** A function's knowledge of a window: the requests that it has leased and not used yet, and the counters that are used up. */
interface Lease {
  left: number;
  /** Requests remaining in the whole window besides the leased ones, as far as this function knows. */
  beyond: number;
  full: Set<number>;
}

const leases = new BoundedMap<string, Lease>(1000);

/** Windows that are used up, by the key's hash; `until` in milliseconds since 1970. */
const usedUp = new BoundedMap<string, { window: RateWindow; until: number }>(5000);

const usedUpMilliseconds = 10_000;

/**
 * The key's window if known to be used up. After ten seconds, or once the key has ended, the key is verified again.
 */
export function exhaustedWindow({ keyHash }: Credentials): RateWindow | undefined {
  const known = usedUp.get(keyHash);
  return known && Date.now() < known.until ? known.window : undefined;
}

/**
 * Counts a request at once in the window last seen for its store, and counts it again if the store's window turns out to be
 * different. A throttled count refuses the request; a count that fails for another reason does not.
 */
export async function count(credentials: Credentials, callerOf: Promise<Caller>): Promise<RateWindow> {
  const seconds = Math.floor(Date.now() / 1000);
  const guess = lastSeen.get(credentials.storeId) ?? limits.rateLimit;
  const first = take(credentials, guess, seconds);
  const { store, key } = await callerOf;
  const limit = rateLimitOf(store.rate_limit, key.permission);
  lastSeen.set(credentials.storeId, limit);
  const reset = windowEnd(seconds, limit);
  const taken = isCountedFor(limit, guess, await first) ? await first : await take(credentials, limit, seconds);
  const window = { ...limit, reset, ...(await judge(credentials, limit, seconds, taken)) };
  if (window.remaining < 0 && !window.throttled) {
    const ends = Date.parse(endOf(key) ?? '') || Number.POSITIVE_INFINITY;
    usedUp.set(credentials.keyHash, { window, until: Math.min(reset * 1000, Date.now() + usedUpMilliseconds, ends) });
  }
  return window;
}

/** The owner of a window in a store: an API key, identified by its hash, or a shopper, identified by a digest. */
type Counted = Pick<Credentials, 'storeId' | 'keyHash'>;

/** Counts a request of a shopper, who has a limit of their own and no key; or one from an IP address, identified by a digest. */
export async function countShopper(
  storeId: string,
  shopper: string,
  limit: RateLimit = limits.shopperRateLimit,
): Promise<RateWindow> {
  const counted = { storeId, keyHash: shopper };
  const seconds = Math.floor(Date.now() / 1000);
  const taken = await take(counted, limit, seconds);
  return { ...limit, reset: windowEnd(seconds, limit), ...(await judge(counted, limit, seconds, taken)) };
}

/** The fields of the caller that the count needs. */
interface Caller {
  store: Pick<Store, 'rate_limit'>;
  key: Pick<ApiKeyRecord, 'permission' | 'revoked_at' | 'revokes_at' | 'expires_at'>;
}

/** Whether a count under the guessed limit is valid for the true one. If only `requests` differs, a count from memory is not. */
const isCountedFor = (limit: RateLimit, guess: RateLimit, taken: Taken): boolean =>
  guess.window_seconds === limit.window_seconds &&
  (guess.requests === limit.requests || (taken !== 'leased' && taken !== 'used up'));

/** The 429 of a request that is over its store's limit, or undefined. */
export function refusal({ remaining, reset, throttled }: RateWindow): ApiError | undefined {
  if (remaining >= 0) return undefined;
  const seconds = throttled ? 1 : Math.max(1, reset - Math.floor(Date.now() / 1000));
  return new ApiError('RATE_LIMIT_EXCEEDED', 'Rate limit exceeded', { headers: { 'Retry-After': String(seconds) } });
}

/** The result of a count. After a write, `used` is the value of counter `item`, including the `size` requests of this write. */
type Taken =
  | { item: number; used: number; size: number }
  | 'leased'
  | 'used up'
  | 'throttled'
  /** A limit that cannot be counted must not take the store down with it. */
  | 'not counted';

async function take(counted: Counted, limit: RateLimit, seconds: number): Promise<Taken> {
  const lease = leaseOf(counted, limit, seconds);
  if (lease.left > 0) {
    lease.left -= 1;
    return 'leased';
  }
  const { items, lease: size } = countingOf(limit);
  const item = openItem(items, lease);
  if (item === undefined) return 'used up';
  try {
    return {
      item,
      size,
      used: await add(`${windowName(counted, limit, seconds)}#${item}`, size, windowEnd(seconds, limit)),
    };
  } catch (error) {
    if (isThrottled(error)) return 'throttled';
    log('warn', 'rate limit not counted', { store_id: counted.storeId, error: describeError(error) });
    return 'not counted';
  }
}

/** Whether the request is within its limit, and how many requests are left. If the counter is used up, tries another counter. */
async function judge(
  counted: Counted,
  limit: RateLimit,
  seconds: number,
  taken: Taken,
): Promise<Pick<RateWindow, 'remaining' | 'throttled'>> {
  if (taken === 'used up') return { remaining: -1 };
  if (taken === 'throttled') return { remaining: -1, throttled: true };
  const lease = leaseOf(counted, limit, seconds);
  if (taken === 'leased') return { remaining: lease.beyond + lease.left };
  if (taken === 'not counted') return { remaining: limit.requests };

  const counting = countingOf(limit);
  const granted = grantOf(counting, taken);
  if (granted > 0) {
    lease.left += granted - 1;
    lease.beyond = Math.max(0, limit.requests - counting.items * taken.used);
    return { remaining: lease.beyond + lease.left };
  }
  lease.full.add(taken.item);
  return judge(counted, limit, seconds, await take(counted, limit, seconds));
}

const windowName = ({ storeId, keyHash }: Counted, limit: RateLimit, seconds: number): string =>
  `${storeId}#RATE#${keyHash}#${limit.window_seconds}#${windowEnd(seconds, limit)}`;

/** After a change, a limit starts with no leased requests and no counter known to be used up. */
function leaseOf(counted: Counted, limit: RateLimit, seconds: number): Lease {
  const name = `${windowName(counted, limit, seconds)}#${limit.requests}`;
  const lease = leases.get(name) ?? { left: 0, beyond: 0, full: new Set<number>() };
  if (!leases.has(name)) leases.set(name, lease);
  return lease;
}

/** A random counter that is not known to be used up, so that functions spread over the counters. */
function openItem(items: number, { full }: Lease): number | undefined {
  const open = Array.from({ length: items }, (_, item) => item).filter((item) => !full.has(item));
  return open[Math.floor(Math.random() * open.length)];
}

async function add(pk: string, size: number, reset: number): Promise<number> {
  const { Attributes } = await dynamodb.send(
    new UpdateCommand({
      TableName: requestTable(),
      Key: { pk },
      UpdateExpression: 'ADD used :size SET expires_at = :reset',
      // On a slower clock, the window has not ended yet.
      ExpressionAttributeValues: { ':size': size, ':reset': reset + clockSkewSeconds },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Number(Attributes?.used);
}

const throttling = new Set(['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded']);

const isThrottled = (error: unknown): boolean => error instanceof Error && throttling.has(error.name);
