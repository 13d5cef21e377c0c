/**
 * The secret by which a deployment recognizes its own API keys. It is made with the first key; a function reads it at start-up and
 * remembers it for good.
 */

import { BoundedMap } from '../../runtime/collections.ts';
import { duringInit } from '../../runtime/starting.ts';
import { storeTable } from '../../table/client.ts';
import type { Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';

interface DeploymentSecret {
  /** 256 bits in base64url. */
  secret: string;
}

/** By table: a function has one, tests have several. */
const remembered = new BoundedMap<string, string>(10);

/** When the table was last read, in milliseconds since 1970, and the result; a failed read is forgotten. */
const askedInVain = new BoundedMap<string, { at: number; answer: Promise<string | undefined> }>(10);

const pauseMilliseconds = 1000;

/**
 * The secret, or undefined before the first key. Once known it costs no read; until then it is read at most once a second. Throws what the
 * read throws; the next call reads again.
 */
export async function find(): Promise<string | undefined> {
  const table = storeTable();
  const known = remembered.get(table);
  if (known !== undefined) return known;
  const last = askedInVain.get(table);
  // A clock that was set back meanwhile must not make the pause longer.
  if (last && Math.abs(Date.now() - last.at) < pauseMilliseconds) return last.answer;
  const answer = read();
  answer.catch(() => askedInVain.delete(table));
  askedInVain.set(table, { at: Date.now(), answer });
  const secret = await answer;
  if (secret !== undefined) remembered.set(table, secret);
  return secret;
}

const read = async (): Promise<string | undefined> =>
  (await items.find<DeploymentSecret>(keys.deploymentSecret, items.rawItem))?.secret;

/** The current secret, for making a key with it. */
export const findNow = read;

/** Makes the secret; fails where a concurrent duplicate has made one. */
export const create = (secret: string): Write =>
  items.create(keys.deploymentSecret, { secret } satisfies DeploymentSecret);

/** A request starts with two concurrent calls, and each connection costs a handshake. Costs half a read unit. */
const openAnotherConnection = () => items.findMany([keys.deploymentSecret], items.rawItem, { consistent: false });

// The reads open the connections of the first calls, too.
await duringInit(() => Promise.all([find(), openAnotherConnection()]));
