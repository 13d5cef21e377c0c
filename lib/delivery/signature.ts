/** Signatures by the Standard Webhooks specification. */
import { createHmac } from 'node:crypto';
import type { DeliveredEvent } from '../resources/webhooks/rules.ts';

const prefix = 'whsec_';

/** A secret as receivers know it: `whsec_` and base64. */
export const secretText = (bytes: Uint8Array): string => `${prefix}${Buffer.from(bytes).toString('base64')}`;

const secretBytes = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');

interface Signed {
  /** Id of the event: the same for every attempt. */
  id: string;
  /** Of the attempt, in seconds since 1970. */
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

/** What a delivery holds: the same bytes for every attempt. `timestamp` is what the Standard Webhooks specification asks for. */
export const bodyOf = ({ type, id, store_id, created_at, sequence, object, data }: DeliveredEvent): string =>
  JSON.stringify({ type, timestamp: created_at, id, store_id, created_at, sequence, object, data });
