/** `create-customer-address` as it is here beside the same endpoint made plainly, measured in turns. */
import { join, resolve } from 'node:path';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { build } from 'esbuild';
import { bundleAsFunctions, functionBundle } from '../../bin/build/bundles.ts';
import { createCustomerAddress, getCustomerAddress } from '../../lib/contract/api/customer-addresses.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { type Recording, record, replay, watchClient } from '../support/aws/aws-calls.ts';
import { answer, call, eventOf } from '../support/http/call.ts';
import { addressBody } from '../support/world/customer-addresses.ts';
import { newWorld } from '../support/world/world.ts';
import { type ColdStart, type FirstCall, measureColdStarts } from './cold-starts.ts';
import { costPerMillion } from './cost.ts';
import { cpuOf, type Send, usageOf, type WarmUsage } from './endpoints.ts';
import { type Spread, spreadOf } from './spread.ts';

export interface Compared extends Omit<WarmUsage, 'cpu'>, ColdStart {
  what: string;
  /** Microseconds of CPU, with AWS's answers at hand. */
  chainCpu: Spread;
  /** The same with real calls: serialising, signing and HTTP included. */
  trueCpu: Spread;
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
  'Bare SDK handler': { file: 'test/bench/comparison/bare.ts', isLean: false },
  'Bare SDK handler, bundled as here': { file: 'test/bench/comparison/bare.ts', isLean: true },
  'Powertools for AWS Lambda': { file: 'test/bench/comparison/powertools.ts', isLean: false },
  [ours]: { file: 'functions/api/customer-addresses/create-customer-address.ts', isLean: true },
};

const root = resolve(import.meta.dirname, '../..');

/** Rounds, and requests in each: as many as make a round longer than the grain of the clock. */
const rounds = { count: 9, chain: 150, real: 40 } as const;

export interface Comparison {
  compared: readonly Compared[];
  /** Microseconds of CPU of `get-customer-address`, with real calls. */
  readCpu: Spread;
}

/** Measures each of them with the same keyed request, in so many fresh processes and in this one. */
export async function compare(processes: number, progress: (what: string) => void): Promise<Comparison> {
  const newEvent = await customersEvents();
  const bundles = await bundle();
  const calls = new Map<string, FirstCall>(
    Object.keys(implementations).map((what) => [what, { bundle: bundles.get(what) ?? '', newEvent, statuses: [201] }]),
  );
  const colds = await measureColdStarts(calls, processes, (what) => progress(`cold start ${what}`));
  const warm = await measureWarm(newEvent, progress);
  const compared = Object.keys(implementations).flatMap((what): Compared[] => {
    const [cold, measured] = [colds.get(what), warm.get(what)];
    if (!cold || !measured) return [];
    const usage = { ...measured, trueCpu: measured.trueCpu.median, initCpu: cold.initCpu.median };
    return [{ what, ...measured, ...cold, cost: costPerMillion(usage) }];
  });
  return { compared, readCpu: await measureRead() };
}

async function bundle(): Promise<Map<string, string>> {
  const folder = join(root, '.build', 'bench-comparison');
  const lean = Object.entries(implementations).filter(([, { isLean }]) => isLean);
  await bundleAsFunctions(
    lean.map(([what, { file }]) => [what, file]),
    folder,
  );
  const plain = Object.entries(implementations).filter(([, { isLean }]) => !isLean);
  await build({
    ...functionBundle,
    plugins: [],
    minify: true,
    keepNames: true,
    outdir: folder,
    entryPoints: plain.map(([what, { file }]) => ({ in: join(root, file), out: what })),
  });
  return new Map(Object.keys(implementations).map((what) => [what, join(folder, `${what}.mjs`)]));
}

/** Events of keyed requests for one customer. */
async function customersEvents(): Promise<() => APIGatewayProxyEvent> {
  const { write: key, customers } = await newWorld();
  const request = { path: { id: customers[0].id }, body: addressBody, key };
  return () => eventOf(createCustomerAddress, { ...request, idempotencyKey: newId('upload') });
}

interface Module {
  handler: Parameters<typeof answer>[0];
  /** The client of its own, where it has one. */
  dynamodb?: Parameters<typeof watchClient>[0];
}

type Warm = Omit<WarmUsage, 'cpu'> & Pick<Compared, 'chainCpu' | 'trueCpu'>;

async function measureWarm(
  newEvent: () => APIGatewayProxyEvent,
  progress: (what: string) => void,
): Promise<Map<string, Warm>> {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  const subjects: (WarmUsage & { what: string; chain: Send; real: Send; chainTimes: number[]; realTimes: number[] })[] =
    [];
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
    subjects.push({ what, ...usage, chain, real: () => sending(newEvent())(), chainTimes: [], realTimes: [] });
  }
  for (let round = 0; round < rounds.count; round += 1) {
    for (const subject of subjects) {
      progress(`CPU, round ${round + 1} of ${rounds.count}: ${subject.what}`);
      subject.chainTimes.push(await cpuOf(subject.chain, rounds.chain));
      subject.realTimes.push(await cpuOf(subject.real, rounds.real));
    }
  }
  return new Map(
    subjects.map(({ what, chainTimes, realTimes, chain: _, real: __, cpu: ___, ...usage }) => [
      what,
      { ...usage, chainCpu: spreadOf(chainTimes), trueCpu: spreadOf(realTimes) },
    ]),
  );
}

async function measureRead(): Promise<Spread> {
  const { write: key, customers } = await newWorld();
  const path = { id: customers[0].id };
  const { body } = await call(createCustomerAddress, { path, body: addressBody, key });
  const { handler } = await import('../../functions/api/customer-addresses/get-customer-address.ts');
  const event = eventOf(getCustomerAddress, { path: { ...path, address_id: body.id }, key });
  const times: number[] = [];
  for (let round = 0; round < rounds.count; round += 1) {
    times.push(await cpuOf(() => answer(handler as never, getCustomerAddress, event), rounds.real));
  }
  return spreadOf(times);
}

/** What is measured against what. */
export const rows = {
  ours,
  bare: 'Bare SDK handler',
  powertools: 'Powertools for AWS Lambda',
} as const;
