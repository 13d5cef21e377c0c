/**
 * The token in the unsubscribe link of an email (RFC 8058). It authorizes only unsubscribing, and does not contain the email address.
 * Its bytes are the list, the language, the expiry, the digest of the address, the id of the store, and 16 bytes of an
 * HMAC-SHA-256 over all of them.
 */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../runtime/deployment-key.ts';
import { isPublicId } from '../schema/ids.ts';
import { isLanguage, type Language } from '../schema/languages.ts';
import { limits } from '../schema/limits.ts';
import { toSeconds } from '../schema/times.ts';

/** The number of each list that a shopper can unsubscribe from. It never changes, because links in sent emails contain it. */
const numberOf = { restock: 1 } as const;

export interface UnsubscribeClaims {
  list: keyof typeof numberOf;
  store_id: string;
  /** The digest of the email address in base64url, as in the keys of the waitlist. */
  shopper: string;
  /** The language of the email. */
  language: Language;
}

const languageAt = 1;
const expiryAt = 3;
const digestAt = 7;
const storeAt = 39;
const signatureBytes = 16;

/** The token for a link in an email that is sent at `now`, about 100 characters in base64url. It expires after 90 days. */
export const newUnsubscribeToken = async (claims: UnsubscribeClaims, now: string): Promise<string> =>
  unsubscribeTokenOf(claims, await derivedKey('unsubscribe'), now);

/** The same under a given key. */
export function unsubscribeTokenOf(claims: UnsubscribeClaims, key: KeyObject, now: string): string {
  const { list, store_id, shopper, language } = claims;
  const expiry = Buffer.alloc(4);
  expiry.writeUInt32BE(toSeconds(now) + limits.unsubscribeSeconds);
  const signed = Buffer.concat([
    Buffer.from([numberOf[list]]),
    Buffer.from(language),
    expiry,
    Buffer.from(shopper, 'base64url'),
    Buffer.from(store_id),
  ]);
  return Buffer.concat([signed, signatureOf(signed, key)]).toString('base64url');
}

/** The claims of a token; undefined if it is malformed, forged, or expired at `now`. Never throws for a bad token. */
export const readUnsubscribeToken = async (token: string, now: string): Promise<UnsubscribeClaims | undefined> =>
  unsubscribeClaimsIn(token, await derivedKey('unsubscribe'), now);

/** The same under a given key. */
export function unsubscribeClaimsIn(token: string, key: KeyObject, now: string): UnsubscribeClaims | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // The decoder ignores invalid characters and unused bits, so accept only the exact encoding of the bytes.
  if (bytes.length <= storeAt + signatureBytes || bytes.toString('base64url') !== token) return undefined;
  const signed = bytes.subarray(0, -signatureBytes);
  if (!timingSafeEqual(bytes.subarray(-signatureBytes), signatureOf(signed, key))) return undefined;
  if (signed.readUInt32BE(expiryAt) <= toSeconds(now)) return undefined;

  const list = lists.find((name) => numberOf[name] === signed[0]);
  const language = signed.toString('latin1', languageAt, expiryAt);
  const store_id = signed.toString('latin1', storeAt);
  // A later release may sign lists and languages that this release does not know.
  if (list === undefined || !isPublicId('store', store_id)) return undefined;
  return {
    list,
    store_id,
    shopper: signed.toString('base64url', digestAt, storeAt),
    language: isLanguage(language) ? language : 'en',
  };
}

const lists = Object.keys(numberOf) as (keyof typeof numberOf)[];

const signatureOf = (signed: Buffer, key: KeyObject): Buffer =>
  createHmac('sha256', key).update(signed).digest().subarray(0, signatureBytes);
