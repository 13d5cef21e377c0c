/** The outcome of a decision's writes on AWS answers that the engine never gives, and when. */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Attempt, Conflict, commitUnitOfWork } from '../../../lib/once/unit-of-work.ts';
import { notFound } from '../../../lib/schema/errors.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { check, create, merge, remove, replace, type Write } from '../../../lib/table/items.ts';

let aws: ReturnType<typeof mockClient>;
/** Milliseconds to be waited between decisions; none of them passes. */
let waits: number[];

beforeEach(() => {
  aws = mockClient(dynamodb);
  waits = [];
  vi.spyOn(timers, 'setTimeout').mockImplementation((delay, value, options) => {
    waits.push(Number(delay));
    return timers.setImmediate(value, options);
  });
  // Named imports see it only then.
  syncBuiltinESMExports();
});

afterEach(() => {
  aws.restore();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const about = { message: 'No', $metadata: {} };
const key = { pk: 'a', sk: 'a' };
const other = { pk: 'b', sk: 'b' };

const conflict = new TransactionConflictException(about);
const failed = (standing?: object) =>
  new ConditionalCheckFailedException({ ...about, Item: standing && marshall(standing) });
const cancelled = (...reasons: (string | { Code: string; Item: object })[]) =>
  new TransactionCanceledException({
    ...about,
    CancellationReasons: reasons.map((reason) =>
      typeof reason === 'string' ? { Code: reason } : { ...reason, Item: marshall(reason.Item) },
    ),
  });

const write = (...writes: Write[]) => commitUnitOfWork({ decide: async () => ({ writes, reply: 'done' }) });
const two = () => [create(key, {}), create(other, {})];
const guarded = (...writes: Write[]) =>
  commitUnitOfWork({
    decide: async () => ({ writes, reply: 'done' }),
    record: { find: async () => undefined, write: (reply) => create(key, { id: 'guard', reply }) },
  });

describe('a transaction', () => {
  test.each(['TransactionConflict', 'ConditionalCheckFailed', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'cancelled by %s is decided again',
    async (code) => {
      aws.on(TransactWriteCommand).rejectsOnce(cancelled('None', code)).resolves({});
      expect(await write(...two())).toBe('done');
      expect(aws.calls()).toHaveLength(2);
    },
  );

  test.each([
    [['None', 'ValidationError'], 'ValidationError'],
    [['ConditionalCheckFailed', 'ValidationError'], 'ConditionalCheckFailed, ValidationError'],
    [['None', 'None'], ''],
    [[], ''],
  ])('cancelled by %j is an error that names its reasons', async (reasons, named) => {
    const cause = cancelled(...reasons);
    aws.on(TransactWriteCommand).rejects(cause);
    const work = write(...two());
    await expect(work).rejects.toMatchObject({ name: 'Error', message: `Transaction cancelled: ${named}`, cause });
    expect(aws.calls()).toHaveLength(1);
  });

  test('cancelled without reasons, or with one that has no code, is an error', async () => {
    for (const reasons of [{}, { CancellationReasons: [{}] }]) {
      aws.on(TransactWriteCommand).rejects(new TransactionCanceledException({ ...about, ...reasons }));
      await expect(write(...two())).rejects.toThrow(/^Transaction cancelled: $/);
      await expect(guarded(create(other, {}))).rejects.toThrow(/^Transaction cancelled: $/);
    }
  });

  test.each([
    ['an addition', () => merge(key, { set: {} })],
    ['a condition', () => check(key, { version: 1 })],
  ])('is needed by %s, even a single one', async (_, single) => {
    aws.on(TransactWriteCommand).resolves({});
    const only = single();
    await write(only);
    expect(aws.calls().map(({ args }) => args[0].input)).toEqual([{ TransactItems: [only] }]);
  });
});

describe('a single write', () => {
  const put = () => create(key, { id: 'one', note: undefined, image: null });
  const standing = { id: 'one', image: null, version: 1, ...key };

  test('is sent as a single write, and reads the item if it fails', async () => {
    aws.onAnyCommand().resolves({});
    const [one, gone] = [put(), remove(key, { version: 1 })];
    await write(one);
    await write(gone);
    const asking = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
    expect(aws.calls().map(({ args }) => args[0].input)).toEqual([
      { ...one.Put, ...asking },
      { ...gone.Delete, ...asking },
    ]);
  });

  test('that meets a transaction is decided again', async () => {
    aws.on(PutCommand).rejectsOnce(conflict).resolves({});
    aws.on(DeleteCommand).rejectsOnce(conflict).resolves({});
    expect(await write(put())).toBe('done');
    expect(await write(remove(key, { version: 1 }))).toBe('done');
    expect(aws.calls()).toHaveLength(4);
  });

  test('that meets its own effect, the answer to which was lost, is done', async () => {
    aws.on(PutCommand).rejects(failed(standing));
    expect(await write(put())).toBe('done');
    aws.on(DeleteCommand).rejects(failed());
    expect(await write(remove(key, { version: 1 }))).toBe('done');
    expect(aws.calls()).toHaveLength(2);
  });

  test.each([
    ['what stands is another', create(key, { id: 'one' }), { ...standing, id: 'two' }],
    ['what stands has more to it', create(key, { id: 'one' }), { ...standing, note: 'Hi' }],
    ['what was read is gone', replace(key, { version: 1 }, { id: 'one' }), undefined],
    ['what was to be deleted has changed', remove(key, { version: 1 }), standing],
  ])('is decided again where %s', async (_, single, found) => {
    aws.on(PutCommand).rejectsOnce(failed(found)).resolves({});
    aws.on(DeleteCommand).rejectsOnce(failed(found)).resolves({});
    expect(await write(single)).toBe('done');
    expect(aws.calls()).toHaveLength(2);
  });
});

test('a guard is one of the writes, the first, and has the reply', async () => {
  aws.onAnyCommand().resolves({});
  const others = [create(other, {}), check(other, { version: 1 })];
  await guarded(...others);
  await guarded();
  const guard = create(key, { id: 'guard', reply: 'done' });
  expect(aws.calls().map(({ args }) => args[0].input)).toEqual([
    { TransactItems: [guard, ...others] },
    { ...guard.Put, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
  ]);
});

describe('a replay', () => {
  const put = async () => ({ writes: [create(key, {})], reply: 'decided' });
  const refuse = () => Promise.reject(notFound());
  const replies = (...each: (string | undefined)[]) => vi.fn(async () => each.shift());

  test('is answered in place of the decision, and nothing is written', async () => {
    const after = vi.fn();
    const decide = async () => ({ ...(await put()), before: [after], after: [after] });
    const write = vi.fn(() => create(other, {}));
    expect(await commitUnitOfWork({ decide, record: { find: replies('earlier'), write } })).toBe('earlier');
    expect(await commitUnitOfWork({ decide: refuse, record: { find: replies('earlier') } })).toBe('earlier');
    expect(aws.calls()).toEqual([]);
    expect(after).not.toHaveBeenCalled();
    expect(write).not.toHaveBeenCalled();
  });

  test('may be an empty one', async () => {
    expect(await commitUnitOfWork({ decide: put, record: { find: replies('') } })).toBe('');
  });

  test('that is not there leaves it to the decision', async () => {
    aws.on(PutCommand).resolves({});
    const find = replies(undefined, 'never looked up');
    expect(await commitUnitOfWork({ decide: put, record: { find } })).toBe('decided');
    expect(find).toHaveBeenCalledTimes(1);
  });

  test('is looked up beside the decision, not after it', async () => {
    const looked = Promise.withResolvers<void>();
    const work = commitUnitOfWork({
      decide: () => looked.promise.then(put),
      record: {
        async find() {
          looked.resolve();
          return 'earlier';
        },
      },
    });
    expect(await work).toBe('earlier');
  });

  test('is looked up again where the decision refuses, which may be for what a concurrent duplicate has done', async () => {
    expect(await commitUnitOfWork({ decide: refuse, record: { find: replies(undefined, 'by the twin') } })).toBe(
      'by the twin',
    );

    const never = replies();
    await expect(commitUnitOfWork({ decide: refuse, record: { find: never } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(never).toHaveBeenCalledTimes(2);
    await expect(commitUnitOfWork({ decide: refuse })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is not looked up again for a failure that is no refusal', async () => {
    const failure = new Error('No answer');
    const find = replies(undefined, 'never looked up');
    await expect(commitUnitOfWork({ decide: () => Promise.reject(failure), record: { find } })).rejects.toBe(failure);
    expect(find).toHaveBeenCalledTimes(1);
  });

  test('is looked up with each decision: what made one stale may be a concurrent duplicate', async () => {
    aws.on(PutCommand).rejects(failed({ id: 'two' }));
    expect(await commitUnitOfWork({ decide: put, record: { find: replies(undefined, 'by the twin') } })).toBe(
      'by the twin',
    );
    expect(aws.calls()).toHaveLength(1);
  });

  test('that another request has taken the place of refuses before the decision does, and after admission', async () => {
    const taken = () => Promise.reject(new Error('taken'));
    await expect(commitUnitOfWork({ decide: refuse, record: { find: taken } })).rejects.toThrow('taken');
    const notAdmitted = () => Promise.reject(new Error('not admitted'));
    await expect(
      commitUnitOfWork({ decide: refuse, record: { find: taken }, admitted: notAdmitted() }),
    ).rejects.toThrow('not admitted');
    await expect(
      commitUnitOfWork({ decide: put, record: { find: replies('earlier') }, admitted: notAdmitted() }),
    ).rejects.toThrow('not admitted');
  });
});

describe('contention', () => {
  test('that does not end is an error after 40 decisions, with a random wait up to a quarter of a second between them', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const cause = cancelled('None', 'TransactionConflict');
    aws.on(TransactWriteCommand).rejects(cause);
    const work = write(...two());
    await expect(work).rejects.toThrow(Conflict);
    await expect(work).rejects.toMatchObject({
      name: 'Conflict',
      message: 'Transaction cancelled: TransactionConflict',
      cause,
    });
    expect(aws.calls()).toHaveLength(40);
    expect(waits.slice(0, 4)).toEqual([10, 20, 40, 80]);
    expect(waits.slice(4)).toEqual(Array.from({ length: 35 }, () => 125));
  });

  test.each([
    ['A transaction is in progress', conflict],
    ['A condition failed', failed({ id: 'two' })],
  ])('over a single item ends with what was met: %s', async (message, cause) => {
    aws.on(PutCommand).rejects(cause);
    await expect(write(create(key, {}))).rejects.toMatchObject({ name: 'Conflict', message, cause });
    expect(aws.calls()).toHaveLength(40);
  });

  test('is reported with each decision that is made again, counted from 1', async () => {
    aws.on(PutCommand).rejectsOnce(conflict).rejectsOnce(conflict).resolves({});
    const seen: string[] = [];
    await commitUnitOfWork({
      async decide({ attempt }) {
        seen.push(`decision ${attempt}`);
        return { writes: [create(key, {})], reply: undefined };
      },
      onConflict: (attempt) => void seen.push(`stale ${attempt}`),
    });
    expect(seen).toEqual(['decision 1', 'stale 1', 'decision 2', 'stale 2', 'decision 3']);
  });

  test('does not hold the clock: each decision has its own present', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T00:00:00.900Z') });
    const attempts: Attempt[] = [];
    aws.on(PutCommand).rejectsOnce(conflict).resolves({});
    await commitUnitOfWork({
      async decide(attempt) {
        attempts.push(attempt);
        return { writes: [create(key, {})], reply: undefined };
      },
      onConflict: () => vi.setSystemTime(Date.parse('2026-01-01T00:00:02Z')),
    });
    vi.useRealTimers();
    expect(attempts).toEqual([
      { attempt: 1, now: '2026-01-01T00:00:00Z' },
      { attempt: 2, now: '2026-01-01T00:00:02Z' },
    ]);
  });

  test('is not waited for once the time is up', async () => {
    const time = new AbortController();
    aws.on(PutCommand).rejects(conflict);
    const decide = vi.fn(async () => ({ writes: [create(key, {})], reply: undefined }));
    const work = commitUnitOfWork({
      decide,
      signal: time.signal,
      onConflict: () => time.abort(new Error('time is up')),
    });
    await expect(work).rejects.toMatchObject({ name: 'AbortError', cause: { message: 'time is up' } });
    expect(decide).toHaveBeenCalledTimes(1);
  });
});

test('any other failure is passed on as it is, and nothing is decided again', async () => {
  const failure = new Error('No answer');
  aws.onAnyCommand().rejects(failure);
  await expect(write(create(key, {}))).rejects.toBe(failure);
  await expect(write(remove(key, { version: 1 }))).rejects.toBe(failure);
  await expect(write(...two())).rejects.toBe(failure);
  expect(aws.calls()).toHaveLength(3);
});

test('a decision without writes sends nothing, and is replied to', async () => {
  expect(await write()).toBe('done');
  expect(aws.calls()).toEqual([]);
});

describe('effects', () => {
  const watched = () => {
    const seen: string[] = [];
    const effect = (name: string) => async () => void seen.push(name);
    aws.on(PutCommand).callsFake(effect('commit'));
    return { seen, effect };
  };

  test('before the commit are had with each decision, those after it once', async () => {
    const { seen, effect } = watched();
    aws.on(PutCommand).rejectsOnce(conflict).callsFake(effect('commit'));
    await commitUnitOfWork({
      decide: async () => ({
        writes: [create(key, {})],
        reply: undefined,
        before: [effect('before')],
        after: [effect('after')],
      }),
    });
    expect(seen).toEqual(['before', 'before', 'commit', 'after']);
  });

  test('that fail after the commit change nothing', async () => {
    const { seen, effect } = watched();
    const work = commitUnitOfWork({
      decide: async () => ({
        writes: [create(key, {})],
        reply: 'done',
        after: [() => Promise.reject(new Error('left to a sweep')), effect('after')],
      }),
    });
    expect(await work).toBe('done');
    expect(seen).toEqual(['commit', 'after']);
  });

  test('that fail before the commit, or outlast the time, leave nothing committed', async () => {
    const { seen, effect } = watched();
    const time = new AbortController();
    const work = (before: () => Promise<unknown>) =>
      commitUnitOfWork({
        decide: async () => ({
          writes: [create(key, {})],
          reply: undefined,
          before: [before],
          after: [effect('after')],
        }),
        signal: time.signal,
      });
    await expect(work(() => Promise.reject(new Error('No queue')))).rejects.toThrow('No queue');
    await expect(work(async () => time.abort(new Error('time is up')))).rejects.toThrow('time is up');
    expect(seen).toEqual([]);
  });
});

describe('admission', () => {
  const refuse = (message: string) => Promise.reject(new Error(message));

  test('and decision start together, and what admission refuses comes first', async () => {
    const refused = commitUnitOfWork({
      decide: () => refuse('the decision'),
      admitted: refuse('the admission'),
    });
    await expect(refused).rejects.toThrow('the admission');

    const decided = Promise.withResolvers<void>();
    const work = commitUnitOfWork({
      async decide() {
        decided.resolve();
        return { writes: [], reply: 'done' };
      },
      admitted: decided.promise,
    });
    expect(await work).toBe('done');
  });

  test('granted, a decision may still refuse', async () => {
    const refused = commitUnitOfWork({ decide: () => refuse('the decision'), admitted: Promise.resolve() });
    await expect(refused).rejects.toThrow('the decision');
    expect(aws.calls()).toHaveLength(0);
  });
});
