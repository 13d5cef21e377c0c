/**
 * Idempotency records (contract, "Idempotency"; decisions, "Idempotency"). A record commits in the same transaction as the
 * writes it answers for. It may hold a gift card code, so its reply is sealed with a key derived from the caller's own API
 * key and the idempotency key, neither of which is stored.
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ApiError, invalidField } from '../schema/errors.ts';
import { limits } from '../schema/limits.ts';
import { type Operation, takesIdempotencyKey } from '../schema/operation.ts';
import { codePoints } from '../schema/text.ts';
import { dynamodb, requestTable } from '../table/client.ts';
import type { Write } from '../table/items.ts';
import { type ChainRequest, type Credentials, credentialsOf, type IdempotentRequest } from './exchange.ts';
import type { Reply } from './reply.ts';
import { bodyBytes, header } from './request.ts';

/** What the table keeps of a keyed request; `expires_at` in seconds since 1970. */
export interface IdempotencyRecord {
  fingerprint: string;
  sealed: Uint8Array;
  expires_at: number;
}

/** Reads the header; the record itself is looked up beside the handler's reads. */
export function idempotency(operation: Operation) {
  return {
    before({ event, context: { exchange } }: ChainRequest) {
      if (!takesIdempotencyKey(operation)) return;
      const key = header(event, 'idempotency-key');
      if (!key) return;
      if (codePoints(key) > limits.idempotencyKey) {
        throw invalidField(`Idempotency-Key must be at most ${limits.idempotencyKey} characters`);
      }
      // By the contract's own names: the gateway's may change with a deployment, and are others behind another door.
      const address = JSON.stringify([operation.name, exchange.path]);
      exchange.keyedBy = (content) => keyedRequest(credentialsOf(exchange), key, [address, ...content]);
      // Of an upload it is the file that counts, which is still to be taken in.
      if (!operation.upload) exchange.idempotent = exchange.keyedBy([bodyBytes(event)]);
    },
  };
}

/** A keyed request; `content` is all that makes it what it is, in parts. */
function keyedRequest(
  { storeId, apiKey }: Credentials,
  idempotencyKey: string,
  content: readonly (string | Buffer)[],
): IdempotentRequest {
  const derived = Buffer.from(hkdfSync('sha256', apiKey, idempotencyKey, 'store-commerce-api/idempotency/v1', 96));
  const fingerprint = createHmac('sha256', createSecretKey(derived.subarray(64)));
  for (const part of content) fingerprint.update(`${Buffer.byteLength(part)}:`).update(part);
  return {
    // The digest is the API key's own as well: it was derived from it.
    pk: `${storeId}#IDEMPOTENCY#${derived.subarray(0, 32).toString('base64url')}`,
    sealingKey: createSecretKey(derived.subarray(32, 64)),
    fingerprint: fingerprint.digest('base64url'),
    now: Math.floor(Date.now() / 1000),
  };
}

/** The recorded reply to a keyed request, or undefined. Throws 409 where the key has been used for another request. */
export async function lookUpReplay(request: IdempotentRequest): Promise<Reply | undefined> {
  const record = await findStanding(request);
  return record && replayOf(request, record);
}

/** The recorded reply, where the record is of this very request. Throws 409 otherwise. */
export function replayOf(request: IdempotentRequest, { fingerprint, sealed }: IdempotencyRecord): Reply {
  if (fingerprint !== request.fingerprint) {
    throw new ApiError('IDEMPOTENCY_KEY_REUSED', 'Idempotency-Key was used with a different request');
  }
  return { ...unseal(request, sealed), replayed: true };
}

/** The record of the request's key, for this request or another, unless it is older than 24 hours. */
export async function findStanding(request: IdempotentRequest): Promise<IdempotencyRecord | undefined> {
  const record = await readRecord(request);
  return record && record.expires_at > request.now ? record : undefined;
}

async function readRecord({ pk }: IdempotentRequest): Promise<IdempotencyRecord | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: requestTable(), Key: { pk }, ConsistentRead: true }),
  );
  return Item as IdempotencyRecord | undefined;
}

/** The write that records a reply, and fails where a record stands that is not yet 24 hours old. */
export const recordReply = (request: IdempotentRequest, reply: Reply): Write => ({
  Put: {
    TableName: requestTable(),
    Item: {
      pk: request.pk,
      fingerprint: request.fingerprint,
      sealed: seal(request, reply),
      expires_at: request.now + limits.idempotencySeconds,
    },
    ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now',
    ExpressionAttributeValues: { ':now': request.now },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM, bound to the fingerprint: nonce, tag, ciphertext. As the table gives it back, so that a record knows its own. */
function seal({ sealingKey, fingerprint }: IdempotentRequest, reply: Reply): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(fingerprint));
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(reply), 'utf8'), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]));
}

function unseal({ sealingKey, fingerprint }: IdempotentRequest, sealed: Uint8Array): Reply {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(fingerprint))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const plain = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
  return JSON.parse(plain.toString('utf8')) as Reply;
}
