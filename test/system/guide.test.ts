/** The steps of adding a field, an endpoint, an event, a function and a noun, done as written in a copy of the project. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { copyProject, environmentOfCopy } from '../support/copy.ts';
import { type Block, blocksOf, doAsWritten } from '../support/guide.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'bin/reference/project/4-extend.md'), 'utf8');

const guides = ['Add a field', 'Add an endpoint', 'Add an event', 'Add a function', 'Add a noun'].map((heading) =>
  blocksOf(page, heading),
);
const blocks = guides.flat();
const paths = [...new Set(blocks.map(({ path }) => path))];
const isSimulated = ({ path }: Block): boolean => /^test\/(requests|models)\//.test(path);

let copy: string;

beforeAll(() => {
  copy = copyProject(temporaryFolder());
});

/** Runs a program in the copy to its end: whether it ended well, and what it printed. */
async function run(program: string, ...args: string[]): Promise<{ ok: boolean; printed: string }> {
  const child = promisify(execFile)(program, args, {
    cwd: copy,
    env: { ...environmentOfCopy(), NO_COLOR: '1' },
    maxBuffer: 2 ** 26,
  });
  return child.then(
    ({ stdout, stderr }) => ({ ok: true, printed: stdout + stderr }),
    ({ stdout, stderr }) => ({ ok: false, printed: stdout + stderr }),
  );
}

/** The program of a package, started without npx, which takes longer than some of them. */
const installed = (name: string): string => join(root, 'node_modules/.bin', name);

/** By one worker: a second one would load all modules again. */
const vitest = (...args: string[]) =>
  run('node', 'node_modules/vitest/vitest.mjs', 'run', '--config', '.vitest.config.ts', '--maxWorkers', '1', ...args);

/** Nouns of which the guides change or add a file with such a path. */
const nounsWith = (file: RegExp) => new Set(paths.filter((path) => file.test(path)).map((path) => path.split('/')[2]));

const changed = nounsWith(/^lib\/resources\/.*\/fields\.ts$/);

/** Nouns of which more is changed than their events. */
const touched = nounsWith(/^lib\/resources\/.*\/(?!events)/);

/** What a test file says if it reads everything there is: all nouns, all events, all files. */
const readsAll =
  /(?:resources\/(?:nouns|events|function-files)|requests\/all|openapi\/document|reference\/site|operator\/commands|support\/imports)\.ts'|globSync/;

/** Tests that import such a list, and take from it only what is there. */
const unaware = /^test\/(?:lib\/(?:wire\/|client\/storefront)|bin\/contract-changes|infra\/reference)/;

/**
 * The tests of `npm test` that can notice what is added: those that the guides write, those of nouns with changed fields, those that
 * read everything, and those that follow any part of a run.
 */
function affectedTests(): string[] {
  const isAffected = (path: string): boolean => {
    const noun = /^test\/resources\/([\w-]+)\//.exec(path)?.[1];
    return noun === undefined
      ? !unaware.test(path) && readsAll.test(readFileSync(join(copy, path), 'utf8'))
      : changed.has(noun);
  };
  const written = paths.filter((path) => path.endsWith('.test.ts'));
  const others = globSync('test/{*,{bin,contract,infra,lib,releases,resources}/**/*}.test.ts', { cwd: copy }).filter(
    isAffected,
  );
  return [
    ...new Set([...written, ...others, 'test/lib/events/events-of.test.ts', 'test/run/every-part.test.ts', ofGrants]),
  ];
}

/** Names of the operations and functions of some nouns. */
const namesIn = (folder: string, isMeant: (noun: string | undefined) => boolean): string[] =>
  globSync('lib/resources/*/{operations,functions}.ts', { cwd: folder })
    .filter((file) => isMeant(file.split('/')[2]))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}name: '([\w-]+)'/gm)])
    .map(([, name = '']) => name);

/** A pattern of test names that excludes rows for the operations and functions of unchanged nouns: the guides change none of these rows. */
function namesOfAffected(): string {
  const others = namesIn(root, (noun) => !changed.has(noun)).filter((name) => name.includes('-'));
  // It counts what all rows have changed.
  const overRows = 'many items are changed that carry them';
  return `^(?!.*(?<![\\w-])(?:${[...others, overRows].join('|')})(?![\\w-]))`;
}

const ofGrants = 'test/run/added.test.ts';

/** Names of the functions that the guides add. */
const added = paths.flatMap((path) => /^functions\/.*?([\w-]+)\.ts$/.exec(path)?.[1] ?? []);

/** What `reached.test.ts` asks of all functions, asked of those that are added. */
const everyAddedGrantIsUsed = `
import { expect, test } from 'vitest';
import { usableGrants } from '../support/aws/permissions.ts';
import { leftBehind } from '../support/run-artifacts.ts';

test('every grant of an added function is used', () => {
  const added = ${JSON.stringify(added)};
  const used = leftBehind('used grants');
  const grants = usableGrants().filter((grant) => added.includes(grant.split(' ')[0] ?? ''));

  expect(grants.length).toBeGreaterThanOrEqual(added.length);
  expect(grants.filter((grant) => !used.has(grant))).toEqual([]);
});
`;

