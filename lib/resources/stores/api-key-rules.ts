/** When an API key is good (decisions, "Authentication, permissions, rate limits"). */
import { invalidField } from '../../schema/errors.ts';
import type { Permission } from '../../schema/operation.ts';

/** An API key as it is kept: only the SHA-256 of the key itself. */
export interface ApiKeyRecord {
  id: string;
  store_id: string;
  hash: string;
  name: string;
  permission: Permission;
  created_at: string;
  /** When it was revoked. */
  revoked_at: string | null;
  /** When it is to be revoked, or was: it ends by the clock, as it does when it expires. */
  revokes_at?: string;
  expires_at?: string | null;
}

type Ends = Pick<ApiKeyRecord, 'revoked_at' | 'revokes_at' | 'expires_at'>;

/** Whether a key has ended by a time. A revoked one has, whatever the clock shows: it may be behind the one that revoked the key. */
export function hasEnded(key: Ends, now: string): boolean {
  const end = endOf(key);
  return key.revoked_at !== null || (end !== null && end <= now);
}

/** When a key ends, or has ended; null for one that nothing ends. */
export const endOf = (key: Ends): string | null => {
  const [first = null] = [revocationOf(key), key.expires_at].filter((end) => typeof end === 'string').toSorted();
  return first;
};

/** When a key is revoked, be it past or to come; null for never. */
export const revocationOf = ({ revoked_at, revokes_at }: Ends): string | null => revoked_at ?? revokes_at ?? null;

/**
 * Revokes a key at a time, or now if that is past or left out. Undefined if it is revoked by then already: a planned revocation can move
 * forward, a past one stays.
 */
export function revoke(key: ApiKeyRecord, at: string | null | undefined, now: string): ApiKeyRecord | undefined {
  const time = at && at > now ? at : now;
  const planned = revocationOf(key);
  if (key.revoked_at !== null || (planned !== null && planned <= time)) return undefined;
  return time === now ? { ...key, revoked_at: now } : { ...key, revokes_at: time };
}

/** Throws `INVALID_FIELD` for a key that would have ended before it is made. */
export function refuseEnded(expires_at: string | null | undefined, now: string): void {
  if (expires_at && expires_at <= now) throw invalidField('expires_at must be in the future');
}

/** `Write` includes `Read`. */
export const permits = (granted: Permission, needed: Permission): boolean => granted === 'Write' || granted === needed;
