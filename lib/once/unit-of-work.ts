/**
 * Read, decide, commit: the one place that sends writes. A decision reads what it needs, decides, and returns its writes as
 * values together with its reply. The unit of work commits them in one transaction, and runs the decision again from its reads
 * when something it read has changed meanwhile. A repeat of a request is answered from the record of that request.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { isShort, OutOfTime, type TimeLeft, timestampNow } from '../runtime/clock.ts';
import { ApiError } from '../schema/errors.ts';
import { dynamodb } from '../table/client.ts';
import type { Write } from '../table/items.ts';
import type { RecordOfRequest } from './idempotency-record.ts';

/** Something to do outside the table. It runs again whenever the decision does, so it must be safe to repeat. */
export type Effect = () => Promise<unknown>;

export interface Decision<R> {
  /** Committed together or not at all. Empty if nothing changes. */
  writes: readonly Write[];
  reply: R;
  /** Done before the commit, under new names: a failed commit leaves only garbage that expires. */
  before?: readonly Effect[];
  /** Done after the commit; a failure here is left to a sweep. */
  after?: readonly Effect[];
}

/** Something that was read has changed before the commit. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
  /** The existing item at the key of the first write, if that item caused the conflict. */
  readonly existing: object | undefined;

  constructor(message: string, { cause, existing }: { cause?: unknown; existing?: object | undefined } = {}) {
    super(message, { cause });
    this.existing = existing;
  }
}

/** One attempt at a decision. Each attempt reads everything again, including the clock. */
export interface Attempt {
  /** Counts from 1. */
  attempt: number;
  /** The current time, `YYYY-MM-DDThh:mm:ssZ`. */
  now: string;
}

/** A decision, and the record of its request. The record is omitted if a repeat changes nothing. */
export interface Step<R> {
  decide(attempt: Attempt): Promise<Decision<R>>;
  record?: RecordOfRequest<R> | undefined;
}

/** A step with fixed writes, which do not depend on any read. */
export const writing = (writes: readonly Write[]): Step<undefined> => ({
  decide: async () => ({ writes, reply: undefined }),
});

interface UnitOfWork<R> extends Step<R> {
  /** Fulfilled once the request is admitted. Rejected with the error that refuses it, which takes precedence over any other reply. */
  admitted?: Promise<unknown> | undefined;
  /** Aborted when the function is about to run out of time: no commit starts after that. */
  signal?: AbortSignal | undefined;
  /** Called each time the decision has to be made again. */
  onConflict?: (attempt: number) => void;
}

/** Commits a step, and returns its reply. */
export type Commit = <R>(step: Step<R>) => Promise<R>;

/** All attempts and the pauses between them take about five seconds, and at most ten, so a request is answered within its time limit. */
export const attemptsAtMost = 40;

/**
 * Milliseconds to wait, with full jitter. The range grows to a quarter of a second, or to the time of four attempts if these
 * are slow. Under contention one attempt always wins, so every request gets its turn.
 */
export const backoff = (attempt: number, took: number, random = Math.random()): number =>
  random * Math.min(Math.max(250, 4 * took), 10 * 2 ** attempt);

/**
 * Runs a decision until it is committed, or replies to a repeat of it. The reply is returned only after the commit.
 * Throws what the decision, its record or `admitted` throws, and `Conflict` if contention does not end.
 */
export async function commitUnitOfWork<R>(unit: UnitOfWork<R>): Promise<R> {
  const { signal, onConflict } = unit;
  for (let attempt = 1; ; attempt += 1) {
    const startedAt = performance.now();
    try {
      return await attemptOnce(unit, { attempt, now: timestampNow() });
    } catch (error) {
      if (!(error instanceof Conflict) || attempt === attemptsAtMost) throw error;
      onConflict?.(attempt);
      await sleep(backoff(attempt, performance.now() - startedAt), undefined, signal ? { signal } : {});
    }
  }
}

/** Replies as the commit of a step would, but writes nothing and runs no effect. Throws what the decision throws. */
export const withoutCommit: Commit = async (step) => {
  const { replay, decision } = await decideOnce(step, { attempt: 1, now: timestampNow() });
  return decision ? decision.reply : replay;
};

/** Throws `Conflict` if the decision has to be made again. */
async function attemptOnce<R>(unit: UnitOfWork<R>, attempt: Attempt): Promise<R> {
  // The decision and the admission run in parallel, but a refusal by the admission takes precedence.
  const deciding = settled(decideOnce(unit, attempt));
  await unit.admitted;
  const { replay, decision } = resultOf(await deciding);
  if (!decision) return replay;
  try {
    await carryOut(decision, unit);
  } catch (error) {
    if (unit.record?.read && error instanceof Conflict && error.existing) return unit.record.read(error.existing);
    throw error;
  }
  return decision.reply;
}

