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

/** By one worker: a second one would load all modules again. */
const vitest = (...args: string[]) =>
  run('node', 'node_modules/vitest/vitest.mjs', 'run', '--config', '.vitest.config.ts', '--maxWorkers', '1', ...args);

/** Nouns of which more is changed than their events. */
const changed = new Set(paths.map((path) => /^lib\/resources\/([\w-]+)\/(?!events)/.exec(path)?.[1]));

/** Modules that know no noun, or only those that are there. */
const unaware =
  /^test\/(?:lib\/(?:client\/(?!functions|lists|storefront)|delivery|gateway|mail|objects|once|queue|runtime|table|wire|work)|bin\/(?:command-line|console|local|operator\/move-in))\//;

/**
 * The tests that can notice what is added: all that read a list of nouns, operations, functions or events. It excludes the tests of unchanged
 * nouns, of unaware modules, and of `npm run check`.
 */
function affectedTests(): string[] {
  const ofOther = (path: string): boolean => {
    const noun = /^test\/resources\/([\w-]+)\//.exec(path)?.[1];
    return noun !== undefined && !changed.has(noun);
  };
  const isLeft = (path: string): boolean =>
    /^test\/(?:node_modules|measure|stage|system|background)\/|\/reached\.test\.ts$/.test(path) ||
    unaware.test(path) ||
    ofOther(path);
  return globSync('test/**/*.test.ts', { cwd: copy }).filter((path) => paths.includes(path) || !isLeft(path));
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

/** What `reached.test.ts` asks of all functions, asked of those that the guides add. */
const everyAddedGrantIsUsed = `
import { expect, test } from 'vitest';
import { usableGrants } from '../support/aws/permissions.ts';
import { leftBehind } from '../support/run-artifacts.ts';

test('every grant of an added function is used', () => {
  const added = ${JSON.stringify(paths.flatMap((path) => /^functions\/.*?([\w-]+)\.ts$/.exec(path)?.[1] ?? []))};
  const used = leftBehind('used grants');
  const grants = usableGrants().filter((grant) => added.includes(grant.split(' ')[0] ?? ''));

  expect(grants.length).toBeGreaterThanOrEqual(added.length);
  expect(grants.filter((grant) => !used.has(grant))).toEqual([]);
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
  writeFileSync(join(copy, 'test/run/added.test.ts'), everyAddedGrantIsUsed);
  expect(await run('npx', 'biome', 'check', '--write', ...paths)).toEqual(wellDone);
  expect(await run('node', 'test/measure/proof/readme.command.ts')).toEqual(wellDone);
  expect(await run('npx', 'tsc', '-p', '.', '--singleThreaded')).toEqual(wellDone);

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

test('the documents, the examples, the README and the simulation hold for all that is added', async () => {
  const stage = ['stage/random/faults', 'stage/every-order/interleavings'];
  const files = ['system/documents', 'system/examples', 'system/readme', ...stage].map(
    (name) => `test/${name}.test.ts`,
  );
  const played = [
    'plays every function',
    'every function has a command',
    ' customer addresses$',
    ' stores and API keys$',
    ' customer notes$',
  ];
  const names = namesIn(copy, (noun) => changed.has(noun));
  const titles = [
    'valid OpenAPI',
    `(?:${names.join('|')}) answers as its example says`,
    'says what it does',
    ...played,
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
