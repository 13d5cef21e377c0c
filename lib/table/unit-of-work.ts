/**
 * Read, decide, commit: the one place that sends writes. A decision reads what it needs, decides, and returns its writes as
 * values together with its reply; the unit of work commits them in one transaction, and runs the decision again from its
 * reads when something it read has changed meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { type NativeAttributeValue, unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamodb } from './client.ts';
import type { Write } from './items.ts';

/** Something to do outside the table; run again when the decision is, so it must not harm when done twice. */
export type Effect = () => Promise<unknown>;

export interface Decision<R> {
  /** Committed together or not at all. None: nothing changes. */
  writes: readonly Write[];
  reply: R;
  /** Done before the commit, under names nobody has seen: a failed commit leaves only garbage that expires. */
  before?: readonly Effect[];
  /** Done after the commit; a failure here is left to a sweep. */
  after?: readonly Effect[];
}

/** Something that was read has changed before the commit. */
export class Stale extends Error {
  override readonly name = 'Stale';
}

/** The guard's condition failed: somebody else committed this request. Carries the record that won. */
export class Lost extends Error {
  override readonly name = 'Lost';
  readonly winner: Record<string, NativeAttributeValue>;

  constructor(winner: Record<string, NativeAttributeValue>) {
    super('The request was committed by a twin');
    this.winner = winner;
  }
}

interface UnitOfWork<R> {
  /** `attempt` counts from 1. */
  decide(attempt: number): Promise<Decision<R>>;
  /** A write that belongs to every commit of this request and fails where the request has been committed before. */
  guard?: ((reply: R) => Write) | undefined;
  /** Everything else that has to be known before anything is committed: it throws to refuse. */
  admit?: (() => Promise<unknown>) | undefined;
  /** Aborted when the function is about to run out of time: nothing is committed any more. */
  signal?: AbortSignal | undefined;
  /** Told each time the decision has to be made again. */
  onStale?: (attempt: number) => void;
}

const attemptsAtMost = 40;

/** Full jitter, growing to half a second: under contention somebody always wins, so everybody gets their turn. */
const backoff = (attempt: number): number => Math.random() * Math.min(500, 10 * 2 ** attempt);

/**
 * Runs a decision until it is committed. The reply is returned only after the commit.
 * Throws what the decision or `admit` throws, `Lost` when the guard fails, and `Stale` when contention does not end.
 */
export async function commitUnitOfWork<R>({ decide, guard, admit, signal, onStale }: UnitOfWork<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    // Admission comes first in what it refuses, but waits for nothing: both start together.
    const decided = settle(decide(attempt));
    await admit?.();
    const { writes, reply, before = [], after = [] } = unwrap(await decided);
    try {
      await Promise.all(before.map((effect) => effect()));
      signal?.throwIfAborted();
      await commit(writes, guard?.(reply));
      await Promise.allSettled(after.map((effect) => effect()));
      return reply;
    } catch (error) {
      if (!(error instanceof Stale) || attempt === attemptsAtMost) throw error;
      onStale?.(attempt);
      await sleep(backoff(attempt), undefined, signal ? { signal } : {});
    }
  }
}

type Settled<T> = { value: T } | { error: unknown };

const settle = <T>(promise: Promise<T>): Promise<Settled<T>> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

function unwrap<T>(settled: Settled<T>): T {
  if ('error' in settled) throw settled.error;
  return settled.value;
}

async function commit(writes: readonly Write[], guard: Write | undefined): Promise<void> {
  const all = guard ? [guard, ...writes] : writes;
  const [first] = all;
  if (!first) return;
  if (all.length === 1 && (first.Put || first.Delete)) await commitOne(first, guard !== undefined);
  else await commitTogether(all, guard !== undefined);
}

/**
 * A single put or delete needs no transaction, which would cost twice. An update may be relative (ADD), so it takes one all
 * the same: the transaction's token keeps the SDK's own retries from applying it again.
 */
async function commitOne(write: Write, guarded: boolean): Promise<void> {
  try {
    await sendOne(write);
  } catch (error) {
    if (error instanceof TransactionConflictException) throw new Stale('A transaction is under way', { cause: error });
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const standing = error.Item && unmarshall(error.Item);
    if (isOwnEffect(write, standing)) return;
    if (guarded && standing) throw new Lost(standing);
    throw new Stale('A condition failed', { cause: error });
  }
}

async function sendOne({ Put, Delete }: Write): Promise<void> {
  const onFailure = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  if (Put) await dynamodb.send(new PutCommand({ ...Put, ...onFailure }));
  else if (Delete) await dynamodb.send(new DeleteCommand({ ...Delete, ...onFailure }));
}

/**
 * The SDK's own retry meets the effect of the try whose answer was lost. Another request that put the very same item cannot
 * be told from it, nor does it matter: what was to be is. So a single put must not depend on how often it is done.
 */
const isOwnEffect = (write: Write, standing: object | undefined): boolean =>
  standing ? isDeepStrictEqual(standing, plain(write.Put?.Item)) : write.Delete !== undefined;

const plain = (item: object | undefined): object | undefined =>
  item && Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

/** Reasons of a cancelled transaction that go away when the decision is made again. */
const passing = new Set([
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

async function commitTogether(writes: readonly Write[], guarded: boolean): Promise<void> {
  const request: TransactWriteCommandInput = {
    TransactItems: writes.map((write, index) => (index === 0 && guarded ? returningOld(write) : write)),
  };
  try {
    await dynamodb.send(new TransactWriteCommand(request));
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = error.CancellationReasons ?? [];
    const [atGuard] = reasons;
    if (guarded && atGuard?.Code === 'ConditionalCheckFailed' && atGuard.Item) throw new Lost(unmarshall(atGuard.Item));
    const codes = reasons.map(({ Code }) => Code ?? 'None').filter((code) => code !== 'None');
    const message = `Transaction cancelled: ${codes.join(', ')}`;
    const goesAway = codes.length > 0 && codes.every((code) => passing.has(code));
    throw goesAway ? new Stale(message, { cause: error }) : new Error(message, { cause: error });
  }
}

const returningOld = (write: Write): Write =>
  write.Put ? { Put: { ...write.Put, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } } : write;
