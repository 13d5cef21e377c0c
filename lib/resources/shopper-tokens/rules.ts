/** The claims of a shopper token, and the rules for its calls (Storefront parts page, 3). */
import { ApiError, invalidField } from '../../schema/errors.ts';
import { limits } from '../../schema/limits.ts';
import type { Scope } from '../../schema/shop-call.ts';
import { secondsBefore } from '../../schema/times.ts';
import type { ShopperTokenInput } from './fields.ts';

/** A shopper: a customer, an email address, or the shop's own name for a visitor. */
export type Subject = { customer_id: string } | { email: string } | { visitor: string };

export type Claims = Subject & {
  store_id: string;
  scopes: readonly Scope[];
  /** Limits the scope `review` to the products of this order. */
  order_id?: string;
  /** Set in the links of emails that ask for reviews, so that reviews written with them are counted. */
  is_request?: true;
};

/** The claims of a new token. Throws `INVALID_FIELD` unless the payload names exactly one subject that may have the scopes. */
export function claimsOf(payload: Omit<ShopperTokenInput, 'expires_in'>): Claims {
  const { store_id, scopes, order_id } = payload;
  const subject = subjectOf(payload);
  if (scopes.includes('review') && !('customer_id' in subject)) {
    throw invalidField('The scope review needs customer_id', 'customer_id', 'scopes');
  }
  if (order_id && !scopes.includes('review')) throw invalidField('order_id needs the scope review', 'order_id');
  return { ...subject, store_id, scopes, ...(order_id && { order_id }) };
}

const subjectNames = ['customer_id', 'email', 'visitor'] as const;

function subjectOf(given: Pick<ShopperTokenInput, (typeof subjectNames)[number]>): Subject {
  const named = subjectNames.filter((name) => given[name]);
  const [name] = named;
  if (!name || named.length > 1) {
    throw invalidField('Exactly one of customer_id, email and visitor is needed', ...subjectNames);
  }
  return { [name]: given[name] } as unknown as Subject;
}

/** When a new token expires, `YYYY-MM-DDThh:mm:ssZ`. */
export const expiryOf = ({ expires_in }: Pick<ShopperTokenInput, 'expires_in'>, now: string): string =>
  secondsBefore(now, -(expires_in ?? limits.shopperToken.usual));

/** A text that identifies the subject of a token among all subjects. */
export function nameOfSubject(claims: Subject): string {
  if ('customer_id' in claims) return `customer ${claims.customer_id}`;
  if ('email' in claims) return `email ${claims.email.toLowerCase()}`;
  return `visitor ${claims.visitor}`;
}

/** The customer of a token, or undefined. */
export const customerIn = (claims: Subject): string | undefined =>
  'customer_id' in claims ? claims.customer_id : undefined;

/** The refusal of a token that does not allow a call. */
export const notAllowed = (message: string): ApiError => new ApiError('FORBIDDEN', message);

/** Throws `FORBIDDEN` if the token lacks the scope. */
export function refuseOtherScopes({ scopes }: Claims, scope: Scope): void {
  if (!scopes.includes(scope)) throw notAllowed(`The token does not have the scope ${scope}`);
}

interface Ordered {
  customer_id: string | null;
  lines: readonly { product_id: string }[];
}

/** Throws `FORBIDDEN` if a token is limited to an order, and the order is not the customer's or lacks the product. */
export function refuseOtherProducts(claims: Claims, order: Ordered | undefined, product: string | undefined): void {
  if (claims.order_id === undefined) return;
  const isOwn = order !== undefined && order.customer_id === customerIn(claims);
  if (!isOwn || !order.lines.some(({ product_id }) => product_id === product)) {
    throw notAllowed('The token is for the products of another order');
  }
}

/**
 * The part of an IP address by which callers are counted: an IPv4 address, or the first 64 bits of an IPv6 address, because one caller can use
 * all addresses of such a network.
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}

const groupsOf = (part: string): string[] =>
  part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/, ''));

/** The origin of a site, as browsers send it; undefined for an address without one. */
export function originOf(url: string): string | undefined {
  const { origin } = URL.parse(url) ?? { origin: 'null' };
  return origin === 'null' ? undefined : origin;
}
