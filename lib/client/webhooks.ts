/** Verifies deliveries to a webhook, by the Standard Webhooks specification. Needs Web Crypto alone. */
import type { StoreCommerceEvent } from './events.ts';

export type * from './events.ts';

/** A delivery that is not what the service sent, or came at another time. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Headers of a request: a `Headers`, or names with values as Node has them. */
type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How far the clocks of the service and of the receiver may be apart, in seconds. */
const tolerance = 300;

/**
 * The event of a delivery. `body` is the request's body as it arrived: a text or bytes, not parsed. `secret` is that of the webhook
 * (`whsec_…`), or several during a rotation. Throws a `WebhookVerificationError` where no secret made the signature, or the delivery was
 * signed more than 5 minutes ago or ahead.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
): Promise<StoreCommerceEvent> {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    required(headers, name),
  ) as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is no time');
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
  throw new WebhookVerificationError('No secret made the signature of the delivery');
}

/** Signatures of the header, at most 32: the service sends one for each secret. A text of another length than 32 bytes is no signature. */
const signaturesIn = (header: string): Uint8Array[] =>
  (header.match(/(?<=(?:^| )v1,)[\w+/-]{43}=?(?= |$)/g) ?? [])
    .slice(0, 32)
    .flatMap((each) => decoded(each) ?? [])
    .filter(({ length }) => length === 32);

/** Compares all bytes, wherever the first difference is: the time must not tell. */
const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.reduce((difference, byte, index) => difference | (byte ^ (other[index] ?? 0)), 0) === 0;

function required(headers: WebhookHeaders, name: string): string {
  const found = headers instanceof Headers ? headers.get(name) : valueIn(headers, name);
  if (!found) throw new WebhookVerificationError(`The header ${name} is missing`);
  return found;
}

/** Node lower-cases names, other platforms may not. */
function valueIn(headers: Exclude<WebhookHeaders, Headers>, name: string): string | undefined {
  const [, value] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

function keyOf(secret: string): ReturnType<typeof crypto.subtle.importKey> {
  const bytes = secret.startsWith('whsec_') ? decoded(secret.slice(6)) : undefined;
  if (!bytes) throw new TypeError('A secret of a webhook begins with whsec_ and continues in base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/** Bytes of base64; undefined where it is none. */
function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
