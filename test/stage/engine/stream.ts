/**
 * The stream of a table as Lambda follows it: in independent shards, an item's changes always in the same one and
 * in their order; a batch that fails comes again, whole, in halves or from where its function got to.
 */
import { hash } from 'node:crypto';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { start } from './background.ts';
import type { Surroundings } from './client.ts';
import type { Random } from './random.ts';
import { Violation } from './requests.ts';

/** A change, and its place among those of all shards. */
interface Placed {
  place: number;
  record: DynamoDBRecord;
}

type Batch = readonly Placed[];

const triesUnderFaults = 3;

/** The surroundings of a function that follows changes. */
interface Following extends Surroundings {
  follower: string;
}

/** Hands all changes of a table to a function that follows them, until it is done with each. */
export async function followChanges(surroundings: Following, records: readonly DynamoDBRecord[]): Promise<void> {
  const count = surroundings.random.pick([2, 3, 5]);
  const placed = records.map((record, place): Placed => ({ record, place }));
  const shards = Map.groupBy(placed, ({ record }) => shardOf(record, count));
  const furthest = { place: -1 };
  await Promise.all([...shards.values()].map((changes) => followShard(surroundings, changes, furthest)));
}

const shardOf = ({ dynamodb }: DynamoDBRecord, count: number): number =>
  Number.parseInt(hash('sha1', JSON.stringify(dynamodb?.Keys)).slice(0, 8), 16) % count;

async function followShard(
  surroundings: Following,
  changes: readonly Placed[],
  furthest: { place: number },
): Promise<void> {
  const batches = batchesOf(changes, surroundings.random);
  let tries = 0;
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    const isCalm = tries === triesUnderFaults;
    const left = await leftOf(isCalm ? { ...surroundings, faults: undefined } : surroundings, batch);
    if (left.length > 0 && isCalm) {
      throw new Violation('A change is never told although nothing fails', left.slice(0, 3).map(lineOf));
    }
    tries = left.length > 0 ? tries + 1 : 0;
    batches.unshift(...(left.length > 0 ? failed(surroundings, batch, left) : ended(surroundings, batch, furthest)));
  }
}

/** What comes again of a batch that failed. */
function failed({ run }: Surroundings, batch: Batch, left: Batch): Batch[] {
  run.count(left.length < batch.length ? 'batch of changes failed in part' : 'batch of changes failed');
  const middle = Math.ceil(left.length / 2);
  return [left.slice(0, middle), left.slice(middle)].filter(({ length }) => length > 0);
}

/** What comes again of a batch that has ended well: now and then all of it. */
function ended({ run, random }: Surroundings, batch: Batch, furthest: { place: number }): Batch[] {
  const [first, last] = [batch[0]?.place ?? 0, batch.at(-1)?.place ?? 0];
  if (first < furthest.place) run.count('shards out of step');
  furthest.place = Math.max(furthest.place, last);
  if (!random.chance(0.05)) return [];
  run.count('changes delivered again');
  return [batch];
}

const lineOf = ({ record: { dynamodb, eventName } }: Placed): string =>
  `${eventName} ${JSON.stringify(dynamodb?.Keys)}`;

/** The changes of a batch that its function is not done with: all where it fails or dies. */
async function leftOf(surroundings: Following, batch: Batch): Promise<Batch> {
  await surroundings.scheduler.pause();
  const event = { Records: batch.map(({ record }) => record) };
  const outcome: Partial<DynamoDBBatchResponse> | undefined = await start(
    surroundings,
    surroundings.follower,
    event,
  ).catch(() => undefined);
  if (!outcome?.batchItemFailures) return batch;
  const [failed] = outcome.batchItemFailures;
  if (!failed) return [];
  const from = batch.findIndex(({ record }) => record.dynamodb?.SequenceNumber === failed.itemIdentifier);
  return batch.slice(Math.max(0, from));
}

const sizes = [1, 7, 100, 100] as const;

function batchesOf(changes: readonly Placed[], random: Random): Batch[] {
  const batches: Batch[] = [];
  for (let from = 0; from < changes.length; from += batches.at(-1)?.length ?? 1) {
    batches.push(changes.slice(from, from + random.pick(sizes)));
  }
  return batches;
}
