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

/** How often each word may occur: 0, but in the messages of released errors. */
const ceilings: Record<'pages' | 'code', Record<string, number>> = {
  // `mail` is a name that `expand` of gift cards accepts, and a refusal lists it.
  pages: { nobody: 1, 'is none': 2, mail: 3 },
  code: { nobody: 1, 'is none': 2 },
};

test('words that a native writer seldom chooses are only in messages of released errors', () => {
  const counts = {
    pages: seldomChosenIn(pagesRead.filter(({ of }) => !/changelog/i.test(of)).map(({ text }) => text)),
    code: seldomChosenIn(filesRead.flatMap(({ comments, titles, texts }) => [...comments, ...titles, ...texts])),
  };
  const others = (['pages', 'code'] as const).flatMap((where) =>
    Object.entries(counts[where])
      .filter(([word, count]) => count !== (ceilings[where][word] ?? 0))
      .map(([word, count]) => `${where}: "${word}" ${count} times, not ${ceilings[where][word] ?? 0}`),
  );
  expect(others).toEqual([]);
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
