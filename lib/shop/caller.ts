/** The caller with a shopper token: the subject of the token, and the IP address. */
import { createHmac } from 'node:crypto';
import type { RateWindow } from '../chain/exchange.ts';
import { countShopper } from '../chain/rate-limit.ts';
import { header, type ProxyEvent } from '../chain/request.ts';
import { type Claims, nameOfSubject, networkOf } from '../resources/shopper-tokens/rules.ts';
import { derivedKey } from '../runtime/deployment-key.ts';
import { limits } from '../schema/limits.ts';
import { viewerAddressHeader } from '../schema/viewer.ts';

/**
 * The names under which a call is counted: one of the token's subject, one of the address in the distribution's header. Only HMACs of them
 * are stored.
 */
export function namesOf(claims: Claims, event: ProxyEvent): readonly [subject: string, address: string] {
  const address = header(event, viewerAddressHeader) ?? event.requestContext?.identity?.sourceIp ?? '';
  return [`subject ${nameOfSubject(claims)}`, `address ${networkOf(address)}`];
}

/** Counts a call for the subject and for the address. Returns the window with fewer calls left. One round trip. */
export async function countCall(store: string, [subject, address]: readonly [string, string]): Promise<RateWindow> {
  const key = await derivedKey('shoppers');
  const digestOf = (name: string) => createHmac('sha256', key).update(`${store} call ${name}`).digest('hex');
  const [ofSubject, ofAddress] = await Promise.all([
    countShopper(store, digestOf(subject), limits.shopperRateLimit),
    countShopper(store, digestOf(address), limits.addressRateLimit),
  ]);
  return ofAddress.remaining < ofSubject.remaining ? ofAddress : ofSubject;
}
