/** The model of capacity, and that one store may do what the design wants of it. */
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { watch } from '../../support/aws/aws-calls.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { resize } from '../../support/batches.ts';
import { eventsOf } from '../bench/calls.ts';
import { shops } from '../bench/cost.ts';
import { adviceOn } from './advice.ts';
import { deliveredPerSecond, limitsIn, sweptPerSecond, type Unit } from './limits.ts';
import { busyHour, busyHourOf, type LoadName, loadNames } from './load-names.ts';
import { loads, newBusyStore } from './loads.ts';
import { playLocks } from './locks.ts';
import { isOfOnePlace, ofStores, type Rate, shareOf, timesLoad, type Use, usesOf } from './model.ts';
import { type Call, type RecordedLoad, recordCalls, recordLoad } from './recording.ts';

const population = { products: 10_000, customers: 100_000 };

const unitsOf = (calls: readonly Call[]): number =>
  calls.flatMap(({ touches }) => touches).reduce((sum, { readUnits, writeUnits }) => sum + readUnits + writeUnits, 0);

describe.each(loadNames)('what is recorded of %s', (name) => {
  test('adds up to what the engine says it has consumed', async () => {
    const steps = await loads[name](await newBusyStore());

    const { result, capacity } = await watch(async () => {
      const recorded: (readonly Call[])[] = [];
      for (const step of steps) recorded.push(await recordCalls(step.send));
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
      .filter((use) => isOfOnePlace(use) && shareOf(use) > 0.5)
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

  const needed = (unit: Unit, uses: readonly Use[] = usesOf(rates, population)) =>
    uses.filter((use) => use.unit === unit).map(({ what, perSecond }) => [what, Math.round(perSecond)]);

  test('are held against every limit there is', () => {
    const units = new Set(usesOf(rates, population).map(({ unit }) => unit));

    expect([...units].toSorted()).toEqual(Object.keys(limitsIn('us-east-1')).toSorted());
  });

  test('take of API Gateway, Lambda, EventBridge, webhooks and sweeps what their functions and events need', () => {
    // A hold and its order, a join and a review; a checkout in ten is given up.
    expect(needed('gatewayRequests')).toEqual([['ALL', 2 * 1000 + 1000 + 500]]);
    expect(needed('routeRequests').toSorted()).toEqual([
      ['hold-gift-card', 1000],
      ['join-waitlist', 1000],
      ['post-review', 500],
      ['record-order', 1000],
    ]);
    expect(needed('sweptItems')).toEqual([['CHECKOUTS', 100]]);
    const [[, events = 0] = []] = needed('busInvocations');
    expect(events).toBeGreaterThanOrEqual(2500);
    expect(needed('deliveries')).toEqual([['ALL', events]]);
    const ofAttempts = needed('partitionWrites').filter(([what]) => String(what).includes('#ATTEMPTS#'));
    expect(ofAttempts).toEqual([['STORE#ATTEMPTS#whk_*#&', Math.round(Number(events) / 8)]]);
    expect(needed('busPuts')).toEqual([['ALL', Number(events) / 10]]);
    const [[, atOnce = 0] = []] = needed('functionsAtOnce');
    expect(atOnce).toBeGreaterThan((3500 * 10) / 1000);
    expect(atOnce).toBeLessThan((3500 * 30) / 1000);
  });

  test('take ten times as much where there are ten times as many, and what stores share of many stores', () => {
    const uses = usesOf(rates, population);
    const reads = (of: readonly Use[]) =>
      needed('partitionReads', of).find(([what]) => String(what).includes('#SITE#'));

    expect(needed('gatewayRequests', timesLoad(uses, 10))).toEqual([['ALL', 35_000]]);
    expect(needed('gatewayRequests', ofStores(uses, 10))).toEqual([['ALL', 35_000]]);
    expect(reads(timesLoad(uses, 10))).not.toEqual(reads(uses));
    expect(reads(ofStores(uses, 10))).toEqual(reads(uses));
  });

  test('come nearer to the limits of EventBridge in a Region that has less of it', () => {
    const share = (region: string) =>
      usesOf(rates, population, region).find(({ unit }) => unit === 'busInvocations') as Use;

    expect(shareOf(share('us-east-1'))).toBeLessThan(0.5);
    expect(shareOf(share('eu-north-1'))).toBeGreaterThan(1);
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

describe('the events of requests', () => {
  isolateTables('suite', { stream: true });

  test.each(['orders', 'joins', 'reviews', 'pages'] as const)('of %s are those in the stream', async (name) => {
    const steps = await loads[name](await newBusyStore());
    const calls: Call[] = [];
    const published = await eventsOf(async () => {
      for (const step of steps) calls.push(...(await recordCalls(step.send)));
    });

    expect(calls.reduce((sum, { events }) => sum + events, 0)).toBe(published.events);
    expect(published.events > 0).toBe(name !== 'pages');
  });
});

describe('limits', () => {
  test('of the bus and the gateway are those of the Region, and the smallest where AWS names none', () => {
    expect(limitsIn('us-east-1')).toMatchObject({ busPuts: 10_000, busInvocations: 18_750, gatewayRequests: 10_000 });
    expect(limitsIn('eu-central-1')).toMatchObject({ busPuts: 2400, busInvocations: 4500, gatewayRequests: 10_000 });
    expect(limitsIn('eu-south-1')).toMatchObject({ busPuts: 400, busInvocations: 750, gatewayRequests: 2500 });
  });

  test('of sweeps and deliveries follow from what the functions are made of', () => {
    const [swept, delivered] = [sweptPerSecond(), deliveredPerSecond()];
    expect(swept).toBeGreaterThan(0);
    expect(delivered).toBeGreaterThan(0);

    onTestFinished(resize((batch) => (batch === 'dueSideBySide' ? 1 : undefined)));
    const slower = sweptPerSecond();
    expect(slower).toBeGreaterThan(0);
    expect(slower).toBeLessThan(swept);
  });

  test('that stores share have advice of their own', () => {
    const advice = (unit: Unit, what = 'ALL') => adviceOn({ unit, what } as Use);
    const shared = Object.keys(limitsIn('us-east-1')).filter((unit) => !/^(?:partition|item|table)/.test(unit));

    expect(new Set(shared.map((unit) => advice(unit as Unit))).size).toBe(shared.length);
    expect(shared.map((unit) => advice(unit as Unit))).not.toContain(advice('itemTransactions', 'anything'));
  });
});

test('a busy hour has several times the mean of a month', () => {
  const [orders] = busyHourOf(shops.small.month);

  expect(orders).toEqual(['orders', (busyHour * shops.small.month.orders) / (730 * 3600)]);
  expect(busyHourOf(shops['mid-size'].month).map(([load]) => load)).toEqual(['orders', 'joins', 'reviews', 'pages']);
  expect(busyHourOf({})).toEqual([]);
});

/** A call that takes nothing. */
const quiet: Call = { command: 'TransactWriteItems', depth: 1, touches: [], held: [], events: 0, due: [] };

describe('requests on one item', () => {
  const held = { partition: 'one', item: '', isVersioned: false, changesVersion: true };
  const load = (isVersioned: boolean): RecordedLoad => ({
    name: 'orders',
    requests: [[[{ ...quiet, held: [{ ...held, isVersioned }] }]]],
    routes: [],
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
