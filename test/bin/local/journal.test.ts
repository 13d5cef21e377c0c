import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Journal } from '../../../bin/local/journal.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const fileIn = () => join(temporaryFolder(), 'kept/journal.jsonl');

test('what was added is read in its order, and what is kept alone replaces it', () => {
  const journal = new Journal<number>(fileIn());
  for (const line of [1, 2, 3]) journal.add(line);
  expect(journal.read()).toEqual([1, 2, 3]);

  journal.keepOnly([3]);
  journal.add(4);
  expect(journal.read()).toEqual([3, 4]);
});

test('a line that a machine went down in is not there, and spoils none that follows', () => {
  const file = fileIn();
  const journal = new Journal<object>(file);
  journal.add({ id: 1 });
  appendFileSync(file, '{"id":');

  expect(journal.read()).toEqual([{ id: 1 }]);
  journal.keepOnly(journal.read());
  journal.add({ id: 2 });
  expect(readFileSync(file, 'utf8')).toBe('{"id":1}\n{"id":2}\n');
});

test('without a file nothing is kept', () => {
  const journal = new Journal<number>(undefined);
  journal.add(1);
  expect(journal.read()).toEqual([]);
});
