/** That each fault of the simulation really happens: what functions then see of AWS. */
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { CopyObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { BatchGetCommand, GetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { objectBucket, s3 } from '../../../lib/objects/objects.ts';
import { BoundedMap } from '../../../lib/runtime/collections.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import { Run } from '../random/run.ts';
import { enterStage } from './aws.ts';
import { clock } from './clock.ts';
import { type Conditions, kind } from './conditions.ts';
import { type Execution, inTurn, onOwnAccount } from './execution.ts';
import type { FaultKind } from './faults.ts';
import { execute } from './faulty-aws.ts';
import { seeded } from './random.ts';
import { Scheduler } from './scheduler.ts';
import { letPass } from './unkind-aws.ts';

type Function = <T>(work: () => Promise<T>, kinds?: FaultKind) => Promise<T | 'died'>;

/** Plays some functions, each of which may meet one kind of fault at every call. */
async function playing<T>(
  seed: number,
  conditions: Partial<Conditions>,
  work: (fn: Function, run: Run, seen: { frozen: number }) => Promise<T>,
): Promise<T> {
  await enterStage();
  clock.start();
  const run = new Run(seeded(seed), { ...kind, ...conditions });
  const scheduler = new Scheduler(seeded(seed), run);
  const seen = { frozen: 0 };
  const fn: Function = (each, faultKind) => {
    const died = Promise.withResolvers<'died'>();
    const execution: Execution = {
      ...{ run, scheduler, startedAt: clock.now(), instance: run.instances.take(), die: () => died.resolve('died') },
      faults: faultKind && { random: seeded(seed), intensity: 100, kinds: [faultKind] },
      onFreeze() {
        seen.frozen += 1;
      },
    };
    return Promise.race([execute(execution, each), died.promise]);
  };
  try {
    return await onOwnAccount(() =>
      scheduler.run(execute({ run, scheduler, startedAt: clock.now() }, () => work(fn, run, seen))),
    );
  } finally {
    clock.stop();
  }
}

/** What is true of some seed is possible. */
async function possible(isSo: (seed: number) => Promise<boolean>): Promise<void> {
  for (let seed = 1; seed <= 40; seed += 1) if (await isSo(seed)) return;
  expect.fail('It never happened');
}

const put = (sk: string, more: object = {}) =>
  dynamodb.send(new PutCommand({ TableName: storeTable(), Item: { pk: 'P', sk, ...more } }));
const get = async (sk: string) =>
  (await dynamodb.send(new GetCommand({ TableName: storeTable(), Key: { pk: 'P', sk }, ConsistentRead: true }))).Item;
const together = (...items: object[]) =>
  dynamodb.send(
    new TransactWriteCommand({
      TransactItems: items.map((item) => ({ Put: { TableName: storeTable(), Item: { pk: 'P', ...item } } })),
    }),
  );
const listed = async (more: object = {}) => {
  const ExpressionAttributeValues = { ':pk': 'P' };
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues, ConsistentRead: true };
  return (await dynamodb.send(new QueryCommand({ TableName: storeTable(), ...query, ...more }))).Items ?? [];
};
const fed = async (state: string) => {
  const query = { KeyConditionExpression: 'feed_pk = :pk', ExpressionAttributeValues: { ':pk': state } };
  const command = new QueryCommand({ TableName: storeTable(), IndexName: 'feed', ...query });
  return ((await dynamodb.send(command)).Items ?? []).map(({ text }) => text);
};
const failure = (work: () => Promise<unknown>) =>
  work().then(
    () => undefined,
    (error: unknown) => error,
  );

const lagging: Partial<Conditions> = { lag: () => 5000 };

describe('an index', () => {
  test('shows what was, for up to five seconds', () =>
    possible((seed) =>
      playing(seed, lagging, async () => {
        await put('a', { feed_pk: 'open', feed_sk: '1', text: 'old' });
        clock.pass(6000);
        await put('a', { feed_pk: 'open', feed_sk: '1', text: 'new' });
        const [soon, item] = [await fed('open'), await get('a')];
        clock.pass(6000);
        expect(item?.text).toBe('new');
        expect(await fed('open')).toEqual(['new']);
        return soon[0] === 'old';
      }),
    ));

  test.each([0, 2])('shows an item that moves in %i of two partitions', (places) =>
    possible((seed) =>
      playing(seed, lagging, async () => {
        await put('a', { feed_pk: 'open', feed_sk: '1', text: 'first' });
        clock.pass(6000);
        await put('a', { feed_pk: 'closed', feed_sk: '1', text: 'second' });
        clock.pass(2500);
        return (await fed('open')).length + (await fed('closed')).length === places;
      }),
    ),
  );

  test('that does not lag, where another does, answers as the engine does', () =>
    playing(1, { lag: (index) => (index === 'expiring' ? 1 : 0) }, async () => {
      const names = ['b', 'a', 'é', '~', 'c'];
      for (const [index, name] of names.entries()) {
        const ranking = { ranking_pk: 'R', ranking: index % 2 ? 10 ** index : -index, searchable_name: name };
        await put(name, { feed_pk: 'open', feed_sk: name, due_pk: 'D', due_sk: name, text: name, ...ranking });
      }
      await put('c', { text: 'stands in no index any more' });
      const ofFeed = { IndexName: 'feed', KeyConditionExpression: 'feed_pk = :pk' };
      const ofRanking = { IndexName: 'ranking', KeyConditionExpression: 'ranking_pk = :pk AND ranking >= :low' };
      const between = 'due_pk = :pk AND due_sk BETWEEN :low AND :high';
      const queries = [
        { ...ofFeed, ExpressionAttributeValues: { ':pk': 'open' } },
        { ...ofFeed, ExpressionAttributeValues: { ':pk': 'open' }, ScanIndexForward: false, Limit: 2 },
        {
          ...{ IndexName: 'feed', KeyConditionExpression: '#pk = :pk AND #sk < :after' },
          ExpressionAttributeNames: { '#pk': 'feed_pk', '#sk': 'feed_sk' },
          ExpressionAttributeValues: { ':pk': 'open', ':after': '~' },
        },
        {
          ...{ IndexName: 'due', KeyConditionExpression: between },
          ExpressionAttributeValues: { ':pk': 'D', ':low': 'a', ':high': '~' },
        },
        { ...ofRanking, ExpressionAttributeValues: { ':pk': 'R', ':low': -2 }, ScanIndexForward: false },
        {
          ...{ ...ofRanking, FilterExpression: 'contains(searchable_name, :part)' },
          ExpressionAttributeValues: { ':pk': 'R', ':low': -9, ':part': 'a' },
        },
      ];
      for (const query of queries) {
        const command = () => new QueryCommand({ TableName: storeTable(), ...query });
        const simulated = await dynamodb.send(command());
        const real = await inTurn(() => dynamodb.send(command()));
        expect(simulated.Items).toEqual(real.Items);
        expect(simulated.LastEvaluatedKey).toEqual(real.LastEvaluatedKey);
      }
    }));
});

describe('a read of several items', () => {
  const isTorn = (read: () => Promise<(Record<string, unknown> | undefined)[]>) => (seed: number) =>
    playing(seed, { pieces: 1 }, async (fn) => {
      await together({ sk: 'a', round: 1 }, { sk: 'b', round: 1 });
      const [items] = await Promise.all([fn(read), fn(() => together({ sk: 'a', round: 2 }, { sk: 'b', round: 2 }))]);
      if (items === 'died') return false;
      expect(items).toHaveLength(2);
      return items[0]?.round !== items[1]?.round;
    });

  test('by a Query holds items from before and after a commit', () => possible(isTorn(() => listed())));

  test('by a Query of a page continues where it ended', () =>
    playing(3, { pieces: 1 }, async () => {
      for (const sk of ['a', 'b', 'c']) await put(sk);
      const sks: unknown[] = [];
      let ExclusiveStartKey: object | undefined;
      do {
        const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'P' }, Limit: 2 };
        const page = await dynamodb.send(
          new QueryCommand({ TableName: storeTable(), ...query, ConsistentRead: true, ExclusiveStartKey } as never),
        );
        sks.push(...(page.Items ?? []).map(({ sk }) => sk));
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
      expect(sks).toEqual(['a', 'b', 'c']);
    }));

  const batch = async (ConsistentRead: boolean) => {
    const Keys = ['a', 'b'].map((sk) => ({ pk: 'P', sk }));
    const { Responses, UnprocessedKeys } = await dynamodb.send(
      new BatchGetCommand({ RequestItems: { [storeTable()]: { Keys, ConsistentRead } } }),
    );
    return { items: Responses?.[storeTable()] ?? [], left: UnprocessedKeys?.[storeTable()]?.Keys ?? [] };
  };

  test('by a BatchGetItem holds items from before and after a commit', () =>
    possible(isTorn(async () => (await batch(true)).items)));

  test('by a BatchGetItem leaves some for another', () =>
    playing(1, {}, async (fn) => {
      await together({ sk: 'a' }, { sk: 'b' });
      const found = await fn(() => batch(true), 'refused in part');
      expect(found).toMatchObject({ items: [{ sk: 'a' }], left: [{ pk: 'P', sk: 'b' }] });
    }));

  test('that is only eventually consistent shows what was', () =>
    possible((seed) =>
      playing(seed, lagging, async () => {
        await together({ sk: 'a' }, { sk: 'b' });
        clock.pass(2500);
        const soon = (await batch(false)).items.length;
        clock.pass(6000);
        expect((await batch(false)).items).toHaveLength(2);
        return soon === 1;
      }),
    ));
});

