/** Per function: the bundle's size, and INIT and the first request of fresh processes. */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Spread, spreadOf } from './spread.ts';

const run = promisify(execFile);

/** Milliseconds. CPU hardly moves with what else the machine does; the time on the clock does. */
export interface ColdStart {
  kilobytes: number;
  /** INIT and the first request together, on the clock. */
  coldStart: Spread;
  initCpu: Spread;
  firstCpu: Spread;
  /** Both. */
  coldCpu: Spread;
}

export interface FirstCall {
  bundle: string;
  newEvent(): object;
  /** What the first answer may be. */
  statuses: readonly number[];
}

interface Measured {
  init: number;
  first: number;
  initCpu: number;
  firstCpu: number;
  statusCode: number;
}

/**
 * Starts so many processes of each, in turns: what the machine does meanwhile befalls all alike. Throws where one does not answer
 * as it should.
 */
export async function measureColdStarts(
  calls: ReadonlyMap<string, FirstCall>,
  processes: number,
  progress: (name: string) => void = () => undefined,
): Promise<Map<string, ColdStart>> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const measured = new Map<string, Measured[]>([...calls.keys()].map((name) => [name, []]));
  try {
    for (let count = 0; count < processes; count += 1) {
      for (const [name, call] of calls) {
        progress(`${count + 1} of ${processes}: ${name}`);
        measured.get(name)?.push(await startOnce(call, join(folder, 'event.json')));
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return new Map([...calls].map(([name, { bundle }]) => [name, coldStartOf(bundle, measured.get(name) ?? [])]));
}

const coldStartOf = (bundle: string, measured: readonly Measured[]): ColdStart => ({
  kilobytes: Math.round(statSync(bundle).size / 1024),
  coldStart: spreadOf(measured.map(({ init, first }) => init + first)),
  initCpu: spreadOf(measured.map(({ initCpu }) => initCpu)),
  firstCpu: spreadOf(measured.map(({ firstCpu }) => firstCpu)),
  coldCpu: spreadOf(measured.map(({ initCpu, firstCpu }) => initCpu + firstCpu)),
});

async function startOnce({ bundle, newEvent, statuses }: FirstCall, eventFile: string): Promise<Measured> {
  await writeFile(eventFile, JSON.stringify(newEvent()));
  const script = resolve(import.meta.dirname, 'cold-start.ts');
  const { stderr } = await run(process.execPath, [script, bundle, eventFile], {
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
  if (!statuses.includes(result.statusCode)) throw new Error(`${bundle} answered ${result.statusCode}`);
  return result;
}
