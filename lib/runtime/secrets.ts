import { randomBytes } from 'node:crypto';

/** 192 random bits of a new API key. */
export const newKeyBits = (): Buffer => randomBytes(24);

/** A new secret of a deployment: 256 random bits in base64url. */
export const newDeploymentSecret = (): string => randomBytes(32).toString('base64url');

const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A new gift card code: 28 characters of base32, 140 random bits (decisions, "Gift cards"), without hyphens. */
export const newGiftCardCode = (): string =>
  Array.from(randomBytes(28), (byte) => codeAlphabet.charAt(byte % codeAlphabet.length)).join('');
