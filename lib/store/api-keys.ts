/** API keys. Only the SHA-256 of a key is kept; it is what leads from a caller to a store. */
import { createHash } from 'node:crypto';
import type { Permission } from '../contract/operation.ts';
import { get } from './entities.ts';
import { keys } from './keys.ts';

export interface ApiKey {
  id: string;
  store_id: string;
  hash: string;
  name: string;
  permission: Permission;
  created_at: string;
  revoked_at: string | null;
}

/** SHA-256 of an API key, in hexadecimal. */
export const hashApiKey = (apiKey: string): string => createHash('sha256').update(apiKey).digest('hex');

/** The API key with this hash, revoked ones included, or undefined. */
export const getByHash = (hash: string) => get<ApiKey>(keys.apiKeyByHash(hash));
