import { invalidField } from '../../schema/errors.ts';

/** A store as it is kept; money is in the smallest unit of `currency` (ISO 4217). */
export interface Store {
  id: string;
  name: string;
  currency: string;
  rate_limit: RateLimit;
  created_at: string;
  /** What it was made from, once it has been changed: by that the request to make it is told again. */
  made_from?: StoreContent;
}

/** What a store is made from. */
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

/** Whether a store was made from what a request to create it asks for, so that the request can be made twice. */
export const matchesRequest = ({ made_from, ...store }: Store, asked: StoreContent): boolean =>
  isSame(made_from ?? store, asked);

const isSame = (one: StoreContent, other: StoreContent): boolean =>
  one.name === other.name &&
  one.currency === other.currency &&
  one.rate_limit.requests === other.rate_limit.requests &&
  one.rate_limit.window_seconds === other.rate_limit.window_seconds;

/** What of a store is to change; what is left out stays. */
type StoreUpdate = { [Field in keyof StoreContent]?: StoreContent[Field] | null | undefined };

/** The store with another name or limit; undefined where it stays as it is. Throws `INVALID_FIELD` for another currency. */
export function updateStore(store: Store, { name, currency, rate_limit }: StoreUpdate): Store | undefined {
  if (currency && currency !== store.currency) throw invalidField('currency cannot be changed');
  const next = { ...store, name: name ?? store.name, rate_limit: rate_limit ?? store.rate_limit };
  const made_from = store.made_from ?? { name: store.name, currency: store.currency, rate_limit: store.rate_limit };
  return isSame(next, store) ? undefined : { ...next, made_from };
}
