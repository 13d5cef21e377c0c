/** The bench as tables: goals, situations, usage of each endpoint, the comparison, pages by the items in the store. */
import { type Cell, cellText } from '../../../bin/command-line/table.ts';
import type { TitledTable } from '../proof/report.ts';
import { type Compared, type Comparison, rows } from './comparison.ts';
import { assumed } from './cost.ts';
import type { EndpointUsage } from './endpoints.ts';
import { type FreshProcess, type Spread, spreadText } from './fresh-processes.ts';
import type { ListCost } from './growth.ts';
import type { Situation } from './situations.ts';

export interface Measured {
  goals: readonly Goal[];
  situations: readonly Situation[];
  /** `cost` in US dollars per million requests. */
  endpoints: readonly (EndpointUsage & Partial<FreshProcess> & { cost: number | undefined })[];
  comparison: readonly Compared[];
  growth: readonly ListCost[];
}

const dollars = (cost: number): string => `$${cost.toFixed(2)}`;

export function benchTables({ goals, situations, endpoints, comparison, growth }: Measured): TitledTable[] {
  return [
    {
      title: 'Goals, `create-customer-address` with an idempotency key where nothing else is said',
      columns: ['', 'Goal', 'Now', 'Met'],
      rows: goals.map(({ figure, goal, now, isMet }) => [
        figure,
        goal,
        now,
        isMet === undefined ? '–' : isMet ? 'yes' : 'no',
      ]),
      figures: true,
    },
    {
      title:
        'The same request, by who asks; "up to" counts the items of a cancelled transaction as written, for which AWS reports no units',
      columns: ['', 'Status', 'Round trips', 'Calls', 'Read units', 'Write units', 'Calls by kind'],
      rows: situations.map(({ name, status, roundTrips, calls, readUnits, ...written }) => [
        ...[name, String(status), roundTrips, calls.length, readUnits, writtenText(written), calls.join(', ')],
      ]),
      figures: true,
    },
    comparisonTable(comparison),
    {
      title:
        'One request in a warm function, and the start of a cold one (INIT and first request together, median and range)',
      columns: [
        ...['Endpoint', 'Round trips', 'Calls', 'Read units', 'Write units', 'CPU without HTTP (µs)', 'Log (bytes)'],
        ...['Bundle (KB)', 'Cold start (ms)', 'Its CPU (ms)', 'A million requests'],
      ],
      rows: endpoints.map(({ name, coldStart, coldCpu, kilobytes, cost, ...usage }): Cell[] => [
        ...[name, usage.roundTrips, usage.calls.length, usage.readUnits, usage.writeUnits, Math.round(usage.cpu)],
        ...[usage.logBytes, kilobytes, coldStart && spreadText(coldStart), coldCpu && spreadText(coldCpu)],
        cost === undefined ? undefined : dollars(cost),
      ]),
      figures: true,
    },
    growthTable(growth),
  ];
}

const writtenText = ({ writeUnits, cancelledUnits }: Pick<Situation, 'writeUnits' | 'cancelledUnits'>): Cell =>
  cancelledUnits > 0 ? `up to ${cellText(writeUnits + cancelledUnits)}` : writeUnits;

const comparisonTable = (comparison: readonly Compared[]): TitledTable => ({
  title:
    '`create-customer-address` with an idempotency key beside the same endpoint made plainly, which neither authenticates nor limits; medians and ranges of measurements in turns',
  columns: ['', ...comparison.map(({ what }) => what)],
  rows: [
    ['round trips', ...comparison.map(({ roundTrips }) => roundTrips)],
    ['calls', ...comparison.map(({ calls }) => calls.length)],
    ['read units', ...comparison.map(({ readUnits }) => readUnits)],
    ['write units', ...comparison.map(({ writeUnits }) => writeUnits)],
    ['CPU without the HTTP client (µs)', ...comparison.map(({ chainCpu }) => spreadText(chainCpu))],
    ['CPU with it (µs)', ...comparison.map(({ warmCpu }) => spreadText(warmCpu))],
    ['bytes of the log', ...comparison.map(({ logBytes }) => logBytes)],
    ['bundle (KB)', ...comparison.map(({ kilobytes }) => kilobytes)],
    ['cold start: INIT and first request (ms)', ...comparison.map(({ coldStart }) => spreadText(coldStart))],
    ['CPU of INIT (ms)', ...comparison.map(({ initCpu }) => spreadText(initCpu))],
    ['CPU of the first request (ms)', ...comparison.map(({ firstCpu }) => spreadText(firstCpu))],
    ['a million requests', ...comparison.map(({ cost }) => dollars(cost))],
  ],
  figures: true,
});

