/**
 * `npm run measure -- load`: mixed traffic over HTTP on a local service of its own, in its own process; then whether everything that was
 * acknowledged is there. Only loopback, about half a minute.
 */
import { commandOptions } from '../../../bin/command-line/options.ts';
import { barChart } from '../proof/chart.ts';
import { keepFile, report } from '../proof/report.ts';
import { load } from './load.ts';

const { seconds, connections } = commandOptions({
  command: 'npm run measure -- load',
  summary: 'Loads a local service with mixed traffic, and looks for what was acknowledged.',
  options: {
    seconds: { type: 'number', value: 'N', default: 20, summary: 'how long' },
    connections: { type: 'number', value: 'N', default: 20, summary: 'clients at once' },
  },
});

const startedAt = performance.now();
const { latency, requestsPerSecond, statuses, errors, acknowledged, missing } = await load({
  connections,
  until: { duration: seconds },
});
const failures = errors + [...statuses].filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0);
await keepFile(
  'load.svg',
  barChart(
    'Latency in milliseconds by percentile',
    latency.map(({ percentile }) => `p${percentile}`),
    [{ label: 'milliseconds', values: latency.map(({ milliseconds }) => milliseconds) }],
  ),
);
await report({
  name: 'load',
  command: `npm run measure -- load --seconds ${seconds} --connections ${connections}`,
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
