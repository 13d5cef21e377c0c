/** `create-customer-address` as it is here and the same endpoint made plainly, measured in turns. */
import { join, resolve } from 'node:path';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { build } from 'esbuild';
import { bundleAsFunctions, functionBundle } from '../../../bin/build/bundles.ts';
import { createCustomerAddress, getCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { type Recording, record, replay, watchClient } from '../../support/aws/aws-calls.ts';
import { answer, call, eventOf } from '../../support/http/call.ts';
import { addressBody } from '../../support/world/customer-addresses.ts';
import { newWorld } from '../../support/world/world.ts';
import { costPerMillion } from './cost.ts';
import { cpuOf, type Send, usageOf, type WarmUsage } from './endpoints.ts';
import {
  type FreshProcess,
  type FunctionCalls,
  measureFreshProcesses,
  type Spread,
  spreadOf,
} from './fresh-processes.ts';

export interface Compared extends Omit<WarmUsage, 'cpu'>, FreshProcess {
  what: string;
  /** Microseconds of CPU, with ready answers of AWS. */
  chainCpu: Spread;
  /** US dollars per million requests. */
  cost: number;
}

interface Implementation {
  file: string;
  /** Whether its bundle leaves out what this project's leave out; otherwise it is what esbuild makes of it. */
  isLean: boolean;
}

const ours = 'This project';

const implementations: Readonly<Record<string, Implementation>> = {
  'Bare SDK handler': { file: 'test/measure/bench/comparison/bare.ts', isLean: false },
  'Bare SDK handler, bundled as here': { file: 'test/measure/bench/comparison/bare.ts', isLean: true },
  'Powertools for AWS Lambda': { file: 'test/measure/bench/comparison/powertools.ts', isLean: false },
  [ours]: { file: 'functions/api/customer-addresses/create-customer-address.ts', isLean: true },
};

const root = resolve(import.meta.dirname, '../../..');

/** Rounds, and requests in each: as many as make a round longer than the grain of the clock. */
const rounds = { count: 9, requests: 150 } as const;

/** Requests of a process after its first, half of them to warm up: V8 keeps compiling hot code for as many. */
const more = 2000;

/** After as many V8 has compiled everything that it is going to. */
const manyMore = 10_000;

/** Processes that live as long. */
const lastingProcesses = 3;

/** Ratios of starts are reported of as many for each process that another figure is the median of. */
export const coldStarts = 5;

const read = 'get-customer-address';
const bareRead = 'Bare SDK handler, reading';
const long = 'This project, 10,000 calls';

export interface Comparison {
  compared: readonly Compared[];
  /** Microseconds of CPU, with real calls: of `get-customer-address`, and of its two calls made by a bare handler. */
  readCpu: Spread;
  bareReadCpu: Spread;
  /** The same of the create, around its 100th call and around its 10,000th. */
  hundredthCpu: Spread;
  tenThousandthCpu: Spread;
}

/** Measures each of them with the same keyed request, in fresh processes and in this one. */
export async function compare(processes: number, progress: (what: string) => void): Promise<Comparison> {
  const { newEvent, readEvent } = await customersEvents();
  const bundles = await bundle();
  const bundled = (what: string) => bundles.get(what) ?? '';
  const calls = new Map<string, FunctionCalls>([
    ...Object.keys(implementations).map(
      (what) => [what, { bundle: bundled(what), newEvent, statuses: [201], more }] as const,
    ),
    [read, { bundle: bundled(read), newEvent: () => readEvent, statuses: [200], more }],
    [bareRead, { bundle: bundled(bareRead), newEvent: () => readEvent, statuses: [200], more }],
  ]);
  const fresh = await measureFreshProcesses(calls, coldStarts * processes, (what) => progress(`fresh process ${what}`));
  const lasting = { bundle: bundled(ours), newEvent, statuses: [201], more: manyMore };
  const lasted = await measureFreshProcesses(new Map([[long, lasting]]), lastingProcesses, progress);
  const warm = await measureWarm(newEvent, progress);
  const compared = Object.keys(implementations).flatMap((what): Compared[] => {
    const [cold, measured] = [fresh.get(what), warm.get(what)];
    if (!cold || !measured) return [];
    const usage = { ...measured, trueCpu: cold.warmCpu.median, initCpu: cold.initCpu.median };
    return [{ what, ...measured, ...cold, cost: costPerMillion(usage) }];
  });
  return {
    compared,
    readCpu: fresh.get(read)?.warmCpu ?? spreadOf([]),
    bareReadCpu: fresh.get(bareRead)?.warmCpu ?? spreadOf([]),
    hundredthCpu: lasted.get(long)?.hundredthCpu ?? spreadOf([]),
    tenThousandthCpu: lasted.get(long)?.warmCpu ?? spreadOf([]),
  };
}

async function bundle(): Promise<Map<string, string>> {
  const folder = join(root, '.build', 'bench-comparison');
  const lean = Object.entries(implementations).filter(([, { isLean }]) => isLean);
  await bundleAsFunctions(
    [...lean.map(([what, { file }]) => [what, file] as const), [read, `functions/api/customer-addresses/${read}.ts`]],
    folder,
  );
  const plain = [
    ...Object.entries(implementations).filter(([, { isLean }]) => !isLean),
    [bareRead, { file: 'test/measure/bench/comparison/bare-get.ts' }] as const,
  ];
  await build({
    ...functionBundle,
    plugins: [],
    minify: true,
    keepNames: true,
    outdir: folder,
    entryPoints: plain.map(([what, { file }]) => ({ in: join(root, file), out: what })),
  });
  return new Map([...Object.keys(implementations), read, bareRead].map((what) => [what, join(folder, `${what}.mjs`)]));
}

/** Events for one customer: of keyed requests that create an address, and of one that reads an address. */
async function customersEvents() {
  const { write: key, customers } = await newWorld();
  const path = { id: customers[0].id };
  const request = { path, body: addressBody, key };
  const { body } = await call(createCustomerAddress, request);
  return {
    newEvent: () => eventOf(createCustomerAddress, { ...request, idempotencyKey: newId('upload') }),
    readEvent: eventOf(getCustomerAddress, { path: { ...path, address_id: body.id }, key }),
  };
}

interface Module {
  handler: Parameters<typeof answer>[0];
  /** The client of its own, where it has one. */
  dynamodb?: Parameters<typeof watchClient>[0];
}

type Warm = Omit<WarmUsage, 'cpu'> & Pick<Compared, 'chainCpu'>;

async function measureWarm(
  newEvent: () => APIGatewayProxyEvent,
  progress: (what: string) => void,
): Promise<Map<string, Warm>> {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  const subjects: (WarmUsage & { what: string; chain: Send; times: number[] })[] = [];
  for (const [what, { file }] of Object.entries(implementations)) {
    const { handler, dynamodb }: Module = await import(join(root, file));
    if (dynamodb) watchClient(dynamodb);
    const sending =
      (event: APIGatewayProxyEvent): Send =>
      async () =>
        (await answer(handler, createCustomerAddress, event)).statusCode === 201;
    await sending(newEvent())();
    const one = sending(newEvent());
    const answers: Recording = [];
    await record(answers, one);
    const usage = await usageOf(what, sending(newEvent()));
    const chain = () => replay(answers, one);
    subjects.push({ what, ...usage, chain, times: [] });
  }
  for (let round = 0; round < rounds.count; round += 1) {
    for (const subject of subjects) {
      progress(`CPU, round ${round + 1} of ${rounds.count}: ${subject.what}`);
      subject.times.push(await cpuOf(subject.chain, rounds.requests));
    }
  }
  return new Map(
    subjects.map(({ what, times, chain: _, cpu: __, ...usage }) => [what, { ...usage, chainCpu: spreadOf(times) }]),
  );
}

/** What is measured against what. */
export const rows = {
  ours,
  bare: 'Bare SDK handler',
  powertools: 'Powertools for AWS Lambda',
} as const;
