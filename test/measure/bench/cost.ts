/** What a million requests of an endpoint cost on AWS's list prices, of the requests themselves; what shops do in a month. */

import { backgroundFunctions } from '../../../lib/resources/background.ts';

/** US dollars in us-east-1 on demand, as published since November 2024, without free tiers. */
export const prices = {
  asOf: '2024-11, us-east-1',
  readUnits: 0.125 / 1e6,
  writeUnits: 0.625 / 1e6,
  distributionRequest: 1 / 1e6,
  gatewayRequest: 3.5 / 1e6,
  lambdaRequest: 0.2 / 1e6,
  lambdaGigabyteSecond: 0.0000133334,
  logGigabyte: 0.5,
  /** With the option `waf`, besides the monthly cost of its rules. */
  firewallRequest: 0.6 / 1e6,
  firewallMonth: 5,
  firewallRuleMonth: 1,
  logGigabyteMonth: 0.03,
  tableGigabyteMonth: 0.25,
  recoveryGigabyteMonth: 0.2,
  bucketGigabyteMonth: 0.023,
  bucketWrite: 5 / 1e6,
  bucketRead: 0.4 / 1e6,
  queueRequest: 0.4 / 1e6,
  mail: 0.1 / 1e3,
  transferGigabyte: 0.085,
  /** A custom event of up to 64 KB on a bus. */
  event: 1 / 1e6,
  archivedGigabyte: 0.1,
  archiveGigabyteMonth: 0.023,
  metricMonth: 0.3,
  alarmMonth: 0.1,
  dashboardMonth: 3,
  secretMonth: 0.4,
  taskCpuHour: 0.03238,
  taskGigabyteHour: 0.00356,
  balancerHour: 0.0225,
  addressHour: 0.005,
} as const;

/**
 * What a function is billed for: DynamoDB answers in single-digit milliseconds, 512 MB have their share of a processor but the whole of
 * one during INIT, Lambda adds lines of its own to each request's log and the gateway writes one to the access log, and one request in
 * twenty finds no warm function.
 */
export const assumed = {
  roundTripMilliseconds: 5,
  gigabytes: 0.5,
  cpuShare: 512 / 1769,
  gatewayLogBytes: 300,
  coldShare: 0.05,
} as const;

export interface Usage {
  roundTrips: number;
  readUnits: number;
  writeUnits: number;
  /** Microseconds on a full core, serializing, signing and HTTP included. */
  trueCpu: number;
  /** What the function writes to its log, its metrics among it. */
  logBytes: number;
  /** Milliseconds of CPU. */
  initCpu: number;
}

/**
 * US dollars per million requests, by what they are paid for: of the requests themselves. Apart are the firewall, the access log and what
 * follows from their events.
 */
export function costsPerMillion(usage: Usage): Record<string, number> {
  const { roundTrips, readUnits, writeUnits, trueCpu, logBytes, initCpu } = usage;
  const seconds = (roundTrips * assumed.roundTripMilliseconds + trueCpu / 1000 / assumed.cpuShare) / 1000;
  const initSeconds = (assumed.coldShare * initCpu) / 1000;
  const one = {
    gateway: prices.gatewayRequest,
    distribution: prices.distributionRequest,
    writes: writeUnits * prices.writeUnits,
    reads: readUnits * prices.readUnits,
    logs: (logBytes / 1e9) * prices.logGigabyte,
    invocation: prices.lambdaRequest,
    duration: seconds * assumed.gigabytes * prices.lambdaGigabyteSecond,
    INIT: initSeconds * assumed.gigabytes * prices.lambdaGigabyteSecond,
  };
  return Object.fromEntries(Object.entries(one).map(([name, dollars]) => [name, dollars * 1e6]));
}

/** The same in one sum. */
export const costPerMillion = (usage: Usage): number =>
  Object.values(costsPerMillion(usage)).reduce((sum, dollars) => sum + dollars, 0);

interface Activity {
  summary: string;
  /** Calls of functions, by their names, for one of it. */
  calls: Readonly<Record<string, number>>;
}

