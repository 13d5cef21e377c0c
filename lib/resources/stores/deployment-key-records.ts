/**
 * The key of the deployment, bound to the table. Before something is first stored under it, the table is marked with an HMAC under
 * the key. A stack with another key would find no code and read no secret, so its functions fail rather than report
 * that codes are unknown.
 */
import { createHmac, type KeyObject } from 'node:crypto';
import { commitUnitOfWork } from '../../once/unit-of-work.ts';
import { BoundedMap } from '../../runtime/collections.ts';
import { derivedKey, type KeyPurpose } from '../../runtime/deployment-key.ts';
import { setting } from '../../runtime/settings.ts';
import { duringInit } from '../../runtime/starting.ts';
import { storeTable } from '../../table/client.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';

interface KeyMark {
  /** In hexadecimal. */
  check: string;
  /** The ARN of the secret that held the key; absent on a single machine. */
  secret?: string | undefined;
}

/** Whether the table has a mark, by table and key. A key that matched once is not checked again. */
const remembered = new BoundedMap<string, boolean>(10);

/**
 * A key to find or read what is stored under it. One round trip when a function first needs it, on AWS while the
 * function starts. Throws an Error if the table uses another key.
 */
export async function keyToRead(purpose: KeyPurpose): Promise<KeyObject> {
  const [key] = await Promise.all([derivedKey(purpose), isMarked()]);
  return key;
}

/** A key to store something under. Like `keyToRead`, but first marks a table that has no mark. */
export async function keyToKeep(purpose: KeyPurpose): Promise<KeyObject> {
  if (!(await isMarked())) await mark();
  return derivedKey(purpose);
}

/** Marks the table, if it has no mark, with the key that has read something in it. */
export async function mark(): Promise<void> {
  const check = await present();
  await commitUnitOfWork({
    async decide() {
      const found = await find();
      refuseAnother(found, check);
      const made: KeyMark = { check, secret: setting('DEPLOYMENT_KEY_SECRET') };
      return { writes: found ? [] : [items.create(keys.deploymentKey, made)], reply: undefined };
    },
  });
  remembered.set(nameOf(check), true);
}

async function isMarked(): Promise<boolean> {
  const check = await present();
  const known = remembered.get(nameOf(check));
  if (known !== undefined) return known;
  const found = await find();
  refuseAnother(found, check);
  remembered.set(nameOf(check), found !== undefined);
  return found !== undefined;
}

const present = async (): Promise<string> => checkOf(await derivedKey('mark'));

/** The check of a key that its mark contains. */
export const checkOf = (key: KeyObject): string => createHmac('sha256', key).update('This key').digest('hex');

const nameOf = (check: string): string => `${storeTable()} ${check}`;

const find = () => items.find<KeyMark>(keys.deploymentKey, items.rawItem);

function refuseAnother(found: KeyMark | undefined, check: string): void {
  if (!found || found.check === check) return;
  const named = found.secret ? `the secret ${found.secret}` : 'another secret';
  throw new Error(`The table is kept under the key in ${named}: deploy the stack with -c deploymentKey`);
}

await duringInit(isMarked);
