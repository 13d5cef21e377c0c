/**
 * Objects in the bucket that belong to nobody: not yet, or not any more. Each has an item here, written before the object
 * can exist or in the transaction that takes it from its owner, and saying when it is due to go. The transaction that gives
 * an object an owner removes its item. So an object always either has an owner or is due, whatever dies in between.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ApiError, notFound } from '../../contract/kinds/errors.ts';
import { limits } from '../../contract/kinds/limits.ts';
import type { Photo, PhotoKind } from '../../domain/photo.ts';
import { toSeconds, toTimestamp } from '../../runtime/clock.ts';
import { dynamodb, storeTable } from '../client.ts';
import type { Stored, Write } from '../items.ts';
import * as items from '../items.ts';
import { keys, partitions } from '../keys.ts';

export interface Upload {
  id: string;
  store_id: string;
  /** Keys in the bucket: what goes when the upload is due. */
  objects: readonly string[];
  /** S3's own id of the multipart upload that makes the first object, while one is under way. */
  multipart_id?: string;
  due_at: string;
  /** Nobody can claim the objects any more. */
  ended?: true;
}

/** A digital file that its client sends straight to the bucket. */
export interface FileUpload extends Upload {
  product_id: string;
  variant_id: string;
  file_id: string;
  file_name: string;
  file_size: number;
  multipart_id: string;
}

/** A photo that its client sends straight to the bucket. */
export interface PhotoUpload extends Upload {
  gift_option_id: string;
  image: Photo;
  content_type: PhotoKind['contentType'];
  file_size: number;
}

/** When an upload that starts `now` is forgotten. */
export const dueAfter = (now: string): string => toTimestamp((toSeconds(now) + limits.uploadSeconds) * 1000);

/** An item whose objects a transaction may claim until it is due. */
export const create = <T extends Upload>(upload: T): Write => items.create(keyOf(upload), indexed(upload));

/** An item as it stands once `create` is committed. */
export const created = <T extends Upload>(upload: T): Stored<T> => ({ ...upload, version: 1 });

/** For objects that the same transaction takes from their owner: they are due at once. */
export const disown = (store: string, objects: readonly string[], { id, now }: { id: string; now: string }): Write[] =>
  objects.length > 0 ? [create({ id, store_id: store, objects, due_at: now, ended: true })] : [];

/** Whatever the objects are for, the transaction that holds this write gives them their owner. */
export const claim = (read: Stored<Upload>): Write => items.remove(keyOf(read), read);

/** From here on nobody can claim the objects. */
export const end = (read: Stored<Upload>, now: string): Write =>
  items.replace(keyOf(read), read, indexed({ ...read, due_at: now, ended: true }));

/** The upload, whatever has become of it, or undefined. */
export const find = <T extends Upload>(store: string, id: string) => items.find<T>(keys.upload(store, id));

/** The upload while its client may go on with it, or undefined. */
export async function findOpen<T extends Upload>(store: string, id: string, now: string) {
  const upload = await find<T>(store, id);
  return upload && !upload.ended && upload.due_at > now ? upload : undefined;
}

/**
 * What is judged by an upload's objects, which go when it has found its owner. A refusal holds only while the upload is still
 * open: otherwise somebody has finished it since it was read, and it is a 404 like any other that is finished.
 */
export async function whileOpen<T>({ store_id, id }: Upload, now: string, judge: () => T | Promise<T>): Promise<T> {
  try {
    return await judge();
  } catch (refusal) {
    if (refusal instanceof ApiError && !(await findOpen(store_id, id, now))) throw notFound();
    throw refusal;
  }
}

/** Items of all stores that are due by `now`, some of them. */
export async function listDue(now: string, limit: number): Promise<Upload[]> {
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: storeTable(),
      IndexName: 'feed',
      KeyConditionExpression: 'feed_pk = :partition AND feed_sk <= :now',
      ExpressionAttributeValues: { ':partition': partitions.uploads, ':now': now },
      Limit: limit,
    }),
  );
  return Items as Upload[];
}

const keyOf = ({ store_id, id }: Upload) => keys.upload(store_id, id);

const indexed = <T extends Upload>(upload: T) => ({ ...upload, feed_pk: partitions.uploads, feed_sk: upload.due_at });
