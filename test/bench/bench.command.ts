/**
 * `npm run bench`: what each endpoint costs (round trips, capacity units, CPU of the chain, dollars per million requests), how
 * large its bundle is and how fast it starts; how pages cost as a store grows; the same endpoint made plainly beside ours.
 * Under five minutes on two cores.
 */
import { join } from 'node:path';
import { bundleFile, bundleFunctions } from '../../bin/build/bundles.ts';
import { commandOptions } from '../../bin/command-line/options.ts';
import { takesIdempotencyKey } from '../../lib/contract/kinds/operation.ts';
import { barChart, lineChart } from '../proof/chart.ts';
import { keepFile, report } from '../proof/report.ts';
import { eventOf } from '../support/http/call.ts';
import { allScenarios } from '../support/scenarios/all.ts';
import { onScratchEngines } from '../support/scratch-engines.ts';
import { newWorld } from '../support/world/world.ts';
import { compare } from './comparison.ts';
import { prices } from './cost.ts';
import { measureEndpoints } from './endpoints.ts';
import { measureLists } from './growth.ts';
import { measureStartUp, type StartUp } from './start-up.ts';
import { benchTables, type Measured, pagesOf, sizesOf } from './tables.ts';

const {
  processes,
  items,
  'start-up-of': chosen,
} = commandOptions({
  command: 'npm run bench',
  summary: 'Measures what each endpoint and page costs, and how fast functions start.',
  options: {
    processes: {
      type: 'number',
      value: 'N',
      default: 10,
      summary: 'fresh processes that a start-up is the median of',
    },
    'start-up-of': { type: 'string', value: 'ENDPOINT', multiple: true, summary: "only this one's start-up" },
    items: { type: 'number', value: 'N', default: 100_000, summary: 'items in the largest store' },
  },
});
const progress = (what: string) => process.stderr.write(`\r\u001b[K${what}`);

const startedAt = performance.now();
await onScratchEngines(async () => {
  const endpoints = await measureEndpoints((name) => progress(`requests: ${name}`));
  const starts = await measureStartUps();
  const comparison = await compare(processes, progress);
  const growth = await measureLists(items, progress);
  progress('');
  const measured = {
    endpoints: endpoints.map((endpoint) => ({ ...endpoint, ...starts.get(endpoint.name) })),
    comparison,
    growth,
  };
  await keepCharts(measured);
  await report({
    name: 'bench',
    command: 'npm run bench',
    seconds: (performance.now() - startedAt) / 1000,
    passed: true,
    figures: { 'prices as of': prices.asOf, 'processes a start-up is the median of': processes },
    tables: benchTables(measured),
    measured: { prices, ...measured },
  });
});

async function measureStartUps(): Promise<Map<string, StartUp>> {
  const folder = join(import.meta.dirname, '../../.build/bench');
  await bundleFunctions({ folder });
  const starts = new Map<string, StartUp>();
  for (const [name, { operation, prepare }] of allScenarios) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    progress(`start-up: ${name}`);
    const world = await newWorld();
    // The same request in every process: a keyed write is then answered from its record, a deletion has nothing left to do.
    const key = operation.permission === 'Read' ? world.read : world.write;
    const request = {
      ...(await prepare(world)),
      key,
      ...(takesIdempotencyKey(operation) ? { idempotencyKey: 'bench' } : {}),
    };
    const event = eventOf(operation, request);
    const statuses = operation.method === 'DELETE' ? [204, 404] : [operation.success.status];
    starts.set(name, await measureStartUp({ bundle: join(folder, name, bundleFile), event, statuses, processes }));
  }
  return starts;
}

async function keepCharts({ comparison, growth }: Measured): Promise<void> {
  const sizes = sizesOf(growth);
  const lines = (of: 'readUnits' | 'milliseconds') =>
    [...pagesOf(growth.filter(({ filter }) => filter === 'none'))].map(([label, costs]) => ({
      label,
      values: costs.map((cost) => Math.round(10 * cost[of]) / 10),
    }));
  await keepFile('bench-read-units.svg', lineChart('Read units of a page, by items', sizes, lines('readUnits')));
  await keepFile('bench-latency.svg', lineChart('Milliseconds of a page, by items', sizes, lines('milliseconds')));
  const starts = comparison.map(({ what, milliseconds }) => ({ label: what, value: Math.round(milliseconds) }));
  await keepFile('bench-comparison.svg', barChart('Start-up in milliseconds', starts));
}
