/**
 * What the service has to see to by itself when its time comes, of all stores, in an index of its own. A rush of one store
 * spreads over `parts` partitions, and a round costs what is due, however many stores there are.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, storeTable } from './client.ts';
import { type DueKind, type Key, partitions, timeKeys } from './keys.ts';
import { digestOf, partOfDigest, partsUpTo } from './parts.ts';

const parts = 16;

export const allParts: readonly number[] = partsUpTo(parts);

/** The attributes that make the item under a key due at a time. */
export function dueAt(kind: DueKind, time: string, { pk, sk }: Key) {
  // Of a fixed length, whatever a caller's own ids hold: an index's sort key has 1,024 bytes at most.
  const digest = digestOf(`${pk} ${sk}`);
  return {
    due_pk: partitions.due(kind, partOfDigest(digest, parts)),
    due_sk: timeKeys.of(time, digest.toString('base64url')),
  };
}

/** An item that was read and is due no more must lose its place. */
export const neverDue = { due_pk: undefined, due_sk: undefined } as const;

/** An item that is due, and its place among those of its part. */
export interface Due extends Key {
  due_sk: string;
}

interface PartOf {
  kind: DueKind;
  part: number;
  /** Due by this time. */
  by: string;
  /** The place after which to begin. */
  after?: string | undefined;
  limit: number;
}

/** What is due in one part by a time, the oldest first. */
export async function listDue({ kind, part, by, after = '', limit }: PartOf): Promise<Due[]> {
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
