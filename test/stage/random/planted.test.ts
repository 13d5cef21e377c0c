/**
 * That each fault of the simulation shows defects: here are functions that trust AWS to be kinder than it is, each in the way that
 * one fault is about. They are right as long as that fault is not met.
 *
 * @module-tag power
 */
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  CopyObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { objectBucket, s3 } from '../../../lib/objects/objects.ts';
import { BoundedMap } from '../../../lib/runtime/collections.ts';
import { dynamodb, requestTable, storeTable } from '../../../lib/table/client.ts';
import type { Area, Phase } from '../../requests/table.ts';
import { type Conditions, kind as kindly } from '../engine/conditions.ts';
import type { Faults } from '../engine/faults.ts';
import { type Answer, type Input, type Model, unexplained } from '../engine/history.ts';
import type { Random } from '../engine/random.ts';
import type { Request } from '../engine/requests.ts';
import { simulate } from './simulation.ts';

type Act = (input: Input) => Promise<unknown>;

class Refusal extends Error {}

/** What comes of an act, as an invocation would be answered. */
const answerOf = (act: Promise<unknown>): Promise<Answer> =>
  act.then(
    (body) => ({ ok: true, body }),
    (error: unknown) => ({ ok: false, code: error instanceof Refusal ? error.message : 'INTERNAL_ERROR' }),
  );

interface Toy<S> {
  /** Before clients come. */
  begin?: () => Promise<unknown>;
  /** What clients do, by name. */
  acts: Record<string, Act>;
  /** What they do it with. */
  words?: (random: Random, phase: Phase) => object;
  initial: S;
  apply: Model<S>;
  /** Acts that only read. */
  reads: readonly string[];
}

/** A service of a few functions, with a model of what they should do. */
function toy<S>({ begin, acts, words = () => ({}), initial, apply, reads }: Toy<S>): Area {
  const step = (name: string, act: Act, given: object): Request => {
    const input: Input = { kind: name, ...given, reads: reads.includes(name) };
    return { name, input, identity: JSON.stringify(input), keyed: false, send: () => answerOf(act(input)) };
  };
  return {
    name: 'toy',
    asks: Object.keys(acts),
    ready: [],
    async begin() {
      await begin?.();
      return {
        steps: Object.entries(acts).map(([name, act]) => ({
          ...{ name, weight: 1 },
          next: (random, phase) => step(name, act, words(random, phase)),
        })),
        judge: (history) => unexplained(initial, history, apply),
        last: () => [],
      };
    },
  };
}

const at = (sk: string) => ({ TableName: storeTable(), Key: { pk: 'TOY', sk } });
const get = async (sk: string) => (await dynamodb.send(new GetCommand({ ...at(sk), ConsistentRead: true }))).Item;
const put = (sk: string, item: object, more: object = {}) =>
  dynamodb.send(new PutCommand({ TableName: storeTable(), Item: { ...item, pk: 'TOY', sk }, ...more }));
const isLost = (error: unknown): boolean =>
  error instanceof TransactionCanceledException || error instanceof ConditionalCheckFailedException;

/** Does something again as long as its condition fails. */
async function again<T>(work: () => Promise<T>, times = 10): Promise<T> {
  for (let left = times; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLost(error) || left === 0) throw error;
    }
  }
}

/** Puts an item where it is what was read. */
const swap = (sk: string, read: Record<string, unknown> | undefined, next: object) => ({
  Put: {
    TableName: storeTable(),
    Item: { ...next, pk: 'TOY', sk, version: Number(read?.version ?? 0) + 1 },
    ...(read
      ? { ConditionExpression: 'version = :v', ExpressionAttributeValues: { ':v': read.version } }
      : { ConditionExpression: 'attribute_not_exists(pk)' }),
  },
});
const commit = (...TransactItems: object[]) => dynamodb.send(new TransactWriteCommand({ TransactItems }));

/** Whether a name is taken is looked up in an index, after the guard that the commit is conditioned on. */
const names = toy<Record<string, string>>({
  acts: {
    take: ({ name, who }) =>
      again(async () => {
        const guard = await get('GUARD');
        const { Items = [] } = await dynamodb.send(
          new QueryCommand({
            ...{ TableName: storeTable(), IndexName: 'feed', KeyConditionExpression: 'feed_pk = :pk' },
            ExpressionAttributeValues: { ':pk': 'NAMES' },
          }),
        );
        const holder = Items.find(({ feed_sk }) => feed_sk === name);
        if (holder) return holder.who;
        const Item = { pk: `NAME#${name}`, sk: who, who, feed_pk: 'NAMES', feed_sk: name };
        await commit(swap('GUARD', guard, {}), { Put: { TableName: storeTable(), Item } });
        return who;
      }),
  },
  words: (random) => ({ name: random.pick(['a', 'b']), who: random.pick(['x', 'y']) }),
  initial: {},
  apply: (state, { name, who }, answer) => {
    const holder = state[name] ?? who;
    return !answer || answer.body === holder ? { ...state, [name]: holder } : undefined;
  },
  reads: [],
});

