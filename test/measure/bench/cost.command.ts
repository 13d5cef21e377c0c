/**
 * `npm run measure -- cost`: what a month costs, before anything is deployed. Every function that is called is measured, its INIT in fresh
 * processes; what costs though nothing happens is counted in the template.
 */
import { join } from 'node:path';
import { bundleFile, bundlesFolder } from '../../../bin/build/bundles.ts';
import { synthesis } from '../../../bin/build/synthesis.ts';
import { commandOptions, endWith, UsageError } from '../../../bin/command-line/options.ts';
import { textTable } from '../../../bin/command-line/table.ts';
import { functionFiles } from '../../../lib/resources/function-files.ts';
import { onScratchEngines } from '../../support/scratch-engines.ts';
import { report, type TitledTable } from '../proof/report.ts';
import { measureCall, measureWayOfEvents } from './calls.ts';
import { type ActivityName, activities, prices, type Shop, shops, timesOf } from './cost.ts';
import {
  billOf,
  billOfEvents,
  dollarsOf,
  dollarsOfFiles,
  dollarsOfStanding,
  followingOf,
  type LineItem,
  memoryOf,
  type Standing,
  standingOf,
  sumOf,
  sumsOf,
  type Use,
  type WayOfEvents,
} from './month.ts';

const command = 'npm run measure -- cost';
const number = (summary: string, byDefault = 0) => ({
  type: 'number' as const,
  value: 'N',
  default: byDefault,
  summary,
});
const names = Object.keys(activities) as ActivityName[];

const options = commandOptions({
  command,
  summary: 'Estimates what a month costs on AWS: of shops of all sizes, or of so many a month:',
  options: {
    ...(Object.fromEntries(names.map((name) => [name, number(activities[name].summary)])) as Record<
      ActivityName,
      ReturnType<typeof number>
    >),
    call: { type: 'string', value: 'NAME=N', multiple: true, summary: 'calls of any other function' },
    'photo-views': number('photos shown to shoppers'),
    'transfer-gigabytes': number('GB of photos and files that are read'),
    'bucket-gigabytes': number('GB of photos and files that are kept'),
    'table-gigabytes': number('GB of tables', 1),
    'cold-percent': number('of calls that start a process', 2),
    context: {
      type: 'string',
      value: 'NAME=VALUE',
      multiple: true,
      summary: 'an option of the stack, as waf=true or largeUploads=true',
    },
  },
  notes: `Prices of ${prices.asOf}, without free tiers. Uploads through containers are not counted by the request.`,
});

const pairs = (given: readonly string[]): [string, string][] =>
  given.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]);

function calls(): Map<string, number> {
  const asked = pairs(options.call).map(([name, times]) => [name, Number(times)] as const);
  const wrong = asked.find(([name, times]) => !functionFiles.has(name) || !(times >= 0));
  if (wrong) throw new UsageError(`--call takes a function and a number, like get-review=5000, not ${wrong.join('=')}`);
  return timesOf(Object.fromEntries(names.map((name) => [name, options[name]])), asked);
}

const bundleOf = (name: string): string => join(bundlesFolder, name, bundleFile);

type Memory = ReadonlyMap<string, number>;

async function measured(times: ReadonlyMap<string, number>, memory: Memory): Promise<Use[]> {
  const uses: Use[] = [];
  for (const [name, count] of times) {
    process.stderr.write(`\r\u001b[K${name}`);
    const usage = await measureCall(name, bundleOf(name));
    uses.push({ name, times: count, call: { ...usage, megabytes: memory.get(name) ?? 0 } });
  }
  process.stderr.write('\r\u001b[K');
  return uses;
}

const wayOfEvents = (memory: Memory) => measureWayOfEvents(bundleOf, (name) => memory.get(name) ?? 0);

/** Lines of a bill, and what they come to. */
function billTable(title: string, lines: readonly LineItem[]): TitledTable {
  const rows = lines.map(({ service, what, quantity, dollars }) => [
    ...[`${service}: ${what}`, Math.ceil(quantity * 100) / 100, dollars.toFixed(2)],
  ]);
  return {
    title,
    columns: ['', 'Quantity', 'US dollars'],
    rows: [...rows, ['Together', undefined, sumOf(lines).toFixed(2)]],
    figures: true,
  };
}

const million = 1e6;

const tablesOfEvents = ({ one, full }: Record<'one' | 'full', WayOfEvents>): TitledTable[] => [
  billTable('A million events, stream to bus and one webhook, a batch for each call', billOfEvents(million, one)),
  billTable('A million events, stream to bus and one webhook, in full batches', billOfEvents(million, full)),
];

const cold = options['cold-percent'] / 100;

/** What was asked for. */
async function ofMonth(times: ReadonlyMap<string, number>, standing: Standing, memory: Memory): Promise<TitledTable[]> {
  const uses = await measured(times, memory);
  const way = await wayOfEvents(memory);
  const bill = billOf([...uses, ...followingOf(uses, way.one)], standing, {
    cold,
    tableGigabytes: options['table-gigabytes'],
    bucketGigabytes: options['bucket-gigabytes'],
    transferGigabytes: options['transfer-gigabytes'],
    photoViews: options['photo-views'],
  });
  return [billTable('A month', bill), ...tablesOfEvents(way)];
}

/** Options of the stack that cost though nothing happens. */
const optionsThatCost = ['waf', 'largeUploads'];

