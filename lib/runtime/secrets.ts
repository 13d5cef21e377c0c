import { randomBytes } from 'node:crypto';

/** A new API key: `sk_` and 256 random bits in base64url (decisions, "Authentication"). */
export const newApiKey = (): string => `sk_${randomBytes(32).toString('base64url')}`;

const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A new gift card code: 28 characters of base32, 140 random bits (decisions, "Gift cards"), without hyphens. */
export const newGiftCardCode = (): string =>
  Array.from(randomBytes(28), (byte) => codeAlphabet.charAt(byte % codeAlphabet.length)).join('');
