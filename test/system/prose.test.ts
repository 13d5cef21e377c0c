/** That people read plain English: every page, the help of every command, and the comments and test names of the code. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { markdownOf } from '../../bin/reference/page.ts';
import { pages } from '../../bin/reference/site.ts';
import { proseFaults, riddlesIn } from './prose.ts';

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

test('comments and names of tests have no word of our own where the field has one', () => {
  const modules = execFileSync('git', ['ls-files', '*.ts'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const found = modules.flatMap((file) =>
    saidIn(readFileSync(resolve(root, file), 'utf8')).flatMap((said) =>
      riddlesIn(said).map((fault) => `${file}: ${fault}`),
    ),
  );
  expect(modules.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
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
