/** The model of capacity, and that one store may do what the design wants of it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { watch } from '../../support/aws/aws-calls.ts';
import { type LoadName, loadNames } from './load-names.ts';
import { loads, newBusyStore } from './loads.ts';
import { playLocks } from './locks.ts';
import { type Rate, shareOf, usesOf } from './model.ts';
import { type Call, type RecordedLoad, recordCalls, recordLoad } from './recording.ts';

const population = { products: 10_000, customers: 100_000 };

const unitsOf = (calls: readonly Call[]): number =>
  calls.flatMap(({ touches }) => touches).reduce((sum, { readUnits, writeUnits }) => sum + readUnits + writeUnits, 0);

describe.each(loadNames)('what is recorded of %s', (name) => {
  test('adds up to what the engine says it has consumed', async () => {
    const steps = await loads[name](await newBusyStore());

    const { result, capacity } = await watch(async () => {
      const recorded: (readonly Call[])[] = [];
      for (const step of steps) recorded.push(await recordCalls(step));
      return recorded.flat();
    });

    expect(result.length).toBeGreaterThan(0);
    expect(unitsOf(result)).toBe(capacity);
  });
});

describe('1,000 orders with holds, 1,000 joins and 500 reviews of one store in a second', () => {
  const targets: Partial<Record<LoadName, number>> = { orders: 1000, joins: 1000, reviews: 500 };
  let rates: Rate[];

  beforeAll(async () => {
    rates = [];
    for (const [name, perSecond] of Object.entries(targets)) {
      rates.push({ load: await recordLoad(name as LoadName, 64), perSecond });
    }
  });

  const crowded = (of: readonly Rate[]): string[] =>
    usesOf(of, population)
      .filter((use) => !use.unit.startsWith('table') && shareOf(use) > 0.5)
      .map(({ place, what }) => `${place}: ${what}`);

  test('leave every partition and item half of what AWS gives it', () => {
    expect(crowded(rates)).toEqual([]);
  });

  test('would not, were it not for the parts over which each index is spread', () => {
    const inOnePart = (load: RecordedLoad): RecordedLoad => ({
      ...load,
      kindOf: (name) => ({ ...load.kindOf(name), parts: 1 }),
    });

    expect(crowded(rates.map(({ load, perSecond }) => ({ load: inOnePart(load), perSecond }))).toSorted()).toEqual([
      'due: DUE#CHECKOUTS#&',
      'expiring: STORE#EXPIRING#&',
      'feed: STORE#GIFTCARDORDERS#&',
      'feed: STORE#GIFTCARDS#active#&',
      'feed: STORE#REVIEWS#published#&',
      'ranking: STORE#RANKING#&',
    ]);
  });

  test('hardly hold each other up on items that they share', () => {
    const contention = playLocks(rates, population, { seconds: 2 });

    expect(contention.map(({ name }) => name)).toEqual(Object.keys(targets));
    for (const { requests, conflicts, failed } of contention) {
      expect(requests).toBeGreaterThan(0);
      expect(failed).toBe(0);
      expect(conflicts).toBeLessThan(50);
    }
  });
});

describe('requests on one item', () => {
  const held = { partition: 'one', item: '', isVersioned: false, changesVersion: true };
  const load = (isVersioned: boolean): RecordedLoad => ({
    name: 'orders',
    requests: [[[{ command: 'TransactWriteItems', touches: [], held: [{ ...held, isVersioned }] }]]],
    nameOf: (text) => text,
    kindOf: () => ({ parts: 1, isOwn: false }),
  });
  const play = (perSecond: number, isVersioned = false) =>
    playLocks([{ load: load(isVersioned), perSecond }], population, { seconds: 4 })[0];

  test('seldom conflict while they are few, and the more the more they are', () => {
    const [few, many] = [play(2), play(50)];

    expect(few?.conflicts).toBeLessThan(100);
    expect(many?.conflicts).toBeGreaterThan(300);
    expect(many?.p99).toBeGreaterThan(Number(few?.p99));
  });

  test('give up where there are more than it takes', () => {
    expect(play(200)?.failed).toBeGreaterThan(0);
  });

  test('are stale where they decide by its version', () => {
    expect(play(50)?.stale).toBe(0);
    expect(play(50, true)?.stale).toBeGreaterThan(0);
  });

  test('fare the same with the same seed', () => {
    expect(play(50)).toEqual(play(50));
  });
});
