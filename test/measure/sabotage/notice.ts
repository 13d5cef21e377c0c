/** Which proof notices what is planted in a copy of the project, and after how long. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environmentOfCopy } from '../../support/copy.ts';
import type { Defect } from './defects/planted.ts';

export interface Notice {
  /** The test or the seed, with what it said; undefined where nothing has noticed anything. */
  by: string | undefined;
  seconds: number;
}

/** Does some work while a defect stands in a copy. */
export async function whilePlanted<T>(copy: string, { file, from, to }: Defect, work: () => Promise<T>): Promise<T> {
  const path = join(copy, file);
  const sound = readFileSync(path, 'utf8');
  const parts = sound.split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times what is to be changed: ${from}`);
  writeFileSync(path, parts.join(to));
  try {
    return await work();
  } finally {
    writeFileSync(path, sound);
  }
}

/** After so long a program that does not end has noticed something. */
const patienceMilliseconds = 600_000;

/** Runs a program in the copy: whether it ended well, and what it printed. */
async function run(copy: string, ...program: string[]): Promise<{ ok: boolean; printed: string }> {
  const env = { ...environmentOfCopy(), NO_COLOR: '1' };
  const options = { cwd: copy, env, maxBuffer: 2 ** 28, timeout: patienceMilliseconds, killSignal: 'SIGKILL' } as const;
  return promisify(execFile)(process.execPath, program, options).then(
    ({ stdout, stderr }) => ({ ok: true, printed: stdout + stderr }),
    ({ stdout = '', stderr = '', killed }) => ({
      ok: false,
      printed: `${killed ? 'does not end' : ''}${stdout}${stderr}`,
    }),
  );
}

async function timed(work: () => Promise<string | undefined>): Promise<Notice> {
  const startedAt = performance.now();
  const by = await work();
  return { by, seconds: (performance.now() - startedAt) / 1000 };
}

/** Tests that would notice a defect by how the code looks: where it is planted, or that a name is not used any more. */
const notOfWhatItDoes = ['test/measure/sabotage/**', 'test/system/guide.test.ts'];

/** What holds for every run, of however few tests. */
const ofEveryRun = 'test/run/unconditional-writes.test.ts';

/** What the tests of some files, or of all, notice first. */
export const askTests = (copy: string, files: readonly string[] = []): Promise<Notice> =>
  timed(async () => {
    const vitest = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      '.vitest.config.ts',
      ...notOfWhatItDoes.flatMap((file) => ['--exclude', file]),
    ];
    const { ok, printed } = await run(
      copy,
      ...vitest,
      '--bail',
      '1',
      ...files,
      ...(files.length > 0 ? [ofEveryRun] : []),
    );
    return ok ? undefined : firstMatch(printed, /^ ?FAIL {1,2}(.+)$/m);
  });

/** What the simulation notices first. */
export const askSimulation = (copy: string, seconds: number): Promise<Notice> =>
  timed(async () => {
    const faults = [
      'test/stage/random/faults.command.ts',
      '--runs',
      '1000000',
      '--seconds',
      String(seconds),
      '--least',
      '1',
    ];
    const { ok, printed } = await run(copy, ...faults);
    return ok ? undefined : firstMatch(printed, /^(Seed \d+: .+)$/m);
  });

const firstMatch = (printed: string, pattern: RegExp): string =>
  pattern.exec(printed)?.[1] ?? `ended badly: ${printed.trim().split('\n').slice(-3).join(' ').slice(0, 300)}`;
