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
  /** When it stops working; a time to come, where another key takes over first. */
  revoked_at: string | null;
  expires_at?: string | null | undefined;
}

/** Whether a key has ended by a time. */
export const hasEnded = ({ revoked_at, expires_at = null }: ApiKeyRecord, now: string): boolean =>
  (revoked_at !== null && revoked_at <= now) || (expires_at !== null && expires_at <= now);

/** `Write` includes `Read`. */
export const permits = (granted: Permission, needed: Permission): boolean => granted === 'Write' || granted === needed;