describe('a transaction holds its items', () => {
  const beside = (work: () => Promise<unknown>, isMet: (error: unknown) => boolean) =>
    possible((seed) =>
      playing(seed, { held: 1 }, async (fn) => {
        const [, error] = await Promise.all([
          fn(() => failure(() => together({ sk: 'a' }, { sk: 'b' }))),
          fn(() => failure(work)),
        ]);
        // A single write begins no transaction that could be in its way.
        expect(await failure(() => put('a'))).toBeUndefined();
        return isMet(error);
      }),
    );

  test('so that another with one of them is cancelled', () =>
    beside(
      () => together({ sk: 'c' }, { sk: 'a' }),
      (error) =>
        error instanceof TransactionCanceledException &&
        JSON.stringify(error.CancellationReasons?.map(({ Code }) => Code)) === '["None","TransactionConflict"]',
    ));

  test('so that a plain write conflicts', () =>
    beside(
      () => put('a'),
      (error) => error instanceof TransactionConflictException,
    ));
});

describe('S3', () => {
  test('answers a conditional write with 409 while another is in progress, and with 412 afterwards', () =>
    possible((seed) =>
      playing(seed, { held: 1 }, async (fn) => {
        const Bucket = objectBucket();
        await s3().send(new PutObjectCommand({ Bucket, Key: 'from', Body: 'photo' }));
        const copy = () =>
          s3().send(new CopyObjectCommand({ Bucket, Key: 'to', CopySource: `${Bucket}/from`, IfNoneMatch: '*' }));
        const names = await Promise.all([fn(() => failure(copy)), fn(() => failure(copy))]);
        expect(await failure(copy)).toHaveProperty('name', 'PreconditionFailed');
        return names.some((error) => error instanceof Error && error.name === 'ConditionalRequestConflict');
      }),
    ));
});

