/** A store as it is kept; money is in the smallest unit of `currency` (ISO 4217). */
export interface Store {
  id: string;
  name: string;
  currency: string;
  rate_limit: RateLimit;
  created_at: string;
}

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

/** Whether a store is what a request to create it asks for, so that the request can be made twice. */
export const isSameStore = (existing: Store, asked: Pick<Store, 'name' | 'currency' | 'rate_limit'>): boolean =>
  existing.name === asked.name &&
  existing.currency === asked.currency &&
  existing.rate_limit.requests === asked.rate_limit.requests &&
  existing.rate_limit.window_seconds === asked.rate_limit.window_seconds;
