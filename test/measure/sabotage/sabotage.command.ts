/**
 * `npm run measure -- sabotage`: defects planted one at a time in a copy of the project, and which proof notices each: first the tests
 * nearest to it, then the simulation, then all tests. A test that fails without a defect notices none. Ends with 1 where nothing
 * notices one, or where tests fail without any.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOptions, endWith, UsageError } from '../../../bin/command-line/options.ts';
import { copyProject } from '../../support/copy.ts';
import { report } from '../proof/report.ts';
import { defects } from './defects/all.ts';
import type { Defect } from './defects/planted.ts';
import { drawDefects } from './drawn.ts';
import { reasonFor } from './equivalent.ts';
import {
  askCompiler,
  askSimulation,
  askTests,
  type Failing,
  failingTests,
  type Notice,
  whilePlanted,
} from './notice.ts';

const command = 'npm run measure -- sabotage';

const { only, by, seconds, area, drawn, seed } = commandOptions({
  command,
  summary: 'Plants defects in a copy of the project, and tells which proof notices each.',
  options: {
    only: { type: 'string', value: 'TEXT', default: '', summary: 'only defects whose name or kind contains this' },
    drawn: {
      type: 'number',
      value: 'N',
      default: 0,
      summary: 'instead of the defects in the list, draws N small changes from the code',
    },
    seed: { type: 'number', value: 'N', default: 1, summary: 'decides which changes are drawn' },
    by: {
      type: 'string',
      value: 'own|tests|faults',
      default: '',
      summary: 'asks only the tests that stand nearest, only the tests, or only the simulation',
    },
    seconds: { type: 'number', value: 'N', default: 60, summary: 'how long the simulation plays' },
    area: {
      type: 'string',
      value: 'TEXT',
      default: '',
      summary: 'the simulation plays only areas whose name contains this',
    },
  },
});

const all = drawn > 0 ? (await drawDefects(drawn, seed)).map((defect) => ({ kind: 'drawn', ...defect })) : defects;
const planted = all.filter(({ name, kind }) => `${kind}: ${name}`.includes(only));
if (planted.length === 0) endWith(new UsageError(`No defect is named ${only}`), command);

/** What is drawn has to be noticed by the tests nearest to it, or by `npm test`. */
const projects = drawn > 0 ? { nearest: ['test', 'check', 'run'], all: ['test', 'run'] } : { nearest: [], all: [] };

/** How long tests may take without a defect. */
const hours = 2;

const startedAt = performance.now();
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'sabotage-'));
const copies = Array.from({ length: availableParallelism() }, (_, index) => copyProject(join(folder, String(index))));
const sound = copyProject(join(folder, 'sound'));

/** What fails without a defect, of the tests nearest to one. */
const nearest =
  by === 'faults'
    ? { tests: [], seconds: 0 }
    : await withoutDefect(
        planted.flatMap(({ tests }) => tests),
        projects.nearest,
      );
console.log(['Without a defect:', ...(nearest.tests.length > 0 ? nearest.tests : ['the tests pass'])].join('\n    '));

/** The same of all tests: they are asked once, when the first defect needs them. */
let everyTest: Promise<Failing> | undefined;
function allTests(): Promise<Failing> {
  everyTest ??= withoutDefect([], projects.all);
  return everyTest;
}

function withoutDefect(files: readonly string[], asked: readonly string[]): Promise<Failing> {
  return failingTests(sound, { files: [...new Set(files)], projects: asked, patience: hours * 3600 });
}

interface Noticer {
  who: string;
  /** The values of `--by` that ask it; without one all are asked. */
  askedBy: readonly string[];
  ask(copy: string, defect: Defect): Promise<Notice>;
}

const noticers: readonly Noticer[] = [
  ...(drawn > 0 ? [{ who: 'the compiler', askedBy: ['own', 'tests'], ask: askCompiler }] : []),
  {
    who: 'its own tests',
    askedBy: ['own', 'tests'],
    ask: (copy, { tests }) => askTests(copy, { files: tests, projects: projects.nearest }, nearest),
  },
  { who: 'the random player', askedBy: ['faults'], ask: (copy) => askSimulation(copy, seconds, area) },
  {
    who: 'only tests of something else',
    askedBy: ['tests'],
    ask: async (copy) => askTests(copy, { projects: projects.all }, await allTests()),
  },
];

/** Asks one after the other until something is noticed. */
async function notice(copy: string, defect: Defect): Promise<Notice & { who: string }> {
  let passed = 0;
  for (const { who, ask } of noticers.filter(({ askedBy }) => by === '' || askedBy.includes(by))) {
    const { by: noticed, seconds: taken } = await ask(copy, defect);
    passed += taken;
    if (noticed !== undefined) return { by: noticed, seconds: passed, who };
  }
  const reason = reasonFor(defect.name);
  return { by: reason, seconds: passed, who: reason === undefined ? 'NOTHING' : 'equivalent' };
}

const rows: [kind: string, name: string, who: string, by: string, seconds: number][] = [];
const left = [...planted];

async function work(copy: string): Promise<void> {
  for (let defect = left.shift(); defect; defect = left.shift()) {
    const { kind, name } = defect;
    const noticed = await whilePlanted(copy, defect, () => notice(copy, defect));
    rows.push([kind, name, noticed.who, noticed.by ?? '', Math.round(noticed.seconds)]);
    const said = `${noticed.who}${noticed.by === undefined ? '' : `: ${noticed.by}`}`;
    console.log(
      `${rows.length} of ${planted.length}  ${kind}: ${name}\n    ${said} (${Math.round(noticed.seconds)} s)`,
    );
  }
}
await Promise.all(copies.map(work));
const failing = [...nearest.tests, ...((await everyTest)?.tests ?? [])];
rmSync(folder, { recursive: true });

const noticedBy = (who: string): number => rows.filter(([, , each]) => each === who).length;
const share = (who: string): number => Math.round((1000 * noticedBy(who)) / planted.length) / 10;
await report({
  name: drawn > 0 ? 'drawn' : 'sabotage',
  command,
  seconds: (performance.now() - startedAt) / 1000,
  passed: failing.length === 0 && noticedBy('NOTHING') === 0,
  figures: {
    defects: planted.length,
    ...Object.fromEntries(noticers.map(({ who }) => [`noticed by ${who}`, noticedBy(who)])),
    unnoticed: noticedBy('NOTHING'),
    ...(drawn > 0 ? { 'unnoticed (%)': share('NOTHING'), 'equivalent (%)': share('equivalent') } : {}),
    'tests that fail without a defect, and do not count': new Set(failing).size,
  },
  details: [
    {
      title: 'Who noticed what',
      columns: ['Kind', 'Defect', 'Noticed by', 'Which', 'Seconds'],
      rows: rows.toSorted(),
    },
  ],
});