describe('a function', () => {
  test('has a clock and a memory of its own', () =>
    possible((seed) =>
      playing(seed, { clocksApart: 3000 }, async (fn) => {
        const memory = new BoundedMap<string, string>(10);
        const remember = async () => {
          const known = memory.get('seen');
          memory.set('seen', 'yes');
          return { known, time: Date.now() };
        };
        const [first, second] = await Promise.all([fn(remember), fn(remember)]);
        if (first === 'died' || second === 'died') throw new Error('Nothing dies here');
        expect([first.known, second.known, memory.get('seen')]).toEqual([undefined, undefined, undefined]);
        expect(Math.abs(first.time - second.time)).toBeLessThanOrEqual(3000);
        return Math.abs(first.time - second.time) > 1000;
      }),
    ));

  test.each<FaultKind>(['frozen before the effect', 'frozen after the effect'])('goes on long after: %s', (faultKind) =>
    possible((seed) =>
      playing(seed, {}, async (fn, _run, seen) => {
        const startedAt = clock.now();
        const outcome = await fn(() => put('a'), faultKind);
        expect(seen.frozen).toBe(1);
        expect(clock.now() - startedAt).toBeGreaterThanOrEqual(10_000);
        return outcome !== 'died' && (await get('a')) !== undefined;
      }),
    ),
  );

  test('that was frozen for longer than Lambda lets it run does nothing any more', () =>
    possible((seed) =>
      playing(seed, {}, async (fn, run) => {
        const startedAt = clock.now();
        const outcome = await fn(() => put('a'), 'frozen before the effect');
        if (outcome !== 'died') return false;
        expect(clock.now() - startedAt).toBeGreaterThan(limits.functionSeconds * 1000);
        expect(run.events.get('function ended at its time-out')).toBe(1);
        return (await get('a')) === undefined;
      }),
    ));

  test.each<[FaultKind, boolean]>([
    ['death before the effect', false],
    ['death after the effect', true],
  ])('is never heard of again: %s', (faultKind, isDone) =>
    playing(1, {}, async (fn) => {
      expect(await fn(() => put('a'), faultKind)).toBe('died');
      expect((await get('a')) !== undefined).toBe(isDone);
    }),
  );
});

