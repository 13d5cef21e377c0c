import { shown } from '../report.ts';

interface Endpoint {
  name: string;
  roundTrips: number;
  readUnits: number;
  writeUnits: number;
  /** Microseconds. */
  cpu: number;
  /** Dollars per million requests. */
  cost: number;
  kilobytes?: number;
  milliseconds?: number;
}

interface Bench {
  endpoints: Endpoint[];
  prices: { asOf: string };
}

const isBench = (value: unknown): value is Bench =>
  typeof value === 'object' && value !== null && 'endpoints' in value && 'prices' in value;

/** The bench's endpoints as a Markdown table, or nothing where there is no bench. */
export function benchTable(bench: unknown): string[] {
  if (!isBench(bench)) return [];
  const rows = bench.endpoints.map(({ name, roundTrips, readUnits, writeUnits, cpu, kilobytes, milliseconds, cost }) =>
    [name, roundTrips, readUnits, writeUnits, Math.round(cpu), kilobytes, milliseconds, `$${cost.toFixed(2)}`]
      .map((cell) => (cell === undefined ? '' : shown(cell)))
      .join(' | '),
  );
  return [
    [
      `**bench**: \`npm run bench\`, prices as of ${bench.prices.asOf}:`,
      '',
      '| Endpoint | Round trips | Read units | Write units | CPU (µs) | Bundle (KB) | Start (ms) | A million requests |',
      '|---|---:|---:|---:|---:|---:|---:|---:|',
      ...rows.map((row) => `| ${row} |`),
    ].join('\n'),
  ];
}
