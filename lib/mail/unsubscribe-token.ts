/**
 * The token in the unsubscribe link of an email (RFC 8058). It authorizes only unsubscribing, and does not contain the email address.
 * Its bytes are the list, the language, the expiry, the digest of the address, the id of the store and, with spaces in between, what a list
 * adds to it, and 16 bytes of an HMAC-SHA-256 over all of them.
 */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Step } from '../resources/review-requests/rules.ts';
import { derivedKey } from '../runtime/deployment-key.ts';
import { isPublicId } from '../schema/ids.ts';
import { isLanguage, type Language } from '../schema/languages.ts';
import { limits } from '../schema/limits.ts';
import { toSeconds } from '../schema/times.ts';

/** The number of each list that a shopper can unsubscribe from. It never changes, because links in sent emails contain it. */
const numberOf = { restock: 1, review: 2 } as const;

interface Claims {
  store_id: string;
  /** The digest of the email address in base64url, as in the keys of the waitlist. */
  shopper: string;
  /** The language of the email. */
  language: Language;
}

/** An email about a review says of which order it was, and which of the order's emails. */
export type UnsubscribeClaims = Claims & ({ list: 'restock' } | { list: 'review'; order_id: string; step: Step });

const languageAt = 1;
const expiryAt = 3;
const digestAt = 7;
const storeAt = 39;
const signatureBytes = 16;

/** The token for a link in an email that is sent at `now`, 100 to 220 characters in base64url. It expires after 90 days. */
export const newUnsubscribeToken = async (claims: UnsubscribeClaims, now: string): Promise<string> =>
  unsubscribeTokenOf(claims, await derivedKey('unsubscribe'), now);

/** The same under a given key. */
export function unsubscribeTokenOf(claims: UnsubscribeClaims, key: KeyObject, now: string): string {
  const { list, store_id, shopper, language } = claims;
  const named = list === 'review' ? [store_id, claims.order_id, claims.step] : [store_id];
  const expiry = Buffer.alloc(4);
  expiry.writeUInt32BE(toSeconds(now) + limits.unsubscribeSeconds);
  const signed = Buffer.concat([
    Buffer.from([numberOf[list]]),
    Buffer.from(language),
    expiry,
    Buffer.from(shopper, 'base64url'),
    Buffer.from(named.join(' ')),
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
  const [store_id, order_id, step] = signed.toString('latin1', storeAt).split(' ');
  // A later release may sign lists and languages that this release does not know.
  if (list === undefined || !isPublicId('store', store_id)) return undefined;
  const claims = {
    store_id,
    shopper: signed.toString('base64url', digestAt, storeAt),
    language: isLanguage(language) ? language : 'en',
  } as const;
  if (list === 'restock') return order_id === undefined ? { ...claims, list } : undefined;
  if (!isPublicId('order', order_id)) return undefined;
  return { ...claims, list, order_id, step: step === 'reminder' ? 'reminder' : 'request' };
}

const lists = Object.keys(numberOf) as (keyof typeof numberOf)[];

const signatureOf = (signed: Buffer, key: KeyObject): Buffer =>
  createHmac('sha256', key).update(signed).digest().subarray(0, signatureBytes);
