/**
 * `npm run load`: mixed traffic over HTTP on a local service of its own, in its own process; then whether everything that was
 * acknowledged is there. Only loopback, about half a minute.
 */

import { barChart } from '../proof/chart.ts';
import { commandOptions } from '../proof/command-options.ts';
import { report, writeReport } from '../proof/report.ts';
import { load } from './load.ts';

const usage = `npm run load -- [options]

  --seconds N       how long (default 20)
  --connections N   clients at once (default 20)`;

const options = commandOptions(usage, {
  seconds: { type: 'string', default: '20' },
  connections: { type: 'string', default: '20' },
});
const [seconds, connections] = [Number(options.seconds), Number(options.connections)];

const startedAt = performance.now();
const { latency, requestsPerSecond, statuses, errors, acknowledged, missing } = await load({ seconds, connections });
const failures = errors + [...statuses].filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0);
await writeReport(
  'load.svg',
  barChart(
    'Latency in milliseconds by percentile',
    latency.map(({ percentile, milliseconds }) => ({ label: `p${percentile}`, value: milliseconds })),
  ),
);
await report('load', {
  command: `npm run load -- --seconds ${seconds} --connections ${connections}`,
  seconds: (performance.now() - startedAt) / 1000,
  passed: missing.length === 0 && failures === 0,
  figures: {
    connections,
    'requests per second': requestsPerSecond,
    ...Object.fromEntries(latency.map(({ percentile, milliseconds }) => [`p${percentile} (ms)`, milliseconds])),
    ...Object.fromEntries([...statuses].map(([status, count]) => [`replies with ${status}`, count])),
    'connection errors and time-outs': errors,
    'acknowledged writes': acknowledged,
    'acknowledged and missing, or there twice': missing.length,
  },
});
for (const what of missing.slice(0, 10)) console.error(what);
