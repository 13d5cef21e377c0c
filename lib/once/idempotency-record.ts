/**
 * Idempotency records (contract, "Idempotency"; decisions, "Idempotency"). A record is committed in the same transaction as the
 * request's writes. It may hold a gift card code, so its reply is sealed with a key derived from the caller's own API
 * key and the idempotency key, neither of which is stored.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { duplicate, usedKey } from '../schema/errors.ts';
import { limits } from '../schema/limits.ts';
import { clockSkewSeconds } from '../schema/times.ts';
import { dynamodb, requestTable } from '../table/client.ts';
import type { Write } from '../table/items.ts';

/**
 * The stored record of a request with a key. `expires_at` is in seconds since 1970, a few seconds after the record stops counting.
 */
interface Item {
  fingerprint: string;
  sealed: Uint8Array;
  expires_at: number;
}

/** A reply that shows whether it is a replay of an earlier reply to the same request. */
interface Replayable {
  replayed?: true;
}

export interface IdempotencyRecord<R> extends Required<RecordOfRequest<R>> {
  /** Identifies the request in its store, by the digest of the API key and the idempotency key. */
  name: string;
  /** The item under the key, whether of this request or another, unless it is older than 24 hours. */
  findItem(): Promise<object | undefined>;
}

/** The sender of a request, and its idempotency key. */
interface Sender {
  storeId: string;
  apiKey: string;
  idempotencyKey: string;
}

/**
 * The record of a request. All parts of `content` have to be the same for a replay; otherwise the key is refused with a 409. A reply of
 * an earlier release gets the fields that later releases added.
 */
export function idempotencyRecord<R extends Replayable>(
  { storeId, apiKey, idempotencyKey }: Sender,
  content: readonly (string | Buffer)[],
  complete: (reply: R) => R = (reply) => reply,
): IdempotencyRecord<R> {
  const derived = Buffer.from(hkdfSync('sha256', apiKey, idempotencyKey, 'store-commerce-api/idempotency/v1', 96));
  // The digest is derived from the API key, so it differs for each one.
  const digest = derived.subarray(0, 32);
  const pk = `${storeId}#IDEMPOTENCY#${digest.toString('base64url')}`;
  const seal: Seal = {
    // Node is slower if the key is a buffer.
    key: createSecretKey(derived.subarray(32, 64)),
    fingerprint: fingerprintOf(derived.subarray(64), content),
  };
  // Whether a record counts depends on the current time, in whole seconds. Each is kept longer than it counts: the table
  // deletes expired items by its own clock, which may be ahead.
  const now = Math.floor(Date.now() / 1000) + clockSkewSeconds;

  async function findItem(): Promise<Item | undefined> {
    const { Item: item } = await dynamodb.send(
      new GetCommand({ TableName: requestTable(), Key: { pk }, ConsistentRead: true }),
    );
    return item && item.expires_at > now ? (item as Item) : undefined;
  }

  function read(existing: object): R {
    const { fingerprint, sealed } = existing as Item;
    if (fingerprint !== seal.fingerprint) {
      throw usedKey();
    }
    return { ...complete(unsealed<R>(seal, sealed)), replayed: true };
  }

  return {
    name: digest.toString('hex'),
    findItem,
    read,

    async find() {
      const item = await findItem();
      return item && read(item);
    },

    write: (reply) => ({
      Put: {
        TableName: requestTable(),
        Item: {
          pk,
          fingerprint: seal.fingerprint,
          sealed: sealed(seal, reply),
          expires_at: now + limits.idempotencySeconds,
        },
        ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now',
        ExpressionAttributeValues: { ':now': now },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    }),
  };
}

/** Keyed, so that the record reveals nothing about the request. */
function fingerprintOf(key: Buffer, content: readonly (string | Buffer)[]): string {
  const fingerprint = createHmac('sha256', createSecretKey(key));
  for (const part of content) fingerprint.update(`${Buffer.byteLength(part)}:`).update(part);
  return fingerprint.digest('base64url');
}

interface Seal {
  key: KeyObject;
  fingerprint: string;
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM, bound to the fingerprint: nonce, tag, ciphertext. A `Uint8Array`, the type that the table returns: after a
 * lost response, the retry compares the stored item with this one.
 */
function sealed({ key, fingerprint }: Seal, reply: object): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(fingerprint));
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(reply), 'utf8'), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]));
}

function unsealed<R>({ key, fingerprint }: Seal, sealed: Uint8Array): R {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(fingerprint))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const plain = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
  return JSON.parse(plain.toString('utf8'));
}

/**
 * Makes a request take effect only once: its first commit leaves a record in the table, and a repeat is answered from that record.
 *
 * The record is an item that the decision's own writes create (an order, a refund), or one that `write` adds to them. Either way
 * the commit of a repeat fails, because the record exists.
 *
 * The unit of work calls `find` in parallel with the reads of each decision, and again if the decision refuses: a concurrent duplicate may
 * have already done what the decision refuses to do again. If `read` is set, the first attempt skips `find`, which saves
 * a read for every request that is not a repeat: a failed `write` returns the record. A decision that does something before its
 * commit must not set `read`, since a repeat would do that again.
 */
export interface RecordOfRequest<R> {
  /** The reply of the same request if it is committed, or undefined. Throws if another request has left the record. */
  find(): Promise<R | undefined>;
  /** Creates the record with the reply; the first write of each commit. Fails if the record exists. */
  write?(reply: R): Write;
  /** The reply in the record that made `write` fail. Throws as `find` does. */
  read?(existing: object): R;
}

interface CreatedItem<T, R> {
  /** The field of the payload that holds the item's id. */
  field: string;
  find(): Promise<T | undefined>;
  /** Whether the item was created by the same request. */
  isSame(existing: T): boolean;
  replyOf(existing: T): R;
}

/** The record of a request that creates one item: the item itself. Throws `DUPLICATE` for a different request with the same id. */
export const recordInItem = <T, R>({ field, find, isSame, replyOf }: CreatedItem<T, R>): RecordOfRequest<R> => ({
  async find() {
    const existing = await find();
    if (existing && !isSame(existing)) throw duplicate(field);
    return existing && replyOf(existing);
  },
});
