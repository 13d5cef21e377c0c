/**
 * `npm run measure -- capacity --store orders=1000/s`: what a store's requests, made so many times a second, take of each partition of the
 * tables and indexes, by what the real code was recorded to ask for; which limits they meet as they grow, and how they get in
 * each other's way on items in common.
 */
import { commandOptions, endWith, UsageError } from '../../../bin/command-line/options.ts';
import { onScratchEngines } from '../../support/scratch-engines.ts';
import { keepFile, lineChart, report, type TitledTable } from '../proof/report.ts';
import { type LoadName, loadNames } from './load-names.ts';

const targets = ['orders=1000/s', 'joins=1000/s', 'reviews=500/s'];

const options = commandOptions({
  command: 'npm run measure -- capacity',
  summary: 'Tells which partition, item or table meets its limit first as requests grow.',
  options: {
    store: {
      type: 'string',
      value: 'LOAD=RATE/s',
      multiple: true,
      summary: `what a store takes: ${loadNames.join(', ')} (default ${targets.join(' ')})`,
    },
    stores: { type: 'number', value: 'N', default: 10, summary: 'stores alike, for the limits that all meet together' },
    products: { type: 'number', value: 'N', default: 10_000, summary: 'products that the requests are spread over' },
    customers: { type: 'number', value: 'N', default: 100_000, summary: 'customers, likewise' },
    samples: { type: 'number', value: 'N', default: 64, summary: 'requests of each load that are recorded' },
    seed: { type: 'number', value: 'N', default: 1, summary: 'of the simulation of item locks' },
  },
});

function rateOf(text: string): [LoadName, number] {
  const [, name = '', rate = ''] = /^(\w+)=(\d+)\/s$/.exec(text) ?? [];
  const load = loadNames.find((each) => each === name);
  if (load === undefined || Number(rate) === 0) {
    throw new UsageError(`--store takes ${loadNames.join(', ')} with a rate, as in orders=1000/s, not ${text}`);
  }
  return [load, Number(rate)];
}

function ratesOf(texts: readonly string[]): [LoadName, number][] {
  try {
    return texts.map(rateOf);
  } catch (error) {
    endWith(error, 'npm run measure -- capacity');
  }
}

const given = options.store.length > 0 ? options.store : targets;
const wanted = ratesOf(given);
const startedAt = performance.now();

await onScratchEngines(async () => {
  // What has to find its tables.
  await import('../../support/aws/patient-clients.ts');
  const { recordLoad } = await import('./recording.ts');
  const { headroomOf, ofStores, shareOf, usesOf } = await import('./model.ts');
  const { playLocks } = await import('./locks.ts');
  const { adviceOn, labelOf } = await import('./advice.ts');

  const rates = [];
  for (const [name, perSecond] of wanted) {
    process.stderr.write(`\r\u001b[K${name}`);
    rates.push({ load: await recordLoad(name, options.samples), perSecond });
  }
  process.stderr.write('\r\u001b[K');
  const uses = usesOf(rates, options);
  const hottest = uses.slice(0, 12);
  const contention = playLocks(rates, options, { seed: options.seed });
  const together = ofStores(uses, options.stores);

  const rowOf = (use: (typeof uses)[number]) => [
    labelOf(use),
    use.parts,
    use.perSecond,
    use.most,
    `${(100 * shareOf(use)).toFixed(1)}%`,
    `× ${headroomOf(use).toFixed(1)}`,
  ];
  const columns = ['', 'Spread over', 'A second, each', 'AWS gives', 'Share', 'Until'];
  const tables: TitledTable[] = [
    { title: 'The hottest places of one store', columns, rows: hottest.map(rowOf), figures: true },
    {
      title: `Which limits are met first as the load grows, of one store and of ${options.stores} stores alike`,
      columns: ['Stores', 'Load', 'Limit', 'What to do then'],
      rows: [
        ...uses.slice(0, 4).map((use) => [1, `× ${headroomOf(use).toFixed(1)}`, labelOf(use), adviceOn(use)]),
        ...together
          .slice(0, 3)
          .map((use) => [options.stores, `× ${headroomOf(use).toFixed(2)}`, labelOf(use), adviceOn(use)]),
      ],
    },
    {
      title: 'Ten seconds of these requests on items that hold each other up, simulated',
      columns: ['', 'Requests', 'Conflicts in 1,000', 'Stale in 1,000', 'Given up', 'Median (ms)', 'p99 (ms)'],
      rows: contention.map(({ name, requests, conflicts, stale, failed, median, p99 }) => [
        ...[name, requests, conflicts, stale, failed, median, p99],
      ]),
      figures: true,
    },
  ];
  const isWithin = hottest.every((use) => use.unit.startsWith('table') || shareOf(use) <= 0.5);
  await keepFile('capacity.svg', plot());
  await report({
    name: 'capacity',
    command: ['npm run measure -- capacity', ...given.map((each) => `--store ${each}`)].join(' '),
    seconds: (performance.now() - startedAt) / 1000,
    passed: options.store.length > 0 || isWithin,
    figures: {
      'requests recorded of each load': options.samples,
      'products and customers': `${options.products} and ${options.customers}`,
      'no partition over half of what AWS gives': isWithin ? 'yes' : 'no',
    },
    tables,
    measured: { uses: uses.map((use) => ({ ...use, share: shareOf(use) })), contention },
  });

  /** Shares by load, doubled from an eighth to four times what was asked for. */
  function plot(): string {
    const factors = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4];
    const line = (label: string, share: number) => ({
      label,
      values: factors.map((factor) => Math.round(100 * factor * share)),
    });
    return lineChart(
      'Share (%) of what AWS gives, by the load: 100 is the limit',
      factors.map((factor) => `× ${factor}`),
      [
        { label: 'the limit', values: factors.map(() => 100) },
        ...hottest.slice(0, 4).map((use) => line(`one store: ${labelOf(use)}`, shareOf(use))),
        ...together.slice(0, 1).map((use) => line(`${options.stores} stores: ${labelOf(use)}`, shareOf(use))),
      ],
      { tenfold: true },
    );
  }
});
