/** Per function: the bundle's size, and the time from a fresh process to the first answer. */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface StartUp {
  kilobytes: number;
  /** Median of the processes' milliseconds from import to the first answer. */
  milliseconds: number;
}

interface FirstCall {
  bundle: string;
  event: object;
  /** What the first answer may be. */
  statuses: readonly number[];
  processes: number;
}

/** Starts processes one after the other. Throws where one does not answer as it should. */
export async function measureStartUp({ bundle, event, statuses, processes }: FirstCall): Promise<StartUp> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const eventFile = join(folder, 'event.json');
    await writeFile(eventFile, JSON.stringify(event));
    const times: number[] = [];
    for (let count = 0; count < processes; count += 1) times.push(await startOnce(bundle, eventFile, statuses));
    return { kilobytes: Math.round(statSync(bundle).size / 1024), milliseconds: median(times) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function startOnce(bundle: string, eventFile: string, statuses: readonly number[]): Promise<number> {
  const script = resolve(import.meta.dirname, 'cold-start.ts');
  const { stderr } = await run(process.execPath, [script, bundle, eventFile], {
    env: { ...process.env, LOG_LEVEL: 'silent', POWERTOOLS_LOG_LEVEL: 'SILENT', NODE_OPTIONS: '' },
  });
  const result: { milliseconds: number; statusCode: number } = JSON.parse(stderr.slice(stderr.lastIndexOf('{')));
  if (!statuses.includes(result.statusCode)) throw new Error(`${bundle} answered ${result.statusCode}`);
  return result.milliseconds;
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
