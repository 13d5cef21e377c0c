import { randomBytes } from 'node:crypto';

/** A new API key: `sk_` and 256 random bits in base64url (decisions, "Authentication"). */
export const newApiKey = (): string => `sk_${randomBytes(32).toString('base64url')}`;