const total = 100;

/** What two items come to is read by one Query. */
const sums = toy<null>({
  begin: () => Promise.all([put('SUM#a', { amount: total, version: 1 }), put('SUM#b', { amount: 0, version: 1 })]),
  acts: {
    transfer: () =>
      again(async () => {
        const [a, b] = [await get('SUM#a'), await get('SUM#b')];
        await commit(
          swap('SUM#a', a, { amount: Number(a?.amount) - 1 }),
          swap('SUM#b', b, { amount: Number(b?.amount) + 1 }),
        );
      }),
    sum: async () => {
      const { Items = [] } = await dynamodb.send(
        new QueryCommand({
          ...{ TableName: storeTable(), KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sum)' },
          ...{ ExpressionAttributeValues: { ':pk': 'TOY', ':sum': 'SUM#' }, ConsistentRead: true },
        }),
      );
      return Items.reduce((sum, { amount }) => sum + Number(amount), 0);
    },
  },
  initial: null,
  apply: (state, { kind }, answer) => (kind === 'sum' && answer?.body !== total ? undefined : state),
  reads: ['sum'],
});

/** Both items of a BatchGetItem are taken to be answered at once. */
const batches = toy<null>({
  begin: () => Promise.all([put('SUM#a', {}), put('SUM#b', {})]),
  acts: {
    count: async () => {
      const Keys = ['SUM#a', 'SUM#b'].map((sk) => ({ pk: 'TOY', sk }));
      const RequestItems = { [storeTable()]: { Keys, ConsistentRead: true } };
      return (await dynamodb.send(new BatchGetCommand({ RequestItems }))).Responses?.[storeTable()]?.length;
    },
  },
  initial: null,
  apply: (state, _, answer) => (!answer || answer.body === 2 ? state : undefined),
  reads: ['count'],
});

/** Every failure of a write is taken for one of its condition. */
const refusals = toy<null>({
  acts: {
    both: () =>
      again(() => commit(...['a', 'b'].map((sk) => ({ Put: { TableName: storeTable(), Item: { pk: 'TOY', sk } } })))),
    one: () =>
      put('a', {}).catch((error) => {
        throw error.name === 'TransactionConflictException' ? new Refusal('DUPLICATE') : error;
      }),
    other: () =>
      commit({ Put: { TableName: storeTable(), Item: { pk: 'TOY', sk: 'c' } } }).catch((error) => {
        throw isLost(error) ? new Refusal('DUPLICATE') : error;
      }),
  },
  initial: null,
  apply: (state, _, answer) => (answer?.code === 'DUPLICATE' ? undefined : state),
  reads: [],
});

const register: Model<unknown> = (state, { kind, value }, answer) => {
  if (kind === 'write') return value;
  return !answer || answer.body === state ? state : undefined;
};
const values = (random: Random) => ({ value: random.below(1000) });

/** The last write is the one with the latest time. */
const times = toy<unknown>({
  acts: {
    write: ({ value }) =>
      dynamodb
        .send(
          new UpdateCommand({
            ...at('VALUE'),
            UpdateExpression: 'SET #value = :value, #at = :now',
            ConditionExpression: 'attribute_not_exists(#at) OR #at < :now',
            ExpressionAttributeNames: { '#value': 'value', '#at': 'at' },
            ExpressionAttributeValues: { ':value': value, ':now': Date.now() },
          }),
        )
        .catch((error) => {
          if (!isLost(error)) throw error;
        }),
    read: async () => (await get('VALUE'))?.value ?? null,
  },
  words: values,
  initial: null,
  apply: register,
  reads: ['read'],
});

const memory = new BoundedMap<string, unknown>(10);

/** What a function has written or read it believes for good. */
const memories = toy<unknown>({
  acts: {
    async write({ value }) {
      await put('VALUE', { value });
      memory.set(storeTable(), value);
    },
    async read() {
      if (!memory.has(storeTable())) memory.set(storeTable(), (await get('VALUE'))?.value ?? null);
      return memory.get(storeTable());
    },
  },
  words: values,
  initial: null,
  apply: register,
  reads: ['read'],
});

const leaseMilliseconds = 8000;