export const activities = {
  orders: {
    summary: 'orders of two gift cards and a file, recorded and paid later',
    calls: { 'record-order': 1, 'pay-order': 1 },
  },
  payments: { summary: 'orders that a gift card pays', calls: { 'hold-gift-card': 1 } },
  refunds: { summary: 'refunds', calls: { 'refund-order': 1 } },
  'gift-cards': { summary: 'gift cards issued by the API and mailed', calls: { 'issue-gift-card': 1, 'send-mail': 1 } },
  reviews: { summary: 'reviews posted', calls: { 'post-review': 1 } },
  moderations: { summary: 'reviews read and hidden', calls: { 'get-review': 1, 'hide-review': 1 } },
  pages: { summary: 'product pages that list reviews', calls: { 'list-product-reviews': 1 } },
  waiting: { summary: 'shoppers who join a waitlist', calls: { 'join-waitlist': 1 } },
  notifications: {
    summary: 'shoppers notified of a restock',
    calls: { 'restock-variant': 0.05, 'work-on-waitlist': 0.05, 'send-restock-mail': 1 },
  },
  addresses: {
    summary: 'addresses created, and the list read',
    calls: { 'create-customer-address': 1, 'list-customer-addresses': 1 },
  },
  photos: { summary: 'photos of gift options set', calls: { 'set-gift-option-image': 1 } },
  files: { summary: 'digital files uploaded in one request', calls: { 'upload-digital-file': 1 } },
  downloads: { summary: 'links to bought files made', calls: { 'create-download': 1 } },
} as const satisfies Readonly<Record<string, Activity>>;

export type ActivityName = keyof typeof activities;

/** What a shop does in a month, and what it keeps and shows. */
export interface Shop {
  summary: string;
  month: Readonly<Partial<Record<ActivityName, number>>>;
  tableGigabytes: number;
  bucketGigabytes: number;
  /** Photos and files that are read, through the distribution. */
  transferGigabytes: number;
  photoViews: number;
}

const midSize: Shop = {
  summary: '30,000 orders, 2 million product pages',
  month: {
    ...{ orders: 30_000, reviews: 5000, pages: 2_000_000, waiting: 20_000, notifications: 20_000 },
    'gift-cards': 3000,
  },
  ...{ tableGigabytes: 5, bucketGigabytes: 20, transferGigabytes: 100, photoViews: 1_000_000 },
};

const timesLarger = 20;

/** Shops of all sizes. */
export const shops = {
  idle: {
    summary: 'nothing happens',
    month: {},
    ...{ tableGigabytes: 0, bucketGigabytes: 0, transferGigabytes: 0, photoViews: 0 },
  },
  small: {
    summary: '1,000 orders, 30,000 product pages',
    month: { orders: 1000, reviews: 200, pages: 30_000 },
    ...{ tableGigabytes: 1, bucketGigabytes: 0, transferGigabytes: 0, photoViews: 0 },
  },
  'mid-size': midSize,
  large: {
    summary: `${timesLarger} times that`,
    month: multiplied(midSize.month, timesLarger),
    tableGigabytes: midSize.tableGigabytes * timesLarger,
    bucketGigabytes: midSize.bucketGigabytes * timesLarger,
    transferGigabytes: midSize.transferGigabytes * timesLarger,
    photoViews: midSize.photoViews * timesLarger,
  },
} as const satisfies Readonly<Record<string, Shop>>;

function multiplied(month: Shop['month'], factor: number): Shop['month'] {
  return Object.fromEntries(Object.entries(month).map(([name, count]) => [name, count * factor]));
}

/** How often each function is called in a month of such activities and other calls, without functions never called. */
export function timesOf(
  month: Readonly<Record<string, number>>,
  beside: readonly (readonly [string, number])[] = [],
): Map<string, number> {
  const all = [
    // They are measured first, while there is nothing for them to do.
    ...Object.entries(scheduled),
    ...Object.entries<Activity>(activities).flatMap(([name, { calls }]) =>
      Object.entries(calls).map(([called, times]) => [called, times * (month[name] ?? 0)] as const),
    ),
    ...beside,
  ];
  const times = new Map<string, number>();
  for (const [name, count] of all) if (count > 0) times.set(name, (times.get(name) ?? 0) + count);
  return times;
}

/** Hours of a month, as AWS counts them. */
export const hoursOfMonth = 730;

const minutesOfMonth = hoursOfMonth * 60;

/** What the schedules always call. */
const scheduled = Object.fromEntries(
  backgroundFunctions.flatMap(({ name, trigger }) =>
    'everyMinutes' in trigger ? [[name, minutesOfMonth / trigger.everyMinutes]] : [],
  ),
);
