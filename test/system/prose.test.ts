/** That people read plain English: every page, the help of every command, and the comments and test names of the code. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { markdownOf } from '../../bin/reference/page.ts';
import { pages } from '../../bin/reference/site.ts';
import { proseFaults, riddlesIn, seldomChosenIn } from './prose.ts';

const root = resolve(import.meta.dirname, '../..');

const files = ['README.md', 'lib/client/README.md', 'lib/client/CHANGELOG.md'];

const texts = [
  // The licence is quoted.
  ...pages()
    .filter(({ path }) => path !== 'project/licence')
    .map((page) => [page.path, markdownOf(page)] as const),
  ...files.map((file) => [file, readFileSync(resolve(root, file), 'utf8')] as const),
];

test.each(texts)('%s reads well', async (_, text) => {
  expect(await proseFaults(text)).toEqual([]);
});

/** What people read of a module: its comments, and the names of its tests. */
const saidIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /\/\*\*[\s\S]*?\*\/|(?<=^\s*)\/\/.*$|(?<=\b(?:test|describe)(?:\.\w+)*\(\s*)(['`])(?:(?!\1).)*\1/gm,
    ),
  ].map(([said]) => said.replaceAll(/\s*\n\s*\*?\s*/g, ' '));

const modules = execFileSync('git', ['ls-files', '*.ts'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const saidInModules = modules.map((file) => ({ file, said: saidIn(readFileSync(resolve(root, file), 'utf8')) }));

test('comments and names of tests have no word of our own where the field has one', () => {
  const found = saidInModules.flatMap(({ file, said }) => said.flatMap(riddlesIn).map((fault) => `${file}: ${fault}`));
  expect(modules.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

/** How often each word may occur. The goal is 0: lower a number with each word that goes. */
const ceilings = {
  pages: {
    told: 6,
    tell: 3,
    tells: 4,
    alone: 1,
    whose: 4,
    nobody: 4,
    'by itself': 2,
    'is none': 4,
    'left out:': 4,
  } as Record<string, number>,
  code: { told: 4, tell: 4, tells: 1, whoever: 1, whose: 1, nobody: 2, whatever: 1 } as Record<string, number>,
};

test('words that a native writer seldom chooses become fewer', () => {
  const counts = {
    pages: seldomChosenIn(texts.filter(([path]) => !/changelog/i.test(path)).map(([, text]) => text)),
    code: seldomChosenIn(saidInModules.flatMap(({ said }) => said)),
  };
  const above = (Object.keys(ceilings) as (keyof typeof ceilings)[]).flatMap((where) =>
    Object.entries(counts[where])
      .filter(([word, count]) => count > (ceilings[where][word] ?? 0))
      .map(([word, count]) => `${where}: "${word}" ${count} times, where ${ceilings[where][word] ?? 0} are allowed`),
  );
  expect(above).toEqual([]);
});

test.each([
  ['a riddle', 'What is held nobody else can spend.'],
  ['a riddle over two lines', 'The store is mended, whatever\ndies in between.'],
  ['a word that is there twice', 'This is is a page.'],
  ['the wrong article', 'Send an request.'],
  ['a word that means what a shorter one does', 'Utilize the key.'],
  [
    'a sentence that is hard to read',
    'Notwithstanding institutional considerations, administrators predominantly investigating contradictory authentication configurations necessarily communicate organizational incompatibilities.',
  ],
])('%s is noticed', async (_, text) => {
  expect(await proseFaults(text)).not.toEqual([]);
});