/** Who holds the lease writes without a condition. */
const leases = toy<number>({
  acts: {
    async add() {
      await again(() => {
        const now = Date.now();
        return put(
          'LEASE',
          { until: now + leaseMilliseconds },
          {
            ConditionExpression: 'attribute_not_exists(pk) OR #until < :now',
            ExpressionAttributeNames: { '#until': 'until' },
            ExpressionAttributeValues: { ':now': now },
          },
        );
      }, 1).catch(() => {
        throw new Refusal('LEASED');
      });
      const count = Number((await get('COUNT'))?.count ?? 0) + 1;
      await put('COUNT', { count });
      await put('LEASE', { until: 0 });
      return count;
    },
  },
  initial: 0,
  // A request with a lost answer may have been counted.
  apply: (state, _, answer) =>
    answer && !answer.ok ? state : !answer || answer.body === state + 1 ? state + 1 : undefined,
  reads: [],
});

/** A ticket that exists has not expired. */
const tickets = toy<null>({
  acts: {
    issue: ({ phase }) => {
      const expires_at = Math.floor(Date.now() / 1000) + 3600;
      return dynamodb.send(new PutCommand({ TableName: requestTable(), Item: { pk: `ticket-${phase}`, expires_at } }));
    },
    use: async () => {
      const { Item } = await dynamodb.send(
        new GetCommand({ TableName: requestTable(), Key: { pk: 'ticket-1' }, ConsistentRead: true }),
      );
      return Item !== undefined;
    },
  },
  words: (_, phase) => ({ phase }),
  initial: null,
  apply: (state, { kind, phase }, answer) => (kind === 'use' && phase > 1 && answer?.body === true ? undefined : state),
  reads: ['use'],
});

/** Any refusal of S3 is taken to mean that the object exists. */
const copies = toy<boolean>({
  begin: () => s3().send(new PutObjectCommand({ Bucket: objectBucket(), Key: 'from', Body: 'photo' })),
  acts: {
    copy: () => {
      const Bucket = objectBucket();
      return s3()
        .send(new CopyObjectCommand({ Bucket, Key: 'to', CopySource: `${Bucket}/from`, IfNoneMatch: '*' }))
        .catch((error) => {
          if (!(error instanceof S3ServiceException)) throw error;
        });
    },
    look: () =>
      s3()
        .send(new HeadObjectCommand({ Bucket: objectBucket(), Key: 'to' }))
        .then(
          () => true,
          (error) => {
            if (error instanceof NotFound) return false;
            throw error;
          },
        ),
  },
  initial: false,
  apply: (state, { kind }, answer) => (kind === 'copy' ? true : !answer || answer.body === state ? state : undefined),
  reads: ['look'],
});

const none: Omit<Faults, 'random'> = { intensity: 0 };

interface Played extends Partial<Conditions> {
  faults?: Omit<Faults, 'random'>;
  /** The first seed. */
  from?: number;
  runs: number;
}

/** Whether something is noticed in one of some runs. */
async function isNoticed(area: Area, { faults = none, from = 1, runs, ...conditions }: Played): Promise<boolean> {
  for (let seed = from; seed < from + runs; seed += 1) {
    const { violation } = await simulate(seed, { among: [area], conditions: { ...kindly, ...conditions }, faults });
    if (violation) return true;
  }
  return false;
}

/** The number is the seed to try first, which notices it soonest. */
test.each<[string, Area, number, Partial<Conditions>, Omit<Faults, 'random'>]>([
  ['an index is trusted to show all there is', names, 3, { lag: () => 5000 }, none],
  ['a Query is taken for one moment', sums, 3, { pieces: 0.8 }, none],
  ['keys that a BatchGetItem left are forgotten', batches, 3, {}, { intensity: 20, kinds: ['refused in part'] }],
  ['a conflict is taken for a refusal', refusals, 2, { held: 1 }, none],
  [
    'a throttled item is taken for a refusal',
    refusals,
    1,
    {},
    { intensity: 3, kinds: ['throttled item of a transaction'] },
  ],
  ['clocks are taken for one', times, 1, { clocksApart: 3000 }, none],
  [
    'a lease is trusted where a function is frozen',
    leases,
    6,
    {},
    { intensity: 3, kinds: ['frozen before the effect'] },
  ],
  ['what has expired is trusted to be gone', tickets, 1, { expiresOnTime: false }, none],
  ["S3's 409 is taken for 412", copies, 6, { held: 1 }, none],
])('it is noticed where %s, and only where that matters', async (_, area, from, conditions, faults) => {
  expect(await isNoticed(area, { ...conditions, faults, from, runs: 12 })).toBe(true);
  expect(await isNoticed(area, { expiresOnTime: true, runs: 1 })).toBe(false);
});

test('a function that trusts its own memory is noticed', async () => {
  expect(await isNoticed(memories, { runs: 12 })).toBe(true);
});
