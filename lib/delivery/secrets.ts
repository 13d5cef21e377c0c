/** Signing secrets as the table keeps them: encrypted under a key of the deployment, bound to their webhook. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyToKeep, keyToRead } from '../resources/stores/deployment-key-records.ts';
import { secretText } from './signature.ts';

const [algorithm, nonceBytes, tagBytes] = ['aes-256-gcm', 12, 16] as const;

/** A new secret, 32 random bytes: as its receiver is told it, and as it is kept. */
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

/** The secret that was sealed for this webhook. Throws an Error where it was sealed for another, or under another key. */
export async function unseal(webhook: string, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, await keyToRead('webhook-secrets'), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(webhook))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
}
