/**
 * `npm run measure -- sabotage`: defects planted one at a time in a copy of the project, and which proof notices each: first the tests
 * that stand nearest, then the simulation, then all tests. Ends with 1 where nothing notices one, or where the tests fail without any.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOptions, endWith, UsageError } from '../../../bin/command-line/options.ts';
import { copyProject } from '../../support/copy.ts';
import { onScratchEngines } from '../../support/scratch-engines.ts';
import { report } from '../proof/report.ts';
import { defects } from './defects/all.ts';
import type { Defect } from './defects/planted.ts';
import { askSimulation, askTests, type Notice, whilePlanted } from './notice.ts';

const command = 'npm run measure -- sabotage';

const { only, by, seconds } = commandOptions({
  command,
  summary: 'Plants defects in a copy of the project, and tells which proof notices each.',
  options: {
    only: { type: 'string', value: 'TEXT', default: '', summary: 'only defects whose name or kind contains this' },
    by: { type: 'string', value: 'tests|faults', default: '', summary: 'asks only the tests, or only the simulation' },
    seconds: { type: 'number', value: 'N', default: 60, summary: 'how long the simulation plays' },
  },
});

const planted = defects.filter(({ name, kind }) => `${kind}: ${name}`.includes(only));
if (planted.length === 0) endWith(new UsageError(`No defect is named ${only}`), command);

/** The tests alone, the simulation alone, or one after the other until something is noticed. */
async function notice(copy: string, { tests }: Defect): Promise<Notice> {
  const asked = [
    ...(by === 'faults' ? [] : [() => askTests(copy, tests)]),
    ...(by === 'tests' ? [] : [() => askSimulation(copy, seconds)]),
    ...(by === 'faults' ? [] : [() => askTests(copy)]),
  ];
  let passed = 0;
  for (const ask of asked) {
    const { by: noticed, seconds: taken } = await ask();
    passed += taken;
    if (noticed !== undefined) return { by: noticed, seconds: passed };
  }
  return { by: undefined, seconds: passed };
}

const startedAt = performance.now();
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'sabotage-'));
const rows: [string, string, string, number][] = [];
let soundness: Notice = { by: undefined, seconds: 0 };

await onScratchEngines(async () => {
  const copies = Array.from({ length: availableParallelism() }, (_, index) => copyProject(join(folder, String(index))));
  const [copy = ''] = copies;
  soundness = by === 'faults' ? soundness : await askTests(copy, [...new Set(planted.flatMap(({ tests }) => tests))]);
  console.log(soundness.by ? `Without a defect: ${soundness.by}` : 'Without a defect the tests pass');
  const left = [...planted];
  const work = async (own: string) => {
    for (let defect = left.shift(); defect; defect = left.shift()) {
      const { kind, name } = defect;
      const { by: noticed, seconds: taken } = await whilePlanted(own, defect, () => notice(own, defect));
      rows.push([kind, name, noticed ?? 'NOTHING', Math.round(taken)]);
      console.log(
        `${rows.length} of ${planted.length}  ${kind}: ${name}\n    ${noticed ?? 'NOTHING'} (${Math.round(taken)} s)`,
      );
    }
  };
  if (!soundness.by) await Promise.all(copies.map(work));
});
rmSync(folder, { recursive: true });

const unnoticed = rows.filter(([, , noticed]) => noticed === 'NOTHING').length;
await report({
  name: 'sabotage',
  command,
  seconds: (performance.now() - startedAt) / 1000,
  passed: soundness.by === undefined && unnoticed === 0,
  figures: { defects: planted.length, noticed: rows.length - unnoticed, unnoticed },
  details: [{ title: 'Who noticed what', columns: ['Kind', 'Defect', 'Noticed by', 'Seconds'], rows: rows.toSorted() }],
});
