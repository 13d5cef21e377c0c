/**
 * `npm run measure -- floods`: attacks on a local service and on the upload container's program, one after the other: what each got, how
 * many calls to AWS it caused, how much memory it took, and what somebody else noticed. Only loopback, some minutes.
 */
import { commandOptions } from '../../../bin/command-line/options.ts';
import { report } from '../proof/report.ts';
import { type Flooded, flood, isWithstood } from './floods/floods.ts';

const { requests, connections, mebibytes } = commandOptions({
  command: 'npm run measure -- floods',
  summary: 'Floods a local service and an upload container, and looks at what they give way to.',
  options: {
    requests: { type: 'number', value: 'N', default: 10_000, summary: 'in each flood of requests' },
    connections: { type: 'number', value: 'N', default: 500, summary: 'slow ones at once' },
    mebibytes: { type: 'number', value: 'N', default: 500, summary: 'of the genuine upload beside them' },
  },
});

/** What the container may take. */
const megabytesAtMost = 256;

const gotOf = ({ endings, upload }: Flooded): string =>
  [
    ...[...endings].map(([ending, count]) => `${count} × ${ending}`),
    ...(upload === undefined ? [] : [`the genuine upload ${upload}`]),
  ].join(', ');

const startedAt = performance.now();
const { flooded, containerMegabytes, left } = await flood(
  { requests, connections, seconds: 45, uploadBytes: mebibytes * 1024 * 1024 },
  (one) =>
    console.log(`${isWithstood(one) ? 'withstood' : 'GIVES WAY'}  ${one.attack.on}: ${one.attack.name}: ${gotOf(one)}`),
);
const sum = (of: (one: Flooded) => number): number => flooded.reduce((total, one) => total + of(one), 0);
await report({
  name: 'floods',
  command: `npm run measure -- floods --requests ${requests} --connections ${connections} --mebibytes ${mebibytes}`,
  seconds: (performance.now() - startedAt) / 1000,
  passed: flooded.every(isWithstood) && containerMegabytes < megabytesAtMost && left.length === 0,
  figures: {
    'requests of a bystander meanwhile': sum(({ noticed }) => noticed.requests),
    'of them lost': sum(({ noticed }) => noticed.lost),
    'of them slower than 1 s': sum(({ noticed }) => noticed.slowerThanASecond),
    'the slowest (ms)': Math.max(...flooded.map(({ noticed }) => noticed.slowest)),
    'most memory of the container (MB)': containerMegabytes,
    'left in the bucket by refused uploads': left.length,
  },
  tables: [
    {
      title: 'Attacks tried, and what each got',
      columns: ['Attack', 'On', 'Got', 'Calls to AWS', 'Seconds', 'Memory (MB)', 'Bystander’s slowest (ms)'],
      rows: flooded.map((one) => [
        one.attack.name,
        `the ${one.attack.on}`,
        gotOf(one),
        one.calls,
        one.seconds,
        one.megabytes,
        one.noticed.slowest,
      ]),
    },
  ],
});
