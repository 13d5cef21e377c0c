/** What the recorded requests, made so many times a second, take of each partition, item and table, and which limit they meet first. */

import { itemText, type RecordedLoad } from './recording.ts';

/** What AWS gives a second (DynamoDB, "Service, account, and table quotas"; items: measured, about 100 transactions). */
const given = {
  partitionWrites: 1000,
  partitionReads: 3000,
  itemTransactions: 100,
  tableWrites: 40_000,
  tableReads: 40_000,
} as const;

/** What stands for all partitions of a table or an index together. */
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
  /** The partition, the item or the table. */
  what: string;
  /** How many of the kind share the load evenly. */
  parts: number;
  /** Of one of them, a second. */
  perSecond: number;
  most: number;
  unit: keyof typeof given;
  /** Whether all stores have it together. */
  isShared: boolean;
}

/** The part that is used of what AWS gives. */
export const shareOf = ({ perSecond, most }: Use): number => perSecond / most;

interface Sum {
  place: string;
  what: string;
  unit: Use['unit'];
  parts: number;
  perSecond: number;
}

/** All that the loads use together, the largest share first. Every hash spreads evenly over its parts. */
export function usesOf(rates: readonly Rate[], population: Population): Use[] {
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
  for (const rate of rates) for (const sum of sumsOf(rate, population)) add(sum);
  return [...sums.values()]
    .map(
      (sum): Use => ({
        ...sum,
        most: given[sum.unit],
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

/** What a request has to itself, an order or a card, no other touches. */
function populationOf(name: string, { products, customers }: Population): number {
  const of = [...(name.includes('pro_*') ? [products] : []), ...(name.includes('cus_*') ? [customers] : [])];
  return of.length > 0 ? Math.max(...of) : Number.POSITIVE_INFINITY;
}

/** The same for so many stores alike. */
export const ofStores = (uses: readonly Use[], stores: number): Use[] =>
  uses
    .map((use) => (use.isShared ? { ...use, perSecond: use.perSecond * stores } : use))
    .toSorted((a, b) => shareOf(b) - shareOf(a));

/** By how much the load can grow until it meets the limit. */
export const headroomOf = (use: Use): number => 1 / shareOf(use);
