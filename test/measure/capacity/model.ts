/** What the recorded requests, made so many times a second, take of each partition, item and table, and which limit they meet first. */

import { requestsPerSecondOf } from '../../../infra/rest-api.ts';
import { parts } from '../../../lib/resources/webhooks/attempt-records.ts';
import * as batches from '../../../lib/runtime/batches.ts';
import { assumed, limitsIn, millisecondsOf, type Unit } from './limits.ts';
import { itemText, type RecordedLoad } from './recording.ts';

/** The name for all partitions of a table or an index together, and for all that an account has of something. */
export const wholeTable = 'ALL';

/** Requests of a load a second. */
export interface Rate {
  load: RecordedLoad;
  perSecond: number;
}

/** How many of the store's entities the requests are spread over. */
export interface Population {
  products: number;
  customers: number;
}

export interface Use {
  place: string;
  /** The partition, the item or the table; of a sweep, the kind of items. */
  what: string;
  /** How many of the kind share the load evenly. */
  parts: number;
  /** Of one of them, a second. */
  perSecond: number;
  most: number;
  unit: Unit;
  /** Whether all stores have it together. */
  isShared: boolean;
}

/** The part that is used of what AWS gives. */
export const shareOf = ({ perSecond, most }: Use): number => perSecond / most;

interface Sum {
  place: string;
  what: string;
  unit: Unit;
  parts: number;
  perSecond: number;
  /** Where it is less than the limit of the unit. */
  most?: number;
}

/** Whether a limit is that of one partition or item, which only a better spread raises. */
export const isOfOnePlace = ({ unit }: Use): boolean => /^(?:partition|item)/.test(unit);

/** Whether a limit is one of DynamoDB's. */
export const isOfTables = (use: Use): boolean => isOfOnePlace(use) || use.unit.startsWith('table');

/**
 * All that the loads and their events use together in a Region, the largest share first. Every hash spreads evenly over its parts, every
 * request comes through API Gateway, and each event goes to one webhook.
 */
export function usesOf(rates: readonly Rate[], population: Population, region = 'us-east-1'): Use[] {
  const limits = limitsIn(region);
  const sums = new Map<string, Sum>();
  const add = (sum: Sum): void => {
    const name = [sum.place, sum.what, sum.unit].join('\n');
    const known = sums.get(name);
    sums.set(name, {
      ...sum,
      parts: Math.max(sum.parts, known?.parts ?? 1),
      perSecond: sum.perSecond + (known?.perSecond ?? 0),
    });
  };
  for (const rate of rates) for (const sum of [...sumsOf(rate, population), ...sharedSumsOf(rate)]) add(sum);
  return [...sums.values()]
    .map(
      (sum): Use => ({
        ...sum,
        most: sum.most ?? limits[sum.unit],
        isShared: !sum.what.includes('STORE') || sum.unit.startsWith('table'),
      }),
    )
    .toSorted((a, b) => shareOf(b) - shareOf(a));
}

/** Of one load: a line for each touch of each recorded request. */
function* sumsOf({ load, perSecond }: Rate, population: Population): Generator<Sum> {
  const each = perSecond / load.requests.length;
  const spread = (text: string) => {
    const name = load.nameOf(text);
    const { parts, isOwn } = load.kindOf(name);
    return { what: name, parts, over: parts * (isOwn ? populationOf(name, population) : 1) };
  };
  for (const { touches, held } of load.requests.flat(2)) {
    for (const { place, partition, readUnits, writeUnits } of touches) {
      const { over, ...named } = spread(partition);
      yield { ...named, place, unit: 'partitionWrites', perSecond: (each * writeUnits) / over };
      yield { ...named, place, unit: 'partitionReads', perSecond: (each * readUnits) / over };
      yield { place, what: wholeTable, parts: 1, unit: 'tableWrites', perSecond: each * writeUnits };
      yield { place, what: wholeTable, parts: 1, unit: 'tableReads', perSecond: each * readUnits };
    }
    for (const { partition, item } of held) {
      const { over, ...named } = spread(itemText(partition, item));
      yield { ...named, place: 'store', unit: 'itemTransactions', perSecond: each / over };
    }
  }
}

/** Of one load: what its functions and events take of what the account has, and of what the background functions can do. */
function* sharedSumsOf({ load, perSecond }: Rate): Generator<Sum> {
  const each = perSecond / load.requests.length;
  const all = (unit: Unit, of: number): Sum => ({ place: 'account', what: wholeTable, parts: 1, unit, perSecond: of });
  for (const route of load.routes) {
    yield { ...all('routeRequests', perSecond), what: route.name, most: requestsPerSecondOf(route) };
  }
  for (const calls of load.requests.flat()) {
    const events = calls.reduce((sum, call) => sum + call.events, 0);
    yield all('gatewayRequests', each);
    yield all('functionsAtOnce', (each * millisecondsOf(Math.max(0, ...calls.map(({ depth }) => depth)))) / 1000);
    yield all('busPuts', (each * events) / batches.putEvents.size);
    yield all('busInvocations', each * events);
    yield all('deliveries', each * events);
    yield* recordsOf(each * events);
    for (const { kind, change } of calls.flatMap(({ due }) => due)) {
      // What a request takes out of the index is left there by those that are given up before it.
      const left = change === 1 ? 1 : assumed.lapsed - 1;
      yield { ...all('sweptItems', each * left), what: kind };
    }
  }
}

/** What the records of that many first deliveries a second write: the event, its attempt, and the attempt in the index. */
function* recordsOf(perSecond: number): Generator<Sum> {
  const written = { what: wholeTable, parts: 1, unit: 'tableWrites' } as const;
  yield { ...written, place: 'store', perSecond: 2 * perSecond };
  yield { ...written, place: 'feed', perSecond };
  const what = 'STORE#ATTEMPTS#whk_*#&';
  yield { place: 'feed', what, parts, unit: 'partitionWrites', perSecond: perSecond / parts };
}

/** What a request has to itself, an order or a card, no other touches. */
function populationOf(name: string, { products, customers }: Population): number {
  const of = [...(name.includes('pro_*') ? [products] : []), ...(name.includes('cus_*') ? [customers] : [])];
  return of.length > 0 ? Math.max(...of) : Number.POSITIVE_INFINITY;
}

/** The same of so many times the load. */
export const timesLoad = (uses: readonly Use[], factor: number): Use[] =>
  uses.map((use) => ({ ...use, perSecond: use.perSecond * factor }));

/** The same for so many stores alike. */
export const ofStores = (uses: readonly Use[], stores: number): Use[] =>
  uses
    .map((use) => (use.isShared ? { ...use, perSecond: use.perSecond * stores } : use))
    .toSorted((a, b) => shareOf(b) - shareOf(a));

/** By how much the load can grow until it meets the limit. */
export const headroomOf = (use: Use): number => 1 / shareOf(use);
