/** The bench as tables: goals, situations, usage of each endpoint, the comparison, pages by the items in the store. */
import { type Cell, cellText } from '../../../bin/command-line/table.ts';
import type { TitledTable } from '../proof/report.ts';
import type { Compared } from './comparison.ts';
import type { EndpointUsage } from './endpoints.ts';
import type { FreshProcess } from './fresh-processes.ts';
import { spreadText } from './fresh-processes.ts';
import type { Goal } from './goals.ts';
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
      title: 'The same request, by who asks',
      columns: ['', 'Status', 'Round trips', 'Calls', 'Read units', 'Write units', 'Calls by kind'],
      rows: situations.map(({ name, status, roundTrips, calls, readUnits, writeUnits }) => [
        ...[name, String(status), roundTrips, calls.length, readUnits, writeUnits, calls.join(', ')],
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
