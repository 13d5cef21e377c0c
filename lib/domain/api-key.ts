/** When an API key is good (decisions, "Authentication, permissions, rate limits"). */
import type { Permission } from '../contract/kinds/operation.ts';

/** An API key as it is kept: only the SHA-256 of the key itself. */
export interface ApiKeyRecord {
  id: string;
  store_id: string;
  hash: string;
  name: string;
  permission: Permission;
  created_at: string;
  /** When it was revoked; a key that ends at a time to come has `expires_at`. */
  revoked_at: string | null;
  expires_at?: string | null | undefined;
}

/** Whether a key has ended by a time. A revoked one has, whatever the clock shows: it may be behind the one that revoked the key. */
export const hasEnded = ({ revoked_at, expires_at = null }: ApiKeyRecord, now: string): boolean =>
  revoked_at !== null || (expires_at !== null && expires_at <= now);

/** `Write` includes `Read`. */
export const permits = (granted: Permission, needed: Permission): boolean => granted === 'Write' || granted === needed;