function growthTable(growth: readonly ListCost[]): TitledTable {
  const pages = pagesOf(growth);
  return {
    title: 'A page of 10 by the items in the store: read units / milliseconds (engine on loopback)',
    columns: ['List: filter', 'Round trips', ...sizesOf(growth)],
    rows: [...pages].map(([page, costs]) => [
      page,
      Math.max(...costs.map(({ roundTrips }) => roundTrips)),
      ...costs.map(({ readUnits, milliseconds }) => `${cellText(readUnits)} / ${cellText(milliseconds)}`),
    ]),
    figures: true,
  };
}

/** The measurements of each page together, smallest store first. */
export const pagesOf = (growth: readonly ListCost[]): Map<string, ListCost[]> =>
  Map.groupBy(growth, ({ list, filter }) => `${list}: ${filter}`);

/** How many items the stores had that pages were read in. */
export const sizesOf = (growth: readonly ListCost[]): string[] =>
  [...new Set(growth.map(({ items }) => items))].map(cellText);

interface Goal {
  figure: string;
  goal: string;
  now: string;
  /** Undefined if no goal is set. */
  isMet: boolean | undefined;
}

const atMost = (figure: string, goal: number, now: number, unit = ''): Goal => ({
  figure,
  goal: `≤ ${goal}${unit}`,
  now: `${now.toFixed(2)}${unit}`,
  isMet: now <= goal,
});

/** What no goal is set for: it differs between machines, or follows from the others. */
const forInformation = (figure: string, now: string): Goal => ({
  figure,
  goal: 'for information',
  now,
  isMet: undefined,
});

/**
 * Ratios are of medians of one run: they carry over to other machines, where milliseconds do not. `beyond` is what a million creates cost
 * besides the requests themselves, in US dollars.
 */
export function goalsOf(comparison: Comparison, colds: ReadonlyMap<string, FreshProcess>, beyond: number): Goal[] {
  const { compared, readCpu, bareReadCpu, hundredthCpu, tenThousandthCpu } = comparison;
  const rowOf = (what: string) => compared.find((one) => one.what === what);
  const [ours, bare, powertools] = [rows.ours, rows.bare, rows.powertools].map(rowOf);
  if (!ours || !bare || !powertools) return [];
  const withS3 = colds.get('upload-digital-file');
  const share = (one: Spread, other: Spread): number => one.median / other.median;
  return [
    atMost('CPU with the HTTP client against Powertools', 0.6, share(ours.warmCpu, powertools.warmCpu), ' ×'),
    atMost(
      'CPU of the first request after INIT against Powertools',
      0.3,
      share(ours.firstCpu, powertools.firstCpu),
      ' ×',
    ),
    atMost(
      'start-up (CPU of INIT and first request) against the bare handler',
      0.8,
      share(ours.coldCpu, bare.coldCpu),
      ' ×',
    ),
    atMost('CPU of the 100th call against the 10,000th', 1.6, share(hundredthCpu, tenThousandthCpu), ' ×'),
    atMost('CPU of a read against its two calls made by a bare handler', 1.2, share(readCpu, bareReadCpu), ' ×'),
    atMost('a million creates, the requests themselves, in dollars', 9.9, ours.cost),
    atMost('… with their events, one webhook and the access log, in dollars', 12.5, ours.cost + beyond),
    forInformation("creates a second against the bare handler's", `${share(bare.warmCpu, ours.warmCpu).toFixed(2)} ×`),
    forInformation("reads a second against the bare handler's", `${share(bareReadCpu, readCpu).toFixed(2)} ×`),
    forInformation(
      'first answer after INIT at 0.29 of a processor, on this machine',
      `${(ours.firstCpu.median / assumed.cpuShare).toFixed(0)} ms`,
    ),
    ...(withS3
      ? [
          forInformation(
            'start-up of `upload-digital-file`, with S3, against the bare handler',
            `${share(withS3.coldCpu, bare.coldCpu).toFixed(2)} ×`,
          ),
        ]
      : []),
  ];
}
