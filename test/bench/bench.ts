/**
 * `npm run bench`: what each endpoint costs (round trips, capacity units, CPU of the chain, dollars per million requests), how
 * large its bundle is and how fast it starts; how pages cost as a store grows; the same endpoint made plainly beside ours.
 * Figures go to `reports/bench.json`, charts beside it. Under five minutes on two cores.
 */
import { join } from 'node:path';
import { bundleFile, bundleFunctions } from '../../bin/build/bundles.ts';
import { onScratchEngines } from '../../bin/local/engines/scratch.ts';
import { barChart, lineChart } from '../proof/chart.ts';
import { commandOptions } from '../proof/command-options.ts';
import { shown, writeReport } from '../proof/report.ts';
import { eventOf } from '../support/call.ts';
import { allScenarios } from '../support/scenarios/all.ts';
import { newWorld } from '../support/world.ts';
import { byPage } from './by-page.ts';
import { type Compared, compare } from './comparison.ts';
import { prices } from './cost.ts';
import { type EndpointCost, measureEndpoints } from './endpoints.ts';
import { type ListCost, measureLists } from './growth.ts';
import { measureStartUp, type StartUp } from './start-up.ts';

const help = `npm run bench -- [options]

  --processes N          fresh processes that a start-up is the median of (default 10)
  --start-up-of ENDPOINT only this one's start-up; may be given several times
  --items N              items in the largest store (default 100000)`;

const options = commandOptions(help, {
  processes: { type: 'string', default: '10' },
  'start-up-of': { type: 'string', multiple: true },
  items: { type: 'string', default: '100000' },
});
const processes = Number(options.processes);
const progress = (what: string) => process.stderr.write(`\r\u001b[K${what}`);

export interface Bench {
  finished: string;
  seconds: number;
  prices: typeof prices;
  endpoints: readonly (EndpointCost & Partial<StartUp>)[];
  comparison: readonly Compared[];
  growth: readonly ListCost[];
}

const startedAt = performance.now();
await onScratchEngines(async () => {
  const endpoints = await measureEndpoints((name) => progress(`requests: ${name}`));
  const starts = await measureStartUps();
  const comparison = await compare(processes, progress);
  const growth = await measureLists(Number(options.items), progress);
  progress('');
  await report({
    finished: `${new Date().toISOString().slice(0, 19)}Z`,
    seconds: (performance.now() - startedAt) / 1000,
    prices,
    endpoints: endpoints.map((endpoint) => ({ ...endpoint, ...starts.get(endpoint.name) })),
    comparison,
    growth,
  });
});

async function measureStartUps(): Promise<Map<string, StartUp>> {
  const folder = join(import.meta.dirname, '../../.build/bench');
  await bundleFunctions({ folder });
  const starts = new Map<string, StartUp>();
  for (const [name, { operation, prepare }] of allScenarios) {
    if (options['start-up-of'] && !options['start-up-of'].includes(name)) continue;
    progress(`start-up: ${name}`);
    const world = await newWorld();
    // The same request in every process: a keyed write is then answered from its record, a deletion has nothing left to do.
    const key = operation.permission === 'Read' ? world.read : world.write;
    const request = { ...(await prepare(world)), key, ...(isKeyed(operation) ? { idempotencyKey: 'bench' } : {}) };
    const event = eventOf(operation, request);
    const statuses = operation.method === 'DELETE' ? [204, 404] : [operation.success.status];
    starts.set(name, await measureStartUp({ bundle: join(folder, name, bundleFile), event, statuses, processes }));
  }
  return starts;
}

function isKeyed({ method }: { method: string }): boolean {
  return method === 'POST' || method === 'PUT';
}

async function report(bench: Bench): Promise<void> {
  const usage = ['round trips', 'read units', 'write units', 'CPU µs', '$ per million', 'bundle KB', 'start-up ms'];
  const usageOf = (row: Bench['endpoints'][number] | Compared) => [
    ...[row.roundTrips, row.readUnits, row.writeUnits].map(String),
    row.cpu.toFixed(0),
    row.cost.toFixed(2),
    row.kilobytes === undefined ? '' : String(row.kilobytes),
    row.milliseconds === undefined ? '' : row.milliseconds.toFixed(0),
  ];
  print([['endpoint', ...usage], ...bench.endpoints.map((row) => [row.name, ...usageOf(row)])]);
  console.log(
    '\ncreate-customer-address with an idempotency key, and made plainly (neither authenticates nor limits):',
  );
  print([['', ...usage], ...bench.comparison.map((row) => [row.what, ...usageOf(row)])]);
  console.log(`\nStart-up: median of ${processes} fresh processes, import and first answer. Prices: ${prices.asOf}.`);

  const pages = byPage(bench.growth);
  const sizes = (pages[0]?.costs ?? []).map(({ items }) => shown(items));
  console.log(
    '\nA page of 10 by the items in the store: round trips, read units and milliseconds (engine on loopback):',
  );
  print([
    ['list: filter', ...sizes],
    ...pages.map(({ list, filter, costs }) => [
      `${list}: ${filter}`,
      ...costs.map(
        ({ roundTrips, readUnits, milliseconds }) => `${roundTrips} ${readUnits} ${milliseconds.toFixed(1)}`,
      ),
    ]),
  ]);

  const lines = (of: 'readUnits' | 'milliseconds') =>
    pages
      .filter(({ filter }) => filter === 'none')
      .map(({ list, costs }) => ({ label: list, values: costs.map((cost) => Math.round(10 * cost[of]) / 10) }));
  await writeReport('bench.json', `${JSON.stringify(bench, null, 2)}\n`);
  await writeReport('bench-read-units.svg', lineChart('Read units of a page, by items', sizes, lines('readUnits')));
  await writeReport('bench-latency.svg', lineChart('Milliseconds of a page, by items', sizes, lines('milliseconds')));
  const starts = bench.comparison.map(({ what, milliseconds }) => ({ label: what, value: Math.round(milliseconds) }));
  await writeReport('bench-comparison.svg', barChart('Start-up in milliseconds', starts));
  console.log(`\nDone in ${bench.seconds.toFixed(0)} s: reports/bench.json and charts beside it.`);
}

function print(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(cells.join('  ').trimEnd());
  }
}
