/**
 * `npm run measure -- bench`: what each endpoint costs (round trips, calls, capacity units, CPU, log, dollars per million requests), how large
 * its bundle is and what its cold start takes; one request by who asks; how pages cost as a store grows; the same endpoint made
 * plainly beside ours, and the goals of all that.
 */
import { join } from 'node:path';
import { bundleFile, bundleFunctions } from '../../../bin/build/bundles.ts';
import { commandOptions } from '../../../bin/command-line/options.ts';
import { createCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import { replays } from '../../../lib/schema/operation.ts';
import { allScenarios } from '../../requests/all.ts';
import { call, eventOf } from '../../support/http/call.ts';
import { onScratchEngines } from '../../support/scratch-engines.ts';
import { addressBody } from '../../support/world/customer-addresses.ts';
import { newWorld } from '../../support/world/world.ts';
import { barChart, keepFile, lineChart, report } from '../proof/report.ts';
import { eventsOf, measureWayOfEvents } from './calls.ts';
import { type Comparison, coldStarts, compare, rows } from './comparison.ts';
import { assumed, costPerMillion, prices } from './cost.ts';
import { type EndpointUsage, measureEndpoints } from './endpoints.ts';
import { type FreshProcess, type FunctionCalls, measureFreshProcesses } from './fresh-processes.ts';
import { measureLists } from './growth.ts';
import { dollarsBeyond } from './month.ts';
import { cpuOfDoors, measureHolds, measureSituations } from './situations.ts';
import { benchTables, goalsOf, type Measured, pagesOf, sizesOf } from './tables.ts';

const {
  processes,
  items,
  endpoint: chosen,
} = commandOptions({
  command: 'npm run measure -- bench',
  summary: 'Measures what each endpoint and page costs, and how fast functions start.',
  options: {
    processes: {
      type: 'number',
      value: 'N',
      default: 11,
      summary: 'fresh processes that a cold start is the median of',
    },
    endpoint: { type: 'string', value: 'NAME', multiple: true, summary: 'only this one beside the comparison' },
    items: { type: 'number', value: 'N', default: 1_000_000, summary: 'items in the largest store; 0 for no pages' },
  },
  notes:
    'A store of a million items takes gigabytes: TMPDIR names a folder on a disk where memory has no room for them.',
});
const folder = join(import.meta.dirname, '../../../.build/bench');
const progress = (what: string) => process.stderr.write(`\r\u001b[K${what}`);

const startedAt = performance.now();
await onScratchEngines(async () => {
  // They know their settings once the engines run.
  await import('../../support/aws/patient-clients.ts');
  const { invoke, http } = await cpuOfDoors();
  const situations = [...(await measureSituations()), ...(await measureHolds())];
  const comparison = await compare(processes, progress);
  const usages = await measureEndpoints(chosen, (name) => progress(`requests: ${name}`));
  const colds = await measureEndpointsCold();
  const beyond = await dollarsBeyondCreates();
  const growth = await measureLists(items, progress);
  progress('');
  const measured: Measured = {
    goals: goalsOf(comparison, colds, beyond),
    situations,
    comparison: comparison.compared,
    endpoints: usages.map((usage) => {
      const cold = colds.get(usage.name);
      return { ...usage, ...cold, cost: cold && costOf(usage, cold, comparison) };
    }),
    growth,
  };
  await keepCharts(measured);
  await report({
    name: 'bench',
    command: ['npm run measure -- bench', `--processes ${processes} --items ${items}`].join(' '),
    seconds: (performance.now() - startedAt) / 1000,
    passed: true,
    figures: {
      'prices as of': prices.asOf,
      'CPU of a hold-gift-card by Invoke and over HTTP, milliseconds': `${invoke.toFixed(2)} and ${http.toFixed(2)}`,
      'processes a cold start is the median of': processes,
      '… of those compared': coldStarts * processes,
      'goals met': `${measured.goals.filter(({ isMet }) => isMet).length} of ${measured.goals.filter(({ isMet }) => isMet !== undefined).length}`,
      'a million requests through the firewall, beside': `$${(prices.firewallRequest * 1e6).toFixed(2)}`,
    },
    tables: benchTables(measured),
    measured: { prices, ...measured },
  });
});

/** With the CPU that a call to AWS takes beyond the chain, as the comparison has it. */
function costOf(usage: EndpointUsage, cold: FreshProcess, { compared }: Comparison): number {
  const ours = compared.find(({ what }) => what === rows.ours);
  const ofCall = ours ? (ours.warmCpu.median - ours.chainCpu.median) / ours.calls.length : 0;
  return costPerMillion({
    ...usage,
    trueCpu: usage.cpu + Math.max(0, ofCall) * usage.calls.length,
    initCpu: cold.initCpu.median,
  });
}

/** Of a million, with a batch of the stream for each. */
async function dollarsBeyondCreates(): Promise<number> {
  const { customers, write: key } = await newWorld();
  const { events } = await eventsOf(() =>
    call(createCustomerAddress, { path: { id: customers[0].id }, body: addressBody, key }),
  );
  const { one } = await measureWayOfEvents(
    (name) => join(folder, name, bundleFile),
    () => assumed.gigabytes * 1024,
  );
  return dollarsBeyond(1e6, events, one);
}

async function measureEndpointsCold(): Promise<Map<string, FreshProcess>> {
  await bundleFunctions({ folder });
  const calls = new Map<string, FunctionCalls>();
  for (const [name, { operation, prepare }] of allScenarios) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const world = await newWorld();
    // The same request in every process: a keyed write is then answered from its record, a deletion has nothing left to do.
    const key = operation.permission === 'Read' ? world.read : world.write;
    const request = {
      ...(await prepare(world)),
      key,
      ...(replays(operation) ? { idempotencyKey: 'bench' } : {}),
    };
    const event = eventOf(operation, request);
    const statuses = operation.method === 'DELETE' ? [204, 404] : [operation.success.status];
    calls.set(name, { bundle: join(folder, name, bundleFile), newEvent: () => event, statuses });
  }
  return measureFreshProcesses(calls, processes, (name) => progress(`cold start ${name}`));
}

async function keepCharts({ comparison, growth }: Measured): Promise<void> {
  const sizes = sizesOf(growth);
  const lines = (of: 'readUnits' | 'milliseconds') =>
    [...pagesOf(growth.filter(({ filter }) => filter === 'none'))].map(([label, costs]) => ({
      label: label.replace(': none', ''),
      values: costs.map((cost) => Math.round(10 * cost[of]) / 10),
    }));
  await keepFile(
    'pages.svg',
    lineChart('Read units of a page of 10, by the items in the store', sizes, lines('readUnits')),
  );
  await keepFile('bench-latency.svg', lineChart('Milliseconds of a page, by items', sizes, lines('milliseconds')));
  const starts = barChart(
    'Cold start: CPU of INIT and first request, milliseconds',
    comparison.map(({ what }) => what),
    [{ label: 'CPU', values: comparison.map(({ coldCpu }) => Math.round(coldCpu.median)) }],
  );
  await keepFile('bench-comparison.svg', starts);
}
