/**
 * Shopper tokens are not stored: a token is a statement with an HMAC-SHA-256 under a key of the deployment. It is `sht1.<statement>.<HMAC>`, both
 * parts in base64url; the statement is JSON.
 */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { derivedKey, type KeyPurpose } from '../../runtime/deployment-key.ts';
import { isPublicId } from '../../schema/ids.ts';
import type { Scope } from '../../schema/shop-call.ts';
import { toSeconds } from '../../schema/times.ts';
import { isObject } from '../../schema/values.ts';
import type { Claims, Subject } from './rules.ts';

/** The key of each version. A new version gets another key, and the service accepts the former version until its tokens have expired. */
const purposes: Readonly<Record<string, KeyPurpose>> = { sht1: 'shopper-tokens' };

const current = 'sht1';

/** The statement in a token. */
interface Statement {
  store: string;
  scopes: Scope[];
  /** In seconds since 1970. */
  expires: number;
  customer?: string;
  email?: string;
  visitor?: string;
  order?: string;
  request?: true;
}

/** A token that expires at a given time (`YYYY-MM-DDThh:mm:ssZ`). Only `create-shopper-token` limits the time. */
export async function sign(claims: Claims, expires_at: string): Promise<string> {
  const { store_id, scopes, order_id, is_request } = claims;
  const statement: Statement = {
    store: store_id,
    scopes: [...scopes],
    expires: toSeconds(expires_at),
    ...('customer_id' in claims && { customer: claims.customer_id }),
    ...('email' in claims && { email: claims.email }),
    ...('visitor' in claims && { visitor: claims.visitor }),
    ...(order_id !== undefined && { order: order_id }),
    ...(is_request && { request: is_request }),
  };
  const signed = `${current}.${Buffer.from(JSON.stringify(statement)).toString('base64url')}`;
  return `${signed}.${hmacOf(signed, await derivedKey('shopper-tokens'))}`;
}

/** The claims of a token; undefined if it is malformed, forged, or expired at `now`. Never throws for a bad token. */
export async function verify(token: string, now: string): Promise<Claims | undefined> {
  const [, signed = '', version = '', statement = '', hmac = ''] =
    /^((\w{1,9})\.([\w-]+))\.([\w-]{43})$/.exec(token) ?? [];
  const purpose = Object.hasOwn(purposes, version) ? purposes[version] : undefined;
  if (!purpose) return undefined;
  const expected = hmacOf(signed, await derivedKey(purpose));
  // Texts are compared, so only the exact encoding of the HMAC is accepted.
  if (!timingSafeEqual(Buffer.from(hmac), Buffer.from(expected))) return undefined;
  return claimsIn(JSON.parse(Buffer.from(statement, 'base64url').toString()), toSeconds(now));
}

const hmacOf = (signed: string, key: KeyObject): string => createHmac('sha256', key).update(signed).digest('base64url');

/** The claims of a signed statement; undefined if it has expired, or a later release made it in another form. */
function claimsIn(statement: unknown, seconds: number): Claims | undefined {
  if (!isObject(statement)) return undefined;
  const { store, scopes, expires, order, request, ...named } = statement as Statement;
  const subject = subjectIn(named);
  if (!subject || expires <= seconds || !isPublicId('store', store)) return undefined;
  return {
    ...subject,
    ...{ store_id: store, scopes },
    ...(order !== undefined && { order_id: order }),
    ...(request && { is_request: request }),
  };
}

function subjectIn({ customer, email, visitor }: Partial<Statement>): Subject | undefined {
  if (customer !== undefined) return { customer_id: customer };
  if (email !== undefined) return { email };
  return visitor === undefined ? undefined : { visitor };
}