/**
 * What `faults.test.ts` asks of each area on a store of its own, asked of the areas with added rows on one store. There are two runs, because a
 * row may be played once in a run, and then have no answer.
 */
const everyAddedRowIsPlayed = `
import { expect, test } from 'vitest';
import { areas } from '../../requests/all.ts';
import { simulate } from './simulation.ts';

test.each([2, 3])('clients of all areas with added rows get the truth with seed %i', async (seed) => {
  const added = ${JSON.stringify(added)};
  const among = areas.filter(({ asks }) => asks.some((name) => added.includes(name)));
  const { violation, run } = await simulate(seed, { among, together: true, withEvents: true });

  expect(violation?.message).toBeUndefined();
  expect(among.flatMap(({ asks }) => asks).filter((name) => !run.functions.has(name))).toEqual([]);
});
`;

const wellDone = { ok: true, printed: expect.any(String) };

test('they take as few files as they say', () => {
  const filesOf = (guide: readonly Block[]) => new Set(guide.map(({ path }) => path)).size;

  expect(guides.map(filesOf)).toEqual([1, 5, 3, 6, 11]);
});

test('a noun takes at most 150 lines besides imports and blank lines', () => {
  const lines = blocksOf(page, 'Add a noun').flatMap((block) => block.lines);

  expect(lines.filter((line) => line !== '' && !line.startsWith('import ')).length).toBeLessThanOrEqual(150);
});

test('a place that is not there, or there twice, is refused', () => {
  const file = 'lib/resources/customer-addresses/operations.ts';
  const at = (place: string) => () => doAsWritten({ path: file, place, lines: ['// more'] }, copy);

  expect(at('after noSuchOperation')).toThrow('0 times');
  expect(at('in getCustomerAddress.noSuchKey')).toThrow('0 times');
});

test('without its row the simulation names the file to write', async () => {
  for (const block of blocks.filter((each) => !isSimulated(each))) doAsWritten(block, copy);
  const { ok, printed } = await vitest(
    ...['test/stage/random/faults.test.ts', 'test/stage/every-order/interleavings.test.ts'],
    ...['-t', 'plays every function|every function has a command'],
  );

  expect(ok).toBe(false);
  expect(printed).toContain('give it a row in test/requests/customer-addresses.ts');
  expect(printed).toContain('give it a row in test/requests/customer-notes.ts');
  expect(printed).toContain('give it a row in test/requests/<noun>.ts');
  expect(printed).toContain('give it an entry in `commands` of test/requests/<noun>.ts');
});

test('the checks of `npm test` that can notice what is added pass', async () => {
  for (const block of blocks.filter(isSimulated)) doAsWritten(block, copy);
  writeFileSync(join(copy, ofGrants), everyAddedGrantIsUsed);
  expect(await run(installed('biome'), 'check', '--write', ...paths)).toEqual(wellDone);
  expect(await run('node', 'test/measure/proof/readme.command.ts')).toEqual(wellDone);
  const readme = readFileSync(join(copy, 'README.md'), 'utf8');
  expect(added.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  expect(await run(installed('tsc'), '-p', '.', '--singleThreaded')).toEqual(wellDone);

  const { ok, printed } = await vitest(
    '--project',
    'test',
    '--project',
    'run',
    '--tags-filter',
    '!long',
    ...affectedTests(),
    '-t',
    namesOfAffected(),
  );
  expect(ok, printed.slice(-20_000)).toBe(true);
});

test('the documents, the examples and the simulation hold for all that is added', async () => {
  writeFileSync(join(copy, 'test/stage/random/added.test.ts'), everyAddedRowIsPlayed);
  const stage = ['stage/random/faults', 'stage/every-order/interleavings'];
  const files = ['system/documents', 'system/examples', ...stage, 'stage/random/added'].map(
    (name) => `test/${name}.test.ts`,
  );
  const names = namesIn(copy, (noun) => touched.has(noun));
  const titles = [
    'valid OpenAPI',
    `(?:${names.join('|')}) answers as its example says`,
    'plays every function',
    'every function has a command',
    'areas with added rows',
  ];

  const report = join(copy, 'report.json');
  const { printed } = await vitest(...files, '-t', titles.join('|'), '--reporter=json', '--outputFile', report);

  expect(resultsIn(report), printed).toEqual(Object.fromEntries(files.map((file) => [file, 'passed'])));
});

interface Report {
  testResults: { name: string; assertionResults: { status: 'passed' | 'failed' | 'skipped'; fullName: string }[] }[];
}

/** For each file `passed`, where some of its tests did and none failed; otherwise the tests that failed. */
function resultsIn(report: string): Record<string, string> {
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
  return Object.fromEntries(
    testResults.map(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
      const some = assertionResults.some(({ status }) => status === 'passed') ? 'passed' : 'none';
      return [relative(copy, name), failed.length > 0 ? failed.join('; ') : some];
    }),
  );
}
