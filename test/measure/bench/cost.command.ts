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
import { measureBatch, measureCall } from './calls.ts';
import { type ActivityName, activities, prices, timesOf } from './cost.ts';
import { billOf, billOfEvents, type Call, type LineItem, memoryOf, standingOf, type Use } from './month.ts';

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
  summary: 'Estimates what a month costs on AWS, of so many a month:',
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

async function measured(times: ReadonlyMap<string, number>, memory: ReadonlyMap<string, number>): Promise<Use[]> {
  const uses: Use[] = [];
  for (const [name, count] of times) {
    process.stderr.write(`\r\u001b[K${name}`);
    const usage = await measureCall(name, join(bundlesFolder, name, bundleFile));
    const call = { ...usage, megabytes: memory.get(name) ?? 0 };
    uses.push({ name, times: count, call });
  }
  process.stderr.write('\r\u001b[K');
  return uses;
}

const publish = 'publish-events';
const deliver = 'deliver-events';

/** What follows the table: a batch of one call's changes, and a full one; and the delivery of an event to one webhook. */
async function batches(memory: ReadonlyMap<string, number>): Promise<Record<'one' | 'full' | 'delivery', Call>> {
  const bundle = join(bundlesFolder, publish, bundleFile);
  const megabytes = memory.get(publish) ?? 0;
  const [one, full] = [await measureBatch('one call', bundle), await measureBatch('full', bundle)];
  const delivery = await measureCall(deliver, join(bundlesFolder, deliver, bundleFile));
  return {
    one: { ...one, megabytes },
    full: { ...full, megabytes },
    delivery: { ...delivery, megabytes: memory.get(deliver) ?? 0 },
  };
}

/** Each call that changes something has a batch of its own, as where little happens; its events are counted where they are caused. */
const following = (uses: readonly Use[], batch: Call): Use => ({
  name: publish,
  times: uses.reduce((sum, { times, call }) => sum + (call.told.changes > 0 ? times : 0), 0),
  call: { ...batch, told: { changes: 0, events: 0, bytes: 0 } },
});

/** Each event is a batch of its own, delivered to one webhook. */
const delivering = (uses: readonly Use[], call: Call): Use => ({
  name: deliver,
  times: uses.reduce((sum, { times, call: { told } }) => sum + times * told.events, 0),
  call,
});

/** Lines of a bill, and what they come to. */
function print(title: string, lines: readonly LineItem[]): void {
  const total = lines.reduce((sum, { dollars }) => sum + dollars, 0);
  const rows = lines.map(({ service, what, quantity, dollars }) => [
    `${service}: ${what}`,
    Math.ceil(quantity * 100) / 100,
    dollars.toFixed(2),
  ]);
  console.log(
    textTable({
      columns: [title, 'Quantity', 'US dollars'],
      rows: [...rows, ['Together', undefined, total.toFixed(2)]],
      figures: true,
    }),
  );
}

async function main(): Promise<void> {
  const times = calls();
  const { text, options: stack } = await synthesis(Object.fromEntries(pairs(options.context)));
  const template = JSON.parse(text);
  const memory = memoryOf(template, stack.stackName);
  const standing = standingOf(template);
  const { uses, one, full, delivery } = await onScratchEngines(async () => ({
    uses: await measured(times, memory),
    ...(await batches(memory)),
  }));
  const bill = billOf([...uses, following(uses, one), delivering(uses, delivery)], standing, {
    cold: options['cold-percent'] / 100,
    tableGigabytes: options['table-gigabytes'],
    bucketGigabytes: options['bucket-gigabytes'],
    transferGigabytes: options['transfer-gigabytes'],
    photoViews: options['photo-views'],
  });
  print('A month', bill);
  const million = 1e6;
  print(
    '\nA million events, stream to bus and one webhook, a batch for each call',
    billOfEvents(million, one, delivery),
  );
  print('\nA million events, stream to bus and one webhook, in full batches', billOfEvents(million, full, delivery));
}

await main().catch((error: unknown) => endWith(error, command));
process.exit();
