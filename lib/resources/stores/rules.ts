import { fixedCountries } from '../../schema/countries.ts';
import { invalidField } from '../../schema/errors.ts';
import type { Area, Operation, Permission } from '../../schema/operation.ts';

/** A store as it is stored; money is in the smallest unit of `currency` (ISO 4217). */
export interface Store {
  id: string;
  name: string;
  currency: string;
  rate_limit: RateLimit;
  /** Each `country_id` of the store with the code of its country (ISO 3166-1 alpha-2); 1 and 2 are always there. */
  countries: Countries;
  address_rules: AddressRules;
  created_at: string;
  /** The content that the store was created with; absent until the store is changed. It identifies a repeat of the request to create it. */
  made_from?: StoreContent;
}

type Countries = Readonly<Record<string, string>>;

/** The settings of a new store that its addresses follow. A store that was created before these settings existed has them too. */
export const defaultAddressSettings = {
  countries: fixedCountries,
  address_rules: 'contract',
} as const satisfies Pick<Store, 'countries' | 'address_rules'>;

/** Which rules new and changed addresses follow (decisions, "Customer addresses"). */
type AddressRules = 'contract' | 'country';

/** The content of a request to create a store. */
type StoreContent = Pick<Store, 'name' | 'currency' | 'rate_limit'>;

/** How many requests a store's API key may make in a fixed window. */
export interface RateLimit {
  requests: number;
  window_seconds: number;
}

/** Who made a change (contract, "Gift card transaction object"; decisions, "Gift cards"). */
export interface Actor {
  type: 'api_key' | 'customer' | 'system';
  name: string | null;
}

/** An API key as an actor. */
export interface ApiKeyActor extends Actor {
  type: 'api_key';
  name: string;
}

/** Whether a store was made from this request, so that the request can be repeated. */
export const matchesRequest = ({ made_from, ...store }: Store, asked: StoreContent): boolean =>
  isSame(made_from ?? store, asked);

const isSame = (one: StoreContent, other: StoreContent): boolean =>
  one.name === other.name &&
  one.currency === other.currency &&
  one.rate_limit.requests === other.rate_limit.requests &&
  one.rate_limit.window_seconds === other.rate_limit.window_seconds;

type Changeable = StoreContent & Pick<Store, 'countries' | 'address_rules'>;

/** The fields of a store to change; an omitted field stays. */
type StoreUpdate = { [Field in keyof Changeable]?: Changeable[Field] | null | undefined };

/** The store with its changes; undefined if nothing changes. Throws `INVALID_FIELD` for another currency. */
export function updateStore(store: Store, { currency, ...given }: StoreUpdate): Store | undefined {
  if (currency && currency !== store.currency) throw invalidField('currency cannot be changed', 'currency');
  const next = {
    ...store,
    name: given.name ?? store.name,
    rate_limit: given.rate_limit ?? store.rate_limit,
    countries: given.countries ?? store.countries,
    address_rules: given.address_rules ?? store.address_rules,
  };
  const made_from = store.made_from ?? { name: store.name, currency: store.currency, rate_limit: store.rate_limit };
  return isSame(next, store) && hasSameAddresses(next, store) ? undefined : { ...next, made_from };
}

const hasSameAddresses = (one: Changeable, other: Changeable): boolean =>
  one.address_rules === other.address_rules &&
  Object.keys(one.countries).length === Object.keys(other.countries).length &&
  Object.entries(one.countries).every(([number, code]) => other.countries[number] === code);

/** The most writes per second to one counter item: half of what DynamoDB accepts. */
const writesPerSecond = 500;

/** Functions that may hold a lease at once: an account's default concurrency. */
const holdersAtMost = 1000;

/** The share of a limit that leases may leave unused. */
const wasteAtMost = 0.05;

/** How one window is counted: on `items` counters of up to `share` requests each, `lease` requests taken with a write. */
interface Counting {
  items: number;
  share: number;
  lease: number;
}

/**
 * Counts up to 500 requests a second one by one on one item. Above that, each write takes a lease of one or more requests: as few as suffice,
 * and so few that all functions together leave at most 5% unused. If one item cannot take the remaining writes, they are spread over several.
 */
export function countingOf({ requests, window_seconds }: RateLimit): Counting {
  const rate = requests / window_seconds;
  const needed = Math.ceil(rate / writesPerSecond);
  const lease = Math.max(1, Math.min(needed, Math.floor((requests * wasteAtMost) / holdersAtMost)));
  const items = Math.max(1, Math.ceil(rate / (writesPerSecond * lease)));
  return { items, share: Math.floor(requests / items), lease };
}

/** How many of the `size` requests are granted to the write that raised a counter to `used`; 0 if it is used up. */
export const grantOf = ({ share }: Counting, { used, size }: { used: number; size: number }): number =>
  Math.max(0, Math.min(size, share - (used - size)));