type Decided<R> = { replay: R; decision?: never } | { decision: Decision<R>; replay?: never };

async function decideOnce<R>({ decide, record }: UnitOfWork<R>, attempt: Attempt): Promise<Decided<R>> {
  const deciding = settled(decide(attempt));
  const earlier = record?.read && attempt.attempt === 1 ? undefined : await record?.find();
  if (earlier !== undefined) return { replay: earlier };
  const { value: decision, error } = await deciding;
  if (decision) return { decision };
  const meanwhile = error instanceof ApiError ? await record?.find() : undefined;
  if (meanwhile === undefined) throw error;
  return { replay: meanwhile };
}

type Settled<T> = { value: T; error?: never } | { error: unknown; value?: never };

/** A promise that may be awaited later: it never rejects. */
const settled = <T>(promise: Promise<T>): Promise<Settled<T>> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

function resultOf<T>(result: Settled<T>): T {
  if ('error' in result) throw result.error;
  return result.value;
}

async function carryOut<R>(decision: Decision<R>, { record, signal }: UnitOfWork<R>): Promise<void> {
  const { writes, reply, before = [], after = [] } = decision;
  await Promise.all(before.map((effect) => effect()));
  signal?.throwIfAborted();
  await commitOnce(record?.write ? [record.write(reply), ...writes] : writes);
  await Promise.allSettled(after.map((effect) => effect()));
}

/** Commits writes in one attempt. Throws `Conflict` if something has changed since it was read, for a caller that has to read it again. */
export async function commitOnce(writes: readonly Write[]): Promise<void> {
  const [first] = writes;
  if (!first) return;
  if (writes.length === 1 && (first.Put || first.Delete)) await commitOne(first);
  else await commitTogether(writes);
}

/**
 * A single put or delete needs no transaction, which would cost twice as much. An update may be relative (ADD), so it uses a transaction anyway: the transaction's token keeps the SDK's own retries from applying the update again.
 */
async function commitOne(write: Write): Promise<void> {
  try {
    await sendOne(write);
  } catch (error) {
    if (error instanceof TransactionConflictException)
      throw new Conflict('A transaction is in progress', { cause: error });
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const found = error.Item && unmarshall(error.Item);
    if (isOwnEffect(write, found)) return;
    throw new Conflict('A condition failed', { cause: error, existing: found });
  }
}

/** If a condition fails, the error contains the existing item. */
const onFailure = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

async function sendOne({ Put, Delete }: Write): Promise<void> {
  if (Put) await dynamodb.send(new PutCommand({ ...Put, ...onFailure }));
  else if (Delete) await dynamodb.send(new DeleteCommand({ ...Delete, ...onFailure }));
}

/**
 * After a lost response, the SDK's own retry finds what its first try wrote. An identical item of another request
 * looks the same, which is harmless: the item is as intended. So a single put must be safe to repeat.
 */
const isOwnEffect = (write: Write, found: object | undefined): boolean =>
  found ? isDeepStrictEqual(found, plain(write.Put?.Item)) : write.Delete !== undefined;

const plain = (item: object | undefined): object | undefined =>
  item && Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

/** Reasons of a cancelled transaction that go away when the decision is made again. */
const passing = new Set([
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/** The command that commits writes together. */
export const transactionOf = (writes: readonly Write[]) => new TransactWriteCommand({ TransactItems: [...writes] });

async function commitTogether(writes: readonly Write[]): Promise<void> {
  try {
    await dynamodb.send(transactionOf(writes));
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = error.CancellationReasons ?? [];
    const codes = reasons.map(({ Code }) => Code ?? 'None').filter((code) => code !== 'None');
    const message = `Transaction cancelled: ${codes.join(', ')}`;
    const goesAway = codes.length > 0 && codes.every((code) => passing.has(code));
    const [first] = reasons;
    throw goesAway
      ? new Conflict(message, { cause: error, existing: first?.Item && unmarshall(first.Item) })
      : new Error(message, { cause: error });
  }
}

/**
 * Commits the steps of one piece of work while there is time, then throws `OutOfTime`. The next call continues after
 * the last commit. The first step is always committed, so that the work progresses however short the time is.
 */
export function inTime(commit: Commit, time: TimeLeft | undefined): Commit {
  let hasStarted = false;
  return async (step) => {
    if (hasStarted && isShort(time)) throw new OutOfTime();
    hasStarted = true;
    return commit(step);
  };
}