/** One after the other: each makes all bundles. */
async function rowsOfOptions(standing: Standing): Promise<string[][]> {
  const rows: string[][] = [];
  for (const option of optionsThatCost) {
    const { text } = await synthesis({ ...Object.fromEntries(pairs(options.context)), [option]: 'true' });
    const more = dollarsOfStanding(standingOf(JSON.parse(text))) - dollarsOfStanding(standing);
    rows.push([`\`-c ${option}=true\``, more.toFixed(2)]);
  }
  return rows;
}

/** Kilobytes of `reviews.json` with 50 reviews of 55 words each, as CloudFront sends it. */
const kilobytesOfFile = 8;

/** What a million product pages cost that show reviews from public files, or from calls of a function. */
function tableOfPages(uses: readonly Use[], way: WayOfEvents): TitledTable {
  const pages = activities.pages.calls;
  const called = uses.filter(({ name }) => name in pages).map((use) => ({ ...use, times: million }));
  const routed = called.map((use) => ({ ...use, call: { ...use.call, isRoute: true } }));
  return {
    title: 'A million product pages that show reviews, in US dollars',
    columns: ['', 'US dollars'],
    rows: [
      [
        `public files of ${kilobytesOfFile} KB, none of them cached`,
        dollarsOfFiles(million, kilobytesOfFile).toFixed(2),
      ],
      ['`list-product-reviews`, called with Invoke', dollarsOf(called, way).toFixed(2)],
      ['`list-product-reviews`, called over HTTP', dollarsOf(routed, way).toFixed(2)],
    ],
    figures: true,
  };
}

/** What a checkout and its order take of the tables, by the number and type of its payments. */
async function tableOfPayments(): Promise<TitledTable> {
  const { measurePayments } = await import('./payments.ts');
  const rows = (await measurePayments()).map(({ name, roundTrips, writeUnits }) => [name, roundTrips, writeUnits]);
  return {
    title: 'Round trips and write units of payments',
    columns: ['', 'Round trips', 'Write units'],
    rows,
    figures: true,
  };
}

/** Shops of all sizes, what options add, and what each activity does. */
async function ofShops(standing: Standing, memory: Memory): Promise<TitledTable[]> {
  const once = Object.fromEntries(names.map((name) => [name, 1]));
  const all = await measured(timesOf(once), memory);
  const way = await wayOfEvents(memory);
  const usesIn = (times: ReadonlyMap<string, number>): Use[] =>
    all.flatMap((use) => (times.has(use.name) ? [{ ...use, times: times.get(use.name) ?? 0 }] : []));
  const sums = Object.values<Shop>(shops).map(({ month, ...volumes }) => {
    const uses = usesIn(timesOf(month));
    return sumsOf(billOf([...uses, ...followingOf(uses, way.one)], standing, { ...volumes, cold }));
  });
  const dollars = (amount: number | undefined) => (amount === undefined ? '–' : amount.toFixed(2));
  const services = [...new Set(sums.flatMap((own) => [...own.keys()]))];
  const total = (own: ReadonlyMap<string, number>) => [...own.values()].reduce((sum, each) => sum + each, 0);
  return [
    {
      title: 'A month in US dollars',
      columns: ['', ...Object.keys(shops)],
      rows: [
        ...services.map((service) => [service, ...sums.map((own) => dollars(own.get(service)))]),
        ['Together', ...sums.map((own) => dollars(total(own)))],
      ],
      figures: true,
    },
    {
      title: 'What 10,000 of each add, with their events to one webhook, in US dollars',
      columns: ['', 'US dollars'],
      rows: names.map((name) => {
        const calls = Object.entries<number>(activities[name].calls).map(
          ([called, times]) => [called, times * 10_000] as const,
        );
        return [activities[name].summary, dollars(dollarsOf(usesIn(new Map(calls)), way.one))];
      }),
      figures: true,
    },
    {
      title: 'What an option adds to each month, in US dollars',
      columns: ['Option', 'US dollars'],
      rows: await rowsOfOptions(standing),
      figures: true,
    },
    tableOfPages(all, way.one),
    await tableOfPayments(),
    ...tablesOfEvents(way),
  ];
}

async function main(): Promise<void> {
  const startedAt = performance.now();
  const times = calls();
  const isAsked = names.some((name) => options[name] > 0) || options.call.length > 0;
  const { text, options: stack } = await synthesis(Object.fromEntries(pairs(options.context)));
  const template = JSON.parse(text);
  const memory = memoryOf(template, stack.stackName);
  const standing = standingOf(template);
  const tables = await onScratchEngines(() => (isAsked ? ofMonth(times, standing, memory) : ofShops(standing, memory)));
  if (isAsked) {
    for (const { title, ...table } of tables) console.log(`\n${title}\n\n${textTable(table)}`);
    return;
  }
  await report({
    name: 'cost',
    command,
    seconds: (performance.now() - startedAt) / 1000,
    passed: true,
    figures: {
      'prices as of': prices.asOf,
      'calls that start a process (%)': options['cold-percent'],
      ...Object.fromEntries(Object.entries<Shop>(shops).map(([name, { summary }]) => [name, summary])),
    },
    tables: tables.slice(0, 4),
    details: tables.slice(4),
  });
}

await main().catch((error: unknown) => endWith(error, command));
process.exit();
