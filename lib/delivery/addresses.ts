/** Addresses that deliveries may go to: those that IANA's special-purpose registries list as globally reachable. */

import { promises as dns, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { eventTypeNames } from '../resources/event-type-names.ts';
import { refuseUnknownTypes } from '../resources/webhooks/rules.ts';
import { setting } from '../runtime/settings.ts';
import { invalidField } from '../schema/errors.ts';

/** The error message for a host with a private address. */
export const leadsToPrivate = 'The host leads to an address that is not public';

/** The error for a host with an address that is not public: nothing is sent to it. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
  /** Like codes of `node:net` for failures to connect. */
  readonly code = 'EPRIVATE';

  constructor() {
    super(leadsToPrivate);
  }
}

/** Whether an address can be reached over the internet. An IPv4 address in IPv6 form is checked as IPv4. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && !embedsPrivate(parsed);
}

/**
 * Whether an IPv6 address is outside 2000::/3. Translated (64:ff9b::/96) and 6to4 addresses lead to the IPv4 address that they
 * contain; `ipaddr.js` has separate ranges for both, so they are not `unicast`.
 */
const embedsPrivate = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.kind() === 'ipv6' && !address.match(ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]);

/** The host of a URL, without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * Throws a `PrivateAddress` if a host is an address that is not public, or a name that leads to one. A name that does
 * not resolve passes: it fails at delivery.
 */
export async function refusePrivate(url: URL): Promise<void> {
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : (await resolved(host)).map(({ address }) => address);
  if (!addresses.every(isPublic)) throw new PrivateAddress();
}

/** Names for which no name server is queried (RFC 6761). */
const isLocal = (host: string): boolean => /^(?:.+\.)?localhost\.?$/i.test(host);

const resolvesWithin = 5000;

/**
 * The addresses of a name, within five seconds; none if it does not resolve. The system's own look-up would occupy one
 * of few threads while a name server is silent, and delay other deliveries.
 */
async function resolved(host: string): Promise<LookupAddress[]> {
  if (isLocal(host)) return [{ address: '127.0.0.1', family: 4 }];
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 });
  const ended = new AbortController();
  const late = sleep(resolvesWithin, [], { signal: ended.signal }).catch(() => []);
  const families = await Promise.race([Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]), late]);
  ended.abort();
  resolver.cancel();
  return families.flatMap((each, index) =>
    each.status === 'fulfilled' ? each.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  );
}

/**
 * Looks names up for a connection: once, so the checked address is the one connected to. Fails with a `PrivateAddress`
 * if any address of a name is not public. Hosts that are addresses are never looked up: `refusePrivate` checks them.
 */
export const publicLookup: LookupFunction = (host, { all }: LookupOptions, callback) => {
  void resolved(host).then((found) => {
    const [first] = found;
    if (!first) return callback(Object.assign(new Error(`${host} does not resolve`), { code: 'EUNRESOLVED' }), '');
    if (!found.every(({ address }) => isPublic(address))) return callback(new PrivateAddress(), '');
    if (all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};

/** Whether private addresses and plain HTTP are allowed. Only `npm start` sets this, for receivers on the same machine. */
export const allowsPrivate = (): boolean => setting('WEBHOOKS_ANYWHERE') === 'true';

/**
 * Seconds since 1970 by the receiver's clock: a receiver refuses signatures with a different time. The clock of `npm start` may be moved, but
 * not that of its receivers.
 */
export const receiversTime = (): number =>
  Math.floor((allowsPrivate() ? performance.timeOrigin + performance.now() : Date.now()) / 1000);

interface Receiver {
  url?: string | null | undefined;
  types?: readonly string[] | null | undefined;
}

/** Throws `INVALID_FIELD` for a URL to which nothing may be sent, or a type that no event has. */
export async function refuseReceiver({ url, types }: Receiver): Promise<void> {
  refuseUnknownTypes(types, eventTypeNames);
  if (!url || allowsPrivate()) return;
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:') throw invalidField('url must be https', 'url');
  await refusePrivate(parsed).catch((error: unknown) => {
    throw error instanceof PrivateAddress ? invalidField('url must lead to public addresses only', 'url') : error;
  });
}
