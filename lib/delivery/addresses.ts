/** To which addresses deliveries may go: those that IANA's special-purpose registries list as globally reachable. */
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A host that leads to an address within a network: nothing is sent there. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
  /** As `node:net` reports failures to connect. */
  readonly code = 'EPRIVATE';

  constructor() {
    super('The host leads to an address that is not public');
  }
}

/** Whether an address can be reached over the internet. An IPv6 form of an IPv4 address is judged as that. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && !embedsPrivate(parsed);
}

/** Addresses of a translator (64:ff9b::/96) and of 6to4 lead to the IPv4 address inside. `ipaddr.js` has ranges of their own for both. */
const embedsPrivate = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.kind() === 'ipv6' && !address.match(ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]);

/** The host of a URL, without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * Throws a `PrivateAddress` where a host is an address that is not public, or a name that leads to one. A name that does not resolve is
 * let through: it fails at delivery.
 */
export async function refusePrivate(url: URL): Promise<void> {
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : await resolved(host);
  if (!addresses.every(isPublic)) throw new PrivateAddress();
}

const resolved = (host: string): Promise<string[]> =>
  new Promise((resolve) => {
    lookup(host, { all: true }, (error, found) => resolve(error ? [] : found.map(({ address }) => address)));
  });

/**
 * Looks names up for a connection: once, and what was checked is what is connected to. Fails with a `PrivateAddress` where any of a
 * name's addresses is not public. Hosts that are addresses themselves are never looked up: `refusePrivate` sees to them.
 */
export const publicLookup: LookupFunction = (host, options: LookupOptions, callback) => {
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, '');
    if (!found.every(({ address }) => isPublic(address))) return callback(new PrivateAddress(), '');
    const [first] = found;
    if (options.all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  });
};
