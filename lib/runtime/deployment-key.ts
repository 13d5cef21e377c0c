/**
 * The key of a deployment. Only functions that need it read it from Secrets Manager, while they start. Codes and
 * secrets stay readable as long as the key stays the same, so it outlives the stack.
 */
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { BoundedMap } from './collections.ts';
import { requiredSetting, setting } from './settings.ts';
import { duringInit } from './starting.ts';

/** The purpose of a key. A purpose's name never changes, because a new name would derive a different key. */
export type KeyPurpose =
  | 'imported-codes'
  | 'mark'
  | 'search'
  | 'shopper-tokens'
  | 'shoppers'
  | 'unsubscribe'
  | 'unsubscribed'
  | 'webhook-secrets';

/** By the secret that holds the key; a failed read is forgotten. */
const remembered = new BoundedMap<string, Promise<string>>(10);

/** By the deployment key and the purpose. */
const derived = new BoundedMap<string, KeyObject>(20);

/**
 * 256 bits for one purpose, derived with HKDF-SHA-256 (RFC 5869), so that the results of one purpose reveal nothing of
 * another. It costs a read once, at start-up. Throws what that read throws; the next call reads again.
 */
export async function derivedKey(purpose: KeyPurpose): Promise<KeyObject> {
  const key = await deploymentKey();
  const name = `${purpose} ${key}`;
  const known = derived.get(name) ?? deriveKey(key, purpose);
  derived.set(name, known);
  return known;
}

/** Derives the key for one purpose from a given deployment key. */
export const deriveKey = (key: string, purpose: KeyPurpose): KeyObject =>
  createSecretKey(new Uint8Array(hkdfSync('sha256', key, '', purpose, 32)));

/** On one machine, the key is in the environment. On AWS, the environment contains the id of the secret that holds the key. */
function deploymentKey(): Promise<string> {
  const local = setting('DEPLOYMENT_KEY');
  if (local !== undefined) return Promise.resolve(local);
  const secret = requiredSetting('DEPLOYMENT_KEY_SECRET');
  const known = remembered.get(secret);
  if (known) return known;
  const reading = read(secret);
  remembered.set(secret, reading);
  reading.catch(() => remembered.delete(secret));
  return reading;
}

async function read(SecretId: string): Promise<string> {
  const { SecretString } = await secretsManager().send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString) throw new Error('The secret of the deployment key holds no text');
  return SecretString;
}

const secretsManager = (): SecretsManagerClient =>
  new SecretsManagerClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  });

await duringInit(deploymentKey);