describe('a call', () => {
  const nameOf = (error: unknown): unknown => (error instanceof Error ? error.name : error);

  test.each<[FaultKind, string, boolean]>([
    ['time-out before the effect', 'TimeoutError', false],
    ['time-out after the effect', 'TimeoutError', true],
    ['server error before the effect', 'InternalServerError', false],
    ['server error after the effect', 'InternalServerError', true],
    ['throttled', 'ProvisionedThroughputExceededException', false],
    ['conflict', 'TransactionConflictException', false],
  ])('fails, in all its tries or in the first: %s', (faultKind, name, isDone) =>
    possible((seed) =>
      playing(seed, {}, async (fn) => {
        const error = await fn(() => failure(() => put('a')), faultKind);
        if (error === undefined) return false;
        expect([nameOf(error), (await get('a')) !== undefined]).toEqual([name, isDone]);
        return true;
      }),
    ),
  );

  test('of a transaction is cancelled for the sake of one throttled item', () =>
    playing(1, {}, async (fn) => {
      const error = await fn(
        () => failure(() => together({ sk: 'a' }, { sk: 'b' })),
        'throttled item of a transaction',
      );
      expect(nameOf(error)).toBe('TransactionCanceledException');
      expect(error).toHaveProperty('CancellationReasons.0.Code', 'ThrottlingError');
    }));
});

test.each([true, false])('what has expired goes in time or stays for days: %s', (expiresOnTime) =>
  playing(1, { expiresOnTime }, async (_, run) => {
    const { REQUEST_TABLE: TableName } = process.env;
    const expires_at = Math.floor(clock.now() / 1000) + 60;
    await dynamodb.send(new PutCommand({ TableName, Item: { pk: 'record', expires_at } }));
    await inTurn(() => letPass(run, 61_000));
    const { Item } = await dynamodb.send(new GetCommand({ TableName, Key: { pk: 'record' } }));
    expect(Item === undefined).toBe(expiresOnTime);
  }),
);
