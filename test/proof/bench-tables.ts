import type { Bench } from '../bench/bench.ts';
import { byPage } from '../bench/by-page.ts';
import { shown } from './report.ts';

const isBench = (value: unknown): value is Bench =>
  typeof value === 'object' && value !== null && ['endpoints', 'comparison', 'growth'].every((part) => part in value);

/** The bench as Markdown tables, or nothing where there is no bench. */
export function benchTables(bench: unknown): string[] {
  if (!isBench(bench)) return [];
  const columns = [
    'Round trips',
    'Read units',
    'Write units',
    'CPU (µs)',
    'Bundle (KB)',
    'Start (ms)',
    'A million requests',
  ];
  const cells = ({
    roundTrips,
    readUnits,
    writeUnits,
    cpu,
    kilobytes,
    milliseconds,
    cost,
  }: Bench['endpoints'][number]) =>
    [roundTrips, readUnits, writeUnits, Math.round(cpu), kilobytes, milliseconds && Math.round(milliseconds)]
      .map((cell) => (cell === undefined ? '' : shown(cell)))
      .concat(`$${cost.toFixed(2)}`);
  return [
    `**bench**: \`npm run bench\`, ${Math.round(bench.seconds)} s on ${bench.finished.slice(0, 10)}, prices as of ${bench.prices.asOf}:`,
    table(
      ['Endpoint', ...columns],
      bench.endpoints.map((row) => [row.name, ...cells(row)]),
    ),
    '`create-customer-address` with an idempotency key beside the same endpoint made plainly, which neither authenticates nor limits; all bundled alike:',
    table(
      ['', ...columns],
      bench.comparison.map((row) => [row.what, ...cells({ ...row, name: row.what, method: 'POST' })]),
    ),
    ...growthTable(bench),
  ];
}

function growthTable({ growth }: Bench): string[] {
  const pages = byPage(growth).filter(({ filter }) => !filter.includes('& status'));
  const sizes = (pages[0]?.costs ?? []).map(({ items }) => shown(items));
  return [
    'A page of 10 by the items in the store: read units / milliseconds (engine on loopback):',
    table(
      ['List', 'Filter', 'Round trips', ...sizes],
      pages.map(({ list, filter, costs }) => [
        list,
        filter,
        String(Math.max(...costs.map(({ roundTrips }) => roundTrips))),
        ...costs.map(({ readUnits, milliseconds }) => `${shown(readUnits)} / ${shown(milliseconds)}`),
      ]),
    ),
  ];
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(['---', ...columns.slice(1).map(() => '---:')]), ...rows.map(line)].join('\n');
}
