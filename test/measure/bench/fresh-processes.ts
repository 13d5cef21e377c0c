/** Per function: the bundle's size, and INIT, the first request and those that follow in fresh processes. */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Figures of several runs: their median, and how far they are apart. */
export interface Spread {
  median: number;
  least: number;
  most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (place: number) => sorted[place] ?? Number.NaN;
  return { median: at(Math.floor(sorted.length / 2)), least: at(0), most: at(sorted.length - 1) };
}

/** `70 (65–91)`. */
export const spreadText = ({ median, least, most }: Spread): string =>
  `${Math.round(median)} (${Math.round(least)}–${Math.round(most)})`;

/** Milliseconds. CPU hardly moves with what else the machine does; the time on the clock does. */
export interface FreshProcess {
  kilobytes: number;
  /** INIT and the first request together, on the clock. */
  coldStart: Spread;
  initCpu: Spread;
  firstCpu: Spread;
  /** Both. */
  coldCpu: Spread;
  /** Microseconds of a request around the 100th of a function, real calls included; 0 where none followed the first. */
  hundredthCpu: Spread;
  /** The same in a warm function. */
  warmCpu: Spread;
}

export interface FunctionCalls {
  bundle: string;
  newEvent(): object;
  /** What answers may be. */
  statuses: readonly number[];
  /** How many requests follow the first, in the first three processes. */
  more?: number | undefined;
}

interface Measured {
  init: number;
  first: number;
  initCpu: number;
  firstCpu: number;
  hundredthCpu: number;
  warmCpu: number;
  statuses: readonly number[];
}

/** A request in a warm function varies less than a start, and takes more time to measure. */
const warmProcesses = 3;

/**
 * Starts so many processes of each, in turns: other work of the machine affects all equally. Throws if one does not answer
 * as it should.
 */
export async function measureFreshProcesses(
  calls: ReadonlyMap<string, FunctionCalls>,
  processes: number,
  progress: (name: string) => void = () => undefined,
): Promise<Map<string, FreshProcess>> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const measured = new Map<string, Measured[]>([...calls.keys()].map((name) => [name, []]));
  try {
    for (let count = 0; count < processes; count += 1) {
      for (const [name, call] of calls) {
        progress(`${count + 1} of ${processes}: ${name}`);
        const more = count < warmProcesses ? call.more : 0;
        measured.get(name)?.push(await startOnce({ ...call, more }, join(folder, 'events.json')));
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return new Map([...calls].map(([name, { bundle }]) => [name, spreadsOf(bundle, measured.get(name) ?? [])]));
}

const spreadsOf = (bundle: string, measured: readonly Measured[]): FreshProcess => ({
  kilobytes: Math.round(statSync(bundle).size / 1024),
  coldStart: spreadOf(measured.map(({ init, first }) => init + first)),
  initCpu: spreadOf(measured.map(({ initCpu }) => initCpu)),
  firstCpu: spreadOf(measured.map(({ firstCpu }) => firstCpu)),
  coldCpu: spreadOf(measured.map(({ initCpu, firstCpu }) => initCpu + firstCpu)),
  hundredthCpu: spreadOf(measured.slice(0, warmProcesses).map(({ hundredthCpu }) => hundredthCpu)),
  warmCpu: spreadOf(measured.slice(0, warmProcesses).map(({ warmCpu }) => warmCpu)),
});

async function startOnce(
  { bundle, newEvent, statuses, more = 0 }: FunctionCalls,
  eventsFile: string,
): Promise<Measured> {
  await writeFile(eventsFile, JSON.stringify(Array.from({ length: more }, newEvent)));
  const script = resolve(import.meta.dirname, 'fresh-process.ts');
  const { stderr } = await run(process.execPath, [script, bundle, JSON.stringify(newEvent()), eventsFile], {
    env: {
      ...process.env,
      // During INIT a function reads what it does on Lambda.
      AWS_LAMBDA_FUNCTION_NAME: 'bench',
      LOG_LEVEL: 'silent',
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      NODE_OPTIONS: '',
      NODE_COMPILE_CACHE: '',
    },
  });
  const result: Measured = JSON.parse(stderr.slice(stderr.lastIndexOf('{')));
  const wrong = result.statuses.filter((status) => !statuses.includes(status));
  if (wrong.length > 0) throw new Error(`${bundle} answered ${wrong.join(', ')}`);
  return result;
}
