/**
 * `npm run bench`: what each endpoint costs (round trips, capacity units, CPU of the chain, dollars per million requests), how
 * large its bundle is and how fast it starts, beside the same endpoint made plainly. Figures go to `reports/bench.json`.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { createCustomerAddress } from '../lib/contract/customer-addresses.ts';
import { requestOf } from '../test/support/call.ts';
import { allScenarios } from '../test/support/scenarios/all.ts';
import { addressBody } from '../test/support/scenarios/customer-addresses.ts';
import { newWorld } from '../test/support/world.ts';
import { prices } from './bench/cost.ts';
import { type EndpointCost, measureEndpoints } from './bench/endpoints.ts';
import { measureReviewPages, type PageCost } from './bench/review-pages.ts';
import { measureStartUp, type StartUp } from './bench/start-up.ts';
import { bundleFile, bundleFunctions } from './build.ts';
import { startEngines } from './local/engines.ts';
import { prepareEnvironment } from './local/environment.ts';
import { proxyEvent } from './local/proxy-event.ts';

const root = resolve(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    processes: { type: 'string', default: '20' },
    'start-up-of': { type: 'string', multiple: true },
    reviews: { type: 'string', default: '100000' },
  },
});

const processes = Number(options.processes);
const progress = (what: string) => process.stderr.write(`\r\u001b[K${what}`);

const engines = await startEngines({
  onCrash(error) {
    throw error;
  },
});
try {
  process.env.LOG_LEVEL = 'silent';
  await prepareEnvironment(engines, {
    storeTable: 'bench-store',
    requestTable: 'bench-requests',
    bucket: 'bench-objects',
    mailQueue: 'bench-mails',
    waitlistQueue: 'bench-waitlist',
  });
  const endpoints = await measureEndpoints((name) => progress(`requests: ${name}`));
  const starts = await measureStartUps();
  const comparison = await compare();
  const reviewPages = await measureStoresOfReviews();
  progress('');
  await report(
    endpoints.map((endpoint) => ({ ...endpoint, ...starts.get(endpoint.name) })),
    comparison,
    reviewPages,
  );
} finally {
  await engines.stop();
}

async function measureStartUps(): Promise<Map<string, StartUp>> {
  const folder = join(root, '.build', 'bench');
  await bundleFunctions({ folder });
  const starts = new Map<string, StartUp>();
  for (const [name, { operation, prepare }] of allScenarios) {
    if (options['start-up-of'] && !options['start-up-of'].includes(name)) continue;
    progress(`start-up: ${name}`);
    const world = await newWorld();
    // The same request in every process: a keyed write is then answered from its record, a deletion has nothing left to do.
    const key = operation.permission === 'Read' ? world.read : world.write;
    const request = { ...(await prepare(world)), key, ...(isKeyed(operation) ? { idempotencyKey: 'bench' } : {}) };
    const event = proxyEvent(operation, request.path ?? {}, requestOf(operation, request));
    const statuses = operation.method === 'DELETE' ? [204, 404] : [operation.success.status];
    starts.set(name, await measureStartUp({ bundle: join(folder, name, bundleFile), event, statuses, processes }));
  }
  return starts;
}

function isKeyed({ method }: { method: string }): boolean {
  return method === 'POST' || method === 'PUT';
}

interface Compared {
  what: string;
  kilobytes: number;
  milliseconds: number;
}

/** The same endpoint, made plainly: bundled without what `bin/build.ts` leaves out of our functions, started alike. */
async function compare(): Promise<Compared[]> {
  const folder = join(root, '.build', 'bench-comparison');
  await rm(folder, { recursive: true, force: true });
  await build({
    entryPoints: ['bare', 'powertools'].map((name) => join(root, 'bin', 'bench', 'comparison', `${name}.ts`)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    minify: true,
    banner: { js: "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  const world = await newWorld();
  const [customer] = world.customers;
  const event = proxyEvent(
    createCustomerAddress,
    { id: customer.id },
    requestOf(createCustomerAddress, { path: { id: customer.id }, body: addressBody, idempotencyKey: 'bench' }),
  );
  const compared: Compared[] = [];
  for (const [what, name] of [
    ['Bare SDK handler', 'bare'],
    ['Powertools for AWS Lambda', 'powertools'],
  ] as const) {
    progress(`start-up: ${what}`);
    const measured = await measureStartUp({ bundle: join(folder, `${name}.mjs`), event, statuses: [201], processes });
    compared.push({ what, ...measured });
  }
  return compared;
}

interface ReviewPages {
  reviews: number;
  pages: PageCost[];
}

/** The same pages in a small store and in a large one. */
async function measureStoresOfReviews(): Promise<ReviewPages[]> {
  const stores: ReviewPages[] = [];
  for (const reviews of [100, Number(options.reviews)]) {
    progress(`pages of ${reviews} reviews`);
    stores.push({ reviews, pages: await measureReviewPages(reviews) });
  }
  return stores;
}

type Row = EndpointCost & Partial<StartUp>;

async function report(
  endpoints: readonly Row[],
  comparison: readonly Compared[],
  reviewPages: readonly ReviewPages[],
): Promise<void> {
  const columns = [
    'endpoint',
    'round trips',
    'read units',
    'write units',
    'CPU µs',
    'bundle KB',
    'start-up ms',
    '$ per million',
  ];
  const rows = endpoints.map((row) => [
    row.name,
    String(row.roundTrips),
    String(row.readUnits),
    String(row.writeUnits),
    row.cpu.toFixed(0),
    row.kilobytes === undefined ? '' : String(row.kilobytes),
    row.milliseconds === undefined ? '' : row.milliseconds.toFixed(0),
    row.cost.toFixed(2),
  ]);
  print([columns, ...rows]);
  console.log('\ncreate-customer-address, made plainly (no authentication, no rate limit):');
  print([
    ['', 'bundle KB', 'start-up ms'],
    ...comparison.map(({ what, kilobytes, milliseconds }) => [what, String(kilobytes), milliseconds.toFixed(0)]),
  ]);
  console.log(`\nStart-up: median of ${processes} fresh processes, import and first answer. Prices: ${prices.asOf}.`);
  printReviewPages(reviewPages);
  await mkdir(join(root, 'reports'), { recursive: true });
  await writeFile(
    join(root, 'reports', 'bench.json'),
    JSON.stringify({ prices, endpoints, comparison, reviewPages }, undefined, 2),
  );
}

function printReviewPages(stores: readonly ReviewPages[]): void {
  console.log('\nA page of 10 reviews, round trips and read units, by the number of reviews the store has:');
  const columns = ['filter', ...stores.flatMap(({ reviews }) => [`${reviews}: trips`, 'units'])];
  const rows = (stores[0]?.pages ?? []).map(({ filter }, index) => [
    filter,
    ...stores.flatMap(({ pages }) => [String(pages[index]?.roundTrips), String(pages[index]?.readUnits)]),
  ]);
  print([columns, ...rows]);
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
