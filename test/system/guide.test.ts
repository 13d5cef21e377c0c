/** The steps of adding a field, an endpoint, an event and a function, done as written in a copy of the project. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { copyProject, environmentOfCopy } from '../support/copy.ts';
import { type Block, blocksOf, doAsWritten } from '../support/guide.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'bin/reference/project/4-extend.md'), 'utf8');

const field = blocksOf(page, 'Add a field');
const endpoint = blocksOf(page, 'Add an endpoint');
const told = blocksOf(page, 'Add an event');
const invoked = blocksOf(page, 'Add a function');
const blocks = [...endpoint, ...told, ...invoked];
const paths = [...new Set(blocks.map(({ path }) => path))];
const isSimulated = ({ path }: Block): boolean => path.startsWith('test/stage/');

let copy: string;

beforeAll(() => {
  copy = copyProject(temporaryFolder());
});

/** Runs a program in the copy to its end: whether it ended well, and what it printed. */
async function runIn(cwd: string, ...program: string[]): Promise<{ ok: boolean; printed: string }> {
  const child = promisify(execFile)(process.execPath, program, {
    cwd,
    env: { ...environmentOfCopy(), NO_COLOR: '1' },
    maxBuffer: 2 ** 26,
  });
  return child.then(
    ({ stdout, stderr }) => ({ ok: true, printed: stdout + stderr }),
    ({ stdout, stderr }) => ({ ok: false, printed: stdout + stderr }),
  );
}

const run = (...program: string[]) => runIn(copy, ...program);

const vitestIn = (cwd: string, ...args: string[]) =>
  runIn(cwd, 'node_modules/vitest/vitest.mjs', 'run', '--config', '.vitest.config.ts', '--maxWorkers', '1', ...args);

const vitest = (...args: string[]) => vitestIn(copy, ...args);

const wellDone = { ok: true, printed: expect.any(String) };

test('they take as few files as they say', () => {
  const filesOf = (guide: readonly Block[]) => new Set(guide.map(({ path }) => path)).size;

  expect([field, endpoint, told, invoked].map(filesOf)).toEqual([1, 7, 2, 7]);
});

test('a place that is not there, or there twice, is refused', () => {
  const file = 'lib/resources/customer-addresses/operations.ts';
  const at = (place: string) => () => doAsWritten({ path: file, place, lines: ['// more'] }, copy);

  expect(at('after noSuchOperation')).toThrow('0 times');
  expect(at('in getCustomerAddress.noSuchKey')).toThrow('0 times');
});

test('a field is one line: it is taken, shown, described, kept, simulated, and null in what was stored before', async () => {
  const own = copyProject(temporaryFolder());
  for (const block of field) doAsWritten(block, own);
  expect(field).toHaveLength(1);

  const files = [
    'test/contract/older-items.test.ts',
    'test/contract/words.test.ts',
    'test/contract/exactly-once.test.ts',
    'test/stage/random/faults.test.ts',
    'test/system/examples.test.ts',
    'test/system/documents.test.ts',
  ];
  const titles = ['customer-address', 'is described', 'valid OpenAPI', ' customer addresses$'];
  const report = join(own, 'report.json');
  const { printed } = await vitestIn(own, ...files, '-t', titles.join('|'), '--reporter=json', '--outputFile', report);

  expect(resultsIn(report, own), printed).toEqual(Object.fromEntries(files.map((file) => [file, 'passed'])));
});

test('without its step the simulation names the file to write', async () => {
  for (const block of blocks.filter((each) => !isSimulated(each))) doAsWritten(block, copy);
  const { ok, printed } = await vitest('test/stage/random/faults.test.ts', '-t', 'plays every function');

  expect(ok).toBe(false);
  expect(printed).toContain('give it a step in test/stage/steps/customer-addresses.ts');
  expect(printed).toContain('give it a step in test/stage/steps/<noun>.ts');
});

test('what they write has the types and the form of the rest', async () => {
  for (const block of blocks.filter(isSimulated)) doAsWritten(block, copy);
  await run('node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...paths);
  writeFileSync(join(copy, 'tsconfig.guide.json'), JSON.stringify({ extends: './tsconfig.json', include: paths }));

  expect(await run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.guide.json')).toEqual(wellDone);
  expect(await run('node_modules/@biomejs/biome/bin/biome', 'check', ...paths)).toEqual(wellDone);
});

test('their own tests, those over all operations, the simulation and the README hold for them', async () => {
  expect(await run('test/measure/proof/readme.command.ts')).toEqual(wellDone);
  const own = paths.filter((path) => path.endsWith('.test.ts'));
  const overAll = ['authorisation', 'budgets', 'exactly-once', 'hostile-input', 'secrets', 'words'];
  const files = [
    ...own,
    ...overAll.map((name) => `test/contract/${name}.test.ts`),
    'test/system/documents.test.ts',
    'test/lib/client/lists.test.ts',
    'test/stage/random/faults.test.ts',
    'test/system/readme.test.ts',
    'test/system/examples.test.ts',
  ];
  const played = ['plays every function', ' customer addresses$', ' stores and API keys$'];
  const titles = [
    'get-address-label',
    'valid OpenAPI',
    'is described',
    'every operation of the contract is one method',
    'as its example says',
    'says what it does',
    ...played,
    ...own.flatMap(titlesOf),
  ];

  const report = join(copy, 'report.json');
  const { printed } = await vitest(...files, '-t', titles.join('|'), '--reporter=json', '--outputFile', report);

  expect(resultsIn(report), printed).toEqual(Object.fromEntries(files.map((file) => [file, 'passed'])));
});

/** The titles of a file's tests, as a pattern. */
const titlesOf = (path: string): string[] =>
  [...readFileSync(join(copy, path), 'utf8').matchAll(/^test\('(.*?)'/gm)].map(([, title = '']) =>
    title.replaceAll(/[^\w ]/g, '.'),
  );

interface Report {
  testResults: { name: string; assertionResults: { status: 'passed' | 'failed' | 'skipped'; fullName: string }[] }[];
}

/** For each file `passed`, where some of its tests did and none failed; otherwise the tests that failed. */
function resultsIn(report: string, folder = copy): Record<string, string> {
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
  return Object.fromEntries(
    testResults.map(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
      const some = assertionResults.some(({ status }) => status === 'passed') ? 'passed' : 'none';
      return [relative(folder, name), failed.length > 0 ? failed.join('; ') : some];
    }),
  );
}