/** The end of the window that contains a time, both in seconds since 1970. */
export const windowEnd = (seconds: number, { window_seconds }: RateLimit): number =>
  seconds - (seconds % window_seconds) + window_seconds;

/** An API key as it is kept: only the SHA-256 of the key itself. */
export interface ApiKeyRecord {
  id: string;
  store_id: string;
  hash: string;
  name: string;
  permission: Permission;
  /** Names of the storefront functions that a `Storefront` key may call; all if null or absent. */
  functions?: string[] | null;
  /** Areas of a `Read` or `Write` key; all if null or absent. */
  areas?: Area[] | null;
  created_at: string;
  /** When it was revoked. */
  revoked_at: string | null;
  /** The scheduled time of its revocation: from then on the key has ended, as after its expiry. */
  revokes_at?: string;
  expires_at?: string | null;
}

type Ends = Pick<ApiKeyRecord, 'revoked_at' | 'revokes_at' | 'expires_at'>;

/**
 * Whether a key has ended by a time. A revoked key has ended by any clock: this one may be behind the one that revoked
 * it.
 */
export function hasEnded(key: Ends, now: string): boolean {
  const end = endOf(key);
  return key.revoked_at !== null || (end !== null && end <= now);
}

/** When a key ends, or has ended; null if it never ends. */
export const endOf = (key: Ends): string | null => {
  const [first = null] = [revocationOf(key), key.expires_at].filter((end) => typeof end === 'string').toSorted();
  return first;
};

/** When a key was or will be revoked; null for never. */
export const revocationOf = ({ revoked_at, revokes_at }: Ends): string | null => revoked_at ?? revokes_at ?? null;

/**
 * Revokes a key at a time, or now if that is past or omitted. Undefined if it is revoked by then already: a planned
 * revocation can be moved to an earlier time, a past one stays.
 */
export function revoke(key: ApiKeyRecord, at: string | null | undefined, now: string): ApiKeyRecord | undefined {
  const time = at && at > now ? at : now;
  const planned = revocationOf(key);
  if (key.revoked_at !== null || (planned !== null && planned <= time)) return undefined;
  return time === now ? { ...key, revoked_at: now } : { ...key, revokes_at: time };
}

/** Throws `INVALID_FIELD` for a key that would have ended before it is made. */
export function refuseEnded(expires_at: string | null | undefined, now: string): void {
  if (expires_at && expires_at <= now) throw invalidField('expires_at must be in the future', 'expires_at');
}

/** Throws `INVALID_FIELD` if a key that is not `Storefront` is to be limited to some functions. */
export function refuseFunctions({ permission, functions }: Asked): void {
  if (functions && permission !== 'Storefront') {
    throw invalidField('functions can only be given with permission Storefront', 'functions');
  }
}

/** Throws `INVALID_FIELD` if a `Storefront` key is to be limited to some areas: it has no access to any. */
export function refuseAreas({ permission, areas }: Asked): void {
  if (areas && permission === 'Storefront') {
    throw invalidField('areas can only be given with permission Read or Write', 'areas');
  }
}

interface Asked {
  permission: Permission;
  functions?: readonly string[] | null | undefined;
  areas?: readonly Area[] | null | undefined;
}

/** Whether a key may use an operation. `Write` includes `Read`; neither includes `Storefront`, and `Storefront` includes neither. */
export function permits(key: Pick<ApiKeyRecord, 'permission' | 'functions'>, operation: Permitted): boolean {
  const { permission: needed, name } = operation;
  if (needed === 'Any') return true;
  if (needed === 'Storefront') return key.permission === 'Storefront' && (key.functions?.includes(name) ?? true);
  return key.permission === needed || (key.permission === 'Write' && needed === 'Read');
}

type Permitted = Pick<Operation, 'name' | 'permission'>;

/** The area of an operation that a key is not limited to; null if its areas include the operation. */
export const missingArea = (
  { areas }: Pick<ApiKeyRecord, 'areas'>,
  { area, alsoArea }: Pick<Operation, 'area' | 'alsoArea'>,
): Area | null => (areas && area && !areas.some((own) => own === area || own === alsoArea) ? area : null);

/** Message of the 403 for an operation of an area that the key lacks. */
export const missingAreaMessage = (area: Area): string => `The areas of the API key do not include ${area}`;

/** One `Storefront` key acts for every shopper of its store. */
const storefrontFactor = 10;

/** How many requests a key with a permission may make, where the store's limit is `limit`. */
export const rateLimitOf = (
  { requests, window_seconds }: RateLimit,
  permission: Operation['permission'],
): RateLimit => ({
  requests: permission === 'Storefront' ? requests * storefrontFactor : requests,
  window_seconds,
});
