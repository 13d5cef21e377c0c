/** Which proof notices what is planted in a copy of the project, and after how long. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environmentOfCopy } from '../../support/copy.ts';
import type { Defect } from './defects/planted.ts';

export interface Notice {
  /** The test or the seed, with what it said; undefined if nothing has noticed anything. */
  by: string | undefined;
  seconds: number;
}

/** Does some work while a defect is in a copy. */
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
const patienceSeconds = 600;

/** How a command ends that was asked wrongly: it has noticed nothing. */
const wrongOptions = 2;

/** Runs a program in the copy, on engines of its own: whether it ended well, and what it printed. */
async function run(
  copy: string,
  patience: number,
  ...program: string[]
): Promise<{ ok: boolean; printed: string; seconds: number }> {
  const env = { ...environmentOfCopy(), NO_COLOR: '1' };
  const options = {
    cwd: copy,
    env,
    maxBuffer: 2 ** 28,
    timeout: Math.round(patience * 1000),
    killSignal: 'SIGKILL',
  } as const;
  const startedAt = performance.now();
  const ended = await promisify(execFile)(process.execPath, program, options).then(
    ({ stdout, stderr }) => ({ ok: true, printed: stdout + stderr }),
    ({ code, stdout = '', stderr = '', killed }) => {
      if (code === wrongOptions) throw new Error(`${program.join(' ')}: ${stderr}`);
      return { ok: false, printed: `${stdout}${stderr}${killed ? '\ndoes not end' : ''}` };
    },
  );
  return { ...ended, seconds: (performance.now() - startedAt) / 1000 };
}

/** Tests that would notice a defect by how the code looks: where it is planted, or that a name is not used any more. */
const notOfWhatItDoes = ['test/measure/sabotage/**', 'test/system/guide.test.ts'];

/** What holds for every run, of however few tests. */
const ofEveryRun = 'test/run/every-part.test.ts';

export interface Failing {
  /** Names of tests, and how a run ended that failed without any. */
  tests: readonly string[];
  seconds: number;
}

interface Asked {
  /** All tests if omitted. */
  files?: readonly string[];
  /** Of the tests' configuration; all if omitted. */
  projects?: readonly string[];
  /** Whether the run ends with the first test that fails. */
  untilFirst?: boolean;
  patience?: number;
}

/** The tests that fail in a copy. */
export async function failingTests(
  copy: string,
  { files = [], projects = [], untilFirst = false, patience = patienceSeconds }: Asked = {},
): Promise<Failing> {
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    '.vitest.config.ts',
    `--bail=${Number(untilFirst)}`,
  ];
  const left = notOfWhatItDoes.flatMap((file) => ['--exclude', file]);
  const asked = [
    ...projects.flatMap((project) => ['--project', project]),
    ...(files.length > 0 ? [...files, ofEveryRun] : []),
  ];
  const { ok, printed, seconds } = await run(copy, patience, ...vitest, ...left, ...asked);
  const named = [...printed.matchAll(/^ ?FAIL {1,2}(.+)$/gm)].map(([, name = '']) => name);
  return { tests: ok ? [] : named.length > 0 ? [...new Set(named)] : [endedBadly(printed)], seconds };
}

/**
 * Which test of some files, or of all, notices what is planted in a copy. What failed without a defect has noticed nothing, and a run is
 * given three times as long as the one without.
 */
export async function askTests(
  copy: string,
  asked: Pick<Asked, 'files' | 'projects'>,
  without: Failing,
): Promise<Notice> {
  const { tests, seconds } = await failingTests(copy, {
    ...asked,
    // With a higher --bail, Vitest may end the run before it has named the last test that failed.
    untilFirst: without.tests.length === 0,
    patience: Math.max(patienceSeconds, 3 * without.seconds),
  });
  const known = new Set(without.tests.map(nameOf));
  return { by: tests.find((test) => !known.has(nameOf(test))), seconds };
}

/** What the compiler notices. */
export async function askCompiler(copy: string): Promise<Notice> {
  const incremental = ['--incremental', '--tsBuildInfoFile', join(copy, '.build/types')];
  const compiler = ['node_modules/typescript/bin/tsc', '-p', '.', ...incremental];
  const { ok, printed, seconds } = await run(copy, patienceSeconds, ...compiler);
  return { by: ok ? undefined : printed.split('\n')[0], seconds };
}

/** What the simulation notices first. It plays only areas with `area` in their name. */
export async function askSimulation(copy: string, length: number, area: string): Promise<Notice> {
  const endless = ['--runs', '1000000', '--seconds', String(length), '--least', '1', '--until-violation'];
  const ofArea = area === '' ? [] : ['--area', area];
  const player = ['test/stage/random/faults.command.ts', ...endless, ...ofArea];
  const { ok, printed, seconds } = await run(copy, patienceSeconds, ...player);
  return { by: ok ? undefined : (/^(Seed \d+: .+)$/m.exec(printed)?.[1] ?? endedBadly(printed)), seconds };
}

/** How a run ended is said in other words each time. */
const nameOf = (test: string): string => (test.startsWith('ended badly') ? 'ended badly' : test);

const endedBadly = (printed: string): string =>
  `ended badly: ${printed.trim().split('\n').slice(-3).join(' ').slice(0, 300)}`;
