/** The bench as tables: usage of each endpoint, the comparison, pages by the items in the store. */
import { type Cell, cellText } from '../../bin/command-line/table.ts';
import type { TitledTable } from '../proof/report.ts';
import type { Compared } from './comparison.ts';
import type { EndpointCost } from './endpoints.ts';
import type { ListCost } from './growth.ts';
import type { StartUp } from './start-up.ts';

export interface Measured {
  endpoints: readonly (EndpointCost & Partial<StartUp>)[];
  comparison: readonly Compared[];
  growth: readonly ListCost[];
}

const usage = [
  'Round trips',
  'Read units',
  'Write units',
  'CPU (µs)',
  'Bundle (KB)',
  'Start (ms)',
  'A million requests',
] as const;

type Usage = Measured['endpoints'][number] | Compared;

const usageCells = ({ roundTrips, readUnits, writeUnits, cpu, kilobytes, milliseconds, cost }: Usage): Cell[] => [
  ...[roundTrips, readUnits, writeUnits, Math.round(cpu), kilobytes],
  milliseconds === undefined ? undefined : Math.round(milliseconds),
  `$${cost.toFixed(2)}`,
];

export function benchTables({ endpoints, comparison, growth }: Measured): TitledTable[] {
  return [
    {
      title: 'One request in a warm function',
      columns: ['Endpoint', ...usage],
      rows: endpoints.map((row) => [row.name, ...usageCells(row)]),
      figures: true,
    },
    {
      title:
        '`create-customer-address` with an idempotency key beside the same endpoint made plainly, which neither authenticates nor limits; all bundled alike',
      columns: ['', ...usage],
      rows: comparison.map((row) => [row.what, ...usageCells(row)]),
      figures: true,
    },
    growthTable(growth),
  ];
}

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
