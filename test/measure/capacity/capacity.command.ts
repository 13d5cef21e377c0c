/**
 * `npm run measure -- capacity --store orders=1000/s`: what a store's requests and their events, made so many times a second, take of each
 * partition of the tables and indexes, of the other limits of AWS and of the background functions, by what the real code was recorded to
 * ask for; which limits they meet first as they grow, and how they get in each other's way on items in common.
 */
import { commandOptions, endWith, UsageError } from '../../../bin/command-line/options.ts';
import { cellText } from '../../../bin/command-line/table.ts';
import { onScratchEngines } from '../../support/scratch-engines.ts';
import { shops } from '../bench/cost.ts';
import { keepFile, lineChart, report, type TitledTable } from '../proof/report.ts';
import { busyHour, busyHourOf, type LoadName, loadNames } from './load-names.ts';
import type { Rate, Use } from './model.ts';

const targets = ['orders=1000/s', 'joins=1000/s', 'reviews=500/s'];

const options = commandOptions({
  command: 'npm run measure -- capacity',
  summary: 'Tells which limit of AWS, or of the background functions, requests meet first as they grow.',
  options: {
    store: {
      type: 'string',
      value: 'LOAD=RATE/s',
      multiple: true,
      summary: `what a store takes: ${loadNames.join(', ')} (default ${targets.join(' ')})`,
    },
    stores: { type: 'number', value: 'N', default: 100_000, summary: 'small shops, and mid-size ones, on one stack' },
    region: {
      type: 'string',
      value: 'REGION',
      default: 'us-east-1',
      summary: 'whose limits of API Gateway and EventBridge hold',
    },
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
const hosted = { small: busyHourOf(shops.small.month), 'mid-size': busyHourOf(shops['mid-size'].month) };
const startedAt = performance.now();

await onScratchEngines(async () => {
  // What has to find its tables.
  await import('../../support/aws/patient-clients.ts');
  const { recordLoad } = await import('./recording.ts');
  const { headroomOf, isOfOnePlace, isOfTables, ofStores, shareOf, timesLoad, usesOf } = await import('./model.ts');
  const { assumed } = await import('./limits.ts');
  const { playLocks } = await import('./locks.ts');
  const { adviceOn, labelOf } = await import('./advice.ts');

  const loads = new Map<LoadName, Rate['load']>();
  for (const [name] of [...wanted, ...Object.values(hosted).flat()]) {
    if (loads.has(name)) continue;
    process.stderr.write(`\r\u001b[K${name}`);
    loads.set(name, await recordLoad(name, options.samples));
  }
  process.stderr.write('\r\u001b[K');
  const recorded = (each: readonly [LoadName, number][]): Rate[] =>
    each.flatMap(([name, perSecond]) => {
      const load = loads.get(name);
      return load ? [{ load, perSecond }] : [];
    });
  const usesAt = (each: readonly [LoadName, number][]): Use[] => usesOf(recorded(each), options, options.region);

  const uses = usesAt(wanted);
  const hottest = uses.filter(isOfTables).slice(0, 12);
  const contention = playLocks(recorded(wanted), options, { seed: options.seed });
  const situations: Readonly<Record<string, readonly Use[]>> = {
    ...Object.fromEntries([1, 10, 100].map((factor) => [`× ${factor}`, timesLoad(uses, factor)])),
    ...Object.fromEntries(
      Object.entries(hosted).map(([size, each]) => [
        `${cellText(options.stores)} ${size} shops`,
        ofStores(usesAt(each), options.stores),
      ]),
    ),
  };

  const percent = (use: Use): string => `${cellText(100 * shareOf(use))}%`;
  const rowOf = (use: Use) => [
    ...[labelOf(use), use.parts, use.perSecond, use.most, percent(use), `× ${headroomOf(use).toFixed(1)}`],
  ];
  const isOfAccount = (use: Use): boolean => !isOfOnePlace(use) && (!isOfTables(use) || use.place === 'store');
  const accountLimits = [...new Set(Object.values(situations).flatMap((all) => all.filter(isOfAccount).map(labelOf)))];
  const tables: TitledTable[] = [
    {
      title: `Which limit is met first, by one store with so many times these requests, and by ${cellText(options.stores)} shops on one stack in a busy hour`,
      columns: ['Load', 'Limits met', 'The first', 'Share', 'What to do then'],
      rows: Object.entries(situations).map(([load, all]) => {
        const met = all.filter((use) => shareOf(use) > 1).length;
        const [first] = all;
        return [load, met, ...(first ? [labelOf(first), percent(first), adviceOn(first)] : [])];
      }),
    },
    {
      title: 'What one store meets up to ten times these requests, in this order',
      columns: ['Limit', 'Met at', 'What to do then'],
      rows: uses
        .filter((use) => headroomOf(use) <= 10)
        .map((use) => [labelOf(use), `× ${headroomOf(use).toFixed(1)}`, adviceOn(use)]),
    },
    {
      title: `What that takes of what all stores share, in ${options.region}`,
      columns: ['', 'Limit', ...Object.keys(situations)],
      rows: accountLimits.map((label) => {
        const found = Object.values(situations).map((all) => all.find((use) => labelOf(use) === label));
        return [label, found.find((use) => use !== undefined)?.most, ...found.map((use) => use && percent(use))];
      }),
      figures: true,
    },
    {
      title: 'The hottest places in the tables of one store',
      columns: ['', 'Spread over', 'A second, each', 'AWS gives', 'Share', 'Until'],
      rows: hottest.map(rowOf),
      figures: true,
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
  const isWithin = uses.every((use) => !isOfOnePlace(use) || shareOf(use) <= 0.5);
  await keepFile('capacity.svg', plot());
  await report({
    name: 'capacity',
    command: ['npm run measure -- capacity', ...given.map((each) => `--store ${each}`)].join(' '),
    seconds: (performance.now() - startedAt) / 1000,
    passed: options.store.length > 0 || isWithin,
    figures: {
      'requests recorded of each load': options.samples,
      'products and customers': `${cellText(options.products)} and ${cellText(options.customers)}`,
      'Region, with the default limits of an account': options.region,
      'times the mean of a month in a busy hour': busyHour,
      'CPU of a request, and time until a receiver answers (ms)': `${assumed.requestCpu} and ${assumed.receiverMilliseconds}`,
      'checkouts that are given up (%)': 100 * assumed.lapsed,
      'no partition over half of what AWS gives': isWithin ? 'yes' : 'no',
    },
    tables,
    measured: { uses: uses.map((use) => ({ ...use, share: shareOf(use) })), contention },
  });

  /** Shares by load, from a tenth to a hundred times what was asked for. */
  function plot(): string {
    const factors = [0.1, 1, 10, 100];
    const line = (label: string, share: number) => ({
      label,
      values: factors.map((factor) => Math.round(100 * factor * share)),
    });
    return lineChart(
      'Share (%) of what AWS gives, by the load: 100 is the limit',
      factors.map((factor) => `× ${factor}`),
      [
        { label: 'the limit', values: factors.map(() => 100) },
        ...uses.slice(0, 5).map((use) => line(labelOf(use), shareOf(use))),
      ],
      { tenfold: true },
    );
  }
});
