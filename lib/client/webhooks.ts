/** Verifies deliveries to a webhook, by the Standard Webhooks specification. Needs only Web Crypto. */
import type { StoreCommerceEvent } from './events.ts';

export type * from './events.ts';

/** The delivery has no valid signature, or its timestamp is more than 5 minutes off. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Headers of a request: a `Headers`, or an object of names and values, as in Node. */
type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Maximum difference between the clocks of the service and the receiver, in seconds. */
const tolerance = 300;

/**
 * Verifies a delivery and returns its event. `body` is the request body as it arrived: a string or bytes, not parsed. `secret` is the secret
 * of the webhook (`whsec_…`), or a list of secrets during a rotation. Throws a `WebhookVerificationError` if the signature matches no secret,
 * or its timestamp is more than 5 minutes in the past or future, and a `TypeError` if the body was parsed or the secret is malformed.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
): Promise<StoreCommerceEvent> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('body must be the request body as it arrived, a string or bytes: it was parsed');
  }
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    required(headers, name),
  ) as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is not a time');
  const age = Date.now() / 1000 - Number(timestamp);
  if (age > tolerance) throw new WebhookVerificationError('The delivery was signed more than 5 minutes ago');
  if (age < -tolerance) throw new WebhookVerificationError('The delivery was signed more than 5 minutes ahead');

  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const given = signaturesIn(signature);
  for (const each of [secret].flat()) {
    const made = new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(each), signed));
    if (given.some((one) => isEqual(one, made))) return JSON.parse(text);
  }
  throw new WebhookVerificationError(
    'The signature of the delivery matches no secret: check the secret of the webhook, and pass the body as it arrived',
  );
}

/** Signatures of the header, at most 32: the service sends one for each secret. Values that are not 32 bytes long are ignored. */
const signaturesIn = (header: string): Uint8Array[] =>
  (header.match(/(?<=(?:^| )v1,)[\w+/-]{43}=?(?= |$)/g) ?? [])
    .slice(0, 32)
    .flatMap((each) => decoded(each) ?? [])
    .filter(({ length }) => length === 32);

/** Compares all bytes in constant time. */
const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.reduce((difference, byte, index) => difference | (byte ^ (other[index] ?? 0)), 0) === 0;

function required(headers: WebhookHeaders, name: string): string {
  const found = headers instanceof Headers ? headers.get(name) : valueIn(headers, name);
  if (!found) throw new WebhookVerificationError(`The header ${name} is missing`);
  return found;
}

/** Node converts names to lower case; other platforms may not. */
function valueIn(headers: Exclude<WebhookHeaders, Headers>, name: string): string | undefined {
  const [, value] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

function keyOf(secret: string): ReturnType<typeof crypto.subtle.importKey> {
  const bytes = secret.startsWith('whsec_') ? decoded(secret.slice(6)) : undefined;
  if (!bytes) throw new TypeError('A webhook secret must be whsec_ followed by base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/** Bytes of a base64 text; undefined if it is not base64. */
function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
