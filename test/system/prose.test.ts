/** That people read plain English: every page, the help of every command, and the comments and test names of the code. */
import { expect, test } from 'vitest';
import { proseFaults, riddlesIn, seldomChosenIn } from './prose.ts';
import { filesRead, pagesRead } from './texts.ts';

test.each(pagesRead.map(({ of, text }) => [of, text]))('%s reads well', async (_, text) => {
  expect(await proseFaults(text)).toEqual([]);
});

const saidInModules = filesRead.map(({ file, comments, titles }) => ({ file, said: [...comments, ...titles] }));

test('comments and names of tests have no word of our own where the field has one', () => {
  const found = saidInModules.flatMap(({ file, said }) => said.flatMap(riddlesIn).map((fault) => `${file}: ${fault}`));
  expect(saidInModules.length).toBeGreaterThan(500);
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
    pages: seldomChosenIn(pagesRead.filter(({ of }) => !/changelog/i.test(of)).map(({ text }) => text)),
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
