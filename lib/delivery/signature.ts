/** Signatures by the Standard Webhooks specification, and the signing secrets, which the table stores encrypted under a key of the deployment and bound to their webhook. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { keyToKeep, keyToRead } from '../resources/stores/deployment-key-records.ts';
import type { DeliveredEvent } from '../resources/webhooks/rules.ts';

const prefix = 'whsec_';

/** A secret as receivers know it: `whsec_` and base64. */
export const secretText = (bytes: Uint8Array): string => `${prefix}${Buffer.from(bytes).toString('base64')}`;

const secretBytes = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');

interface Signed {
  /** Id of the event: the same for every attempt. */
  id: string;
  /** Time of the attempt, in seconds since 1970. */
  timestamp: number;
  body: string;
}

/** The standard's three headers. A receiver that knows any of the secrets verifies the delivery. */
export function signatureHeaders({ id, timestamp, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secretBytes(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
    return `v1,${digest}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}

/**
 * The body of a delivery: the same bytes for every attempt. `timestamp` is required by the Standard Webhooks
 * specification.
 */
export const bodyOf = ({ type, id, store_id, created_at, sequence, object, data }: DeliveredEvent): string =>
  JSON.stringify({ type, timestamp: created_at, id, store_id, created_at, sequence, object, data });

const [algorithm, nonceBytes, tagBytes] = ['aes-256-gcm', 12, 16] as const;

/** A new secret, 32 random bytes: as shown to its receiver, and as kept. */
export async function newSecret(webhook: string): Promise<{ shown: string; sealed: string }> {
  const shown = secretText(randomBytes(32));
  return { shown, sealed: await seal(webhook, shown) };
}

async function seal(webhook: string, secret: string): Promise<string> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, await keyToKeep('webhook-secrets'), nonce).setAAD(Buffer.from(webhook));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** The secret that was sealed for this webhook. Throws an Error if it was sealed for another, or under another key. */
export async function unseal(webhook: string, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, await keyToRead('webhook-secrets'), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(webhook))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
}
