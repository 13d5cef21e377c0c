/**
 * What AWS gives an account in a Region, by default, and what the project's own background functions can do. The stream's shards are not
 * here: each is one partition of the table, and its own limit is met before its function, which works on several batches, falls
 * behind.
 */
import { requestsPerSecondOf } from '../../../infra/rest-api.ts';
import { backgroundFunctions } from '../../../lib/resources/background.ts';
import { routes } from '../../../lib/resources/nouns.ts';
import * as batches from '../../../lib/runtime/batches.ts';
import { reserveMilliseconds } from '../../../lib/runtime/clock.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { assumed as assumedOfCalls } from '../bench/cost.ts';

/**
 * Milliseconds of a processor for a request, as `npm run measure -- bench` finds them for a keyed create, and for a lapsed hold; how soon a receiver of webhooks
 * answers; the share of checkouts that are given up, so that a sweep clears their holds.
 */
export const assumed = { requestCpu: 1.4, sweptCpu: 2, receiverMilliseconds: 200, lapsed: 0.1 } as const;

/** Milliseconds that a function is busy with a request of so many round trips. */
export const millisecondsOf = (roundTrips: number): number =>
  roundTrips * assumedOfCalls.roundTripMilliseconds + assumed.requestCpu / assumedOfCalls.cpuShare;

interface OfBus {
  /** Calls of `PutEvents` a second. */
  puts: number;
  /** Events that match a rule and go to its target, a second. */
  invocations: number;
}

const large: OfBus = { puts: 10_000, invocations: 18_750 };
const medium: OfBus = { puts: 2400, invocations: 4500 };
const small: OfBus = { puts: 1200, invocations: 2250 };
const smaller: OfBus = { puts: 600, invocations: 1100 };
const smallest: OfBus = { puts: 400, invocations: 750 };

/** "Amazon EventBridge quotas". Regions that are not here have the smallest. */
const busOf: Readonly<Record<string, OfBus>> = {
  'us-east-1': large,
  'us-west-2': large,
  'eu-west-1': large,
  'us-east-2': medium,
  'eu-central-1': medium,
  'eu-south-2': medium,
  'us-west-1': small,
  'ap-northeast-1': small,
  'ap-southeast-1': small,
  'ap-southeast-2': small,
  'eu-west-2': small,
  'ap-east-1': smaller,
  'ap-northeast-2': smaller,
  'ap-south-1': smaller,
  'ca-central-1': smaller,
  'eu-north-1': smaller,
  'eu-west-3': smaller,
  'sa-east-1': smaller,
};

/** Regions in which API Gateway takes 2,500 requests a second, not 10,000 ("Amazon API Gateway quotas"). */
const quietGateways: ReadonlySet<string> = new Set([
  ...['af-south-1', 'eu-south-1', 'ap-southeast-3', 'me-central-1', 'ap-south-2', 'ap-southeast-4', 'eu-south-2'],
  ...['eu-central-2', 'il-central-1', 'ca-west-1', 'ap-southeast-5', 'ap-southeast-7', 'mx-central-1'],
]);

const triggerOf = (name: string) => {
  const found = backgroundFunctions.find((each) => each.name === name);
  if (!found) throw new Error(`There is no function ${name}`);
  return found.trigger;
};

/** Round trips for an item that is due: it is read, with what it changes, and the change is committed. */
const sweptRoundTrips = 3;

/** Items of one kind that a sweep handles in a second: each shard has a processor, and works until its time is short. */
export function sweptPerSecond(): number {
  const trigger = triggerOf('sweep-gift-cards');
  if (!('everyMinutes' in trigger)) throw new Error('No schedule calls the sweep');
  const { everyMinutes, shards = 1 } = trigger;
  const waiting = (sweptRoundTrips * assumedOfCalls.roundTripMilliseconds) / batches.dueSideBySide.size;
  const working = limits.functionSeconds - reserveMilliseconds / 1000;
  return (shards * 1000 * working) / Math.max(assumed.sweptCpu, waiting) / (everyMinutes * 60);
}

/** First deliveries a second: so many batches at once, each of which waits for its receivers. */
export function deliveredPerSecond(): number {
  const trigger = triggerOf('deliver-events');
  if (!('queue' in trigger) || trigger.batchesAtMost === undefined)
    throw new Error('No bound of deliveries is declared');
  return (trigger.batchesAtMost * trigger.batchSize * 1000) / assumed.receiverMilliseconds;
}

/** By unit, a second; functions at once. Partitions and tables: "Service, account, and table quotas"; items: measured. */
export const limitsIn = (region: string) =>
  ({
    partitionWrites: 1000,
    partitionReads: 3000,
    itemTransactions: 100,
    tableWrites: 40_000,
    tableReads: 40_000,
    /** Of a route; those of some take less. */
    routeRequests: Math.max(...routes.map(requestsPerSecondOf)),
    gatewayRequests: quietGateways.has(region) ? 2500 : 10_000,
    functionsAtOnce: 1000,
    busPuts: (busOf[region] ?? smallest).puts,
    busInvocations: (busOf[region] ?? smallest).invocations,
    deliveries: deliveredPerSecond(),
    sweptItems: sweptPerSecond(),
  }) as const;

export type Unit = keyof ReturnType<typeof limitsIn>;
