/**
 * An index of all items, of every store, that become due at some time. A burst of items from one store spreads over `parts` partitions. The cost of
 * a sweep's round depends only on the number of due items, not on the number of stores.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, storeTable } from './client.ts';
import { type DueKind, digestOf, type Key, partitions, partOfDigest, shards, timeKeys } from './keys.ts';

const parts = 16;

export const allParts: readonly number[] = shards(parts);

/** The attributes that make the item under a key due at a time. */
export function dueAt(kind: DueKind, time: string, { pk, sk }: Key) {
  // An index's sort key can have at most 1,024 bytes, so it contains a digest: its length does not depend on the ids.
  const digest = digestOf(`${pk} ${sk}`);
  return {
    due_pk: partitions.due(kind, partOfDigest(digest, parts)),
    due_sk: timeKeys.of(time, digest.toString('base64url')),
  };
}

/** The attributes of an item that is no longer due: it leaves the index. */
export const notDue = { due_pk: undefined, due_sk: undefined } as const;

/** An item that is due, and its sort key in the index. */
export interface Due extends Key {
  due_sk: string;
}

interface DueRequest {
  kind: DueKind;
  part: number;
  /** Due by this time. */
  by: string;
  /** The `due_sk` after which to begin. */
  after?: string | undefined;
  limit: number;
}

/** The items of one part that are due by a time, oldest first. */
export async function listDue({ kind, part, by, after = '', limit }: DueRequest): Promise<Due[]> {
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: storeTable(),
      IndexName: 'due',
      KeyConditionExpression: 'due_pk = :partition AND due_sk BETWEEN :begin AND :end',
      ExpressionAttributeValues: {
        ':partition': partitions.due(kind, part),
        // Sorts after the item with this `due_sk` and before the next item.
        ':begin': after === '' ? '0' : `${after}~`,
        ':end': timeKeys.upTo(by),
      },
      Limit: limit,
    }),
  );
  return Items as Due[];
}
