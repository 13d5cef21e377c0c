/**
 * An index of the items of all stores that become due at a time. A rush of one store spreads over `parts` partitions. A round of
 * a sweep costs what is due, however many stores there are.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, storeTable } from './client.ts';
import { type DueKind, digestOf, type Key, partitions, partOfDigest, shards, timeKeys } from './keys.ts';

const parts = 16;

export const allParts: readonly number[] = shards(parts);

/** The attributes that make the item under a key due at a time. */
export function dueAt(kind: DueKind, time: string, { pk, sk }: Key) {
  // A digest has a fixed length for any ids: an index's sort key has 1,024 bytes at most.
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

/** What is due in one part by a time, the oldest first. */
export async function listDue({ kind, part, by, after = '', limit }: DueRequest): Promise<Due[]> {
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: storeTable(),
      IndexName: 'due',
      KeyConditionExpression: 'due_pk = :partition AND due_sk BETWEEN :begin AND :end',
      ExpressionAttributeValues: {
        ':partition': partitions.due(kind, part),
        // Above the place itself and below any other.
        ':begin': after === '' ? '0' : `${after}~`,
        ':end': timeKeys.upTo(by),
      },
      Limit: limit,
    }),
  );
  return Items as Due[];
}
