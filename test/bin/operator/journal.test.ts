import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Journal } from '../../../bin/operator/files/journal.ts';
import { allOf } from '../../support/move-in/files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const kind = {
  ending: '.journal',
  head: z.object({ name: z.string() }),
  step: z.union([z.object({ step: z.int() }), z.object({ rule: z.string() })]),
};

const journal = new Journal(join(temporaryFolder(), 'cards.csv'), kind);

async function stepsIn(text: string): Promise<unknown[]> {
  writeFileSync(journal.name, text);
  return allOf(journal.steps());
}

test('a journal has the steps of each run, and none that a run left half written', async () => {
  await journal.begin({ name: 'once' });
  writeFileSync(journal.name, '{"step": 1', { flag: 'a' });
  await journal.add({ step: 2 });
  await journal.add({ step: 3 });
  await journal.close();

  expect(await journal.head()).toEqual({ name: 'once' });
  expect(await stepsIn(readFileSync(journal.name, 'utf8'))).toEqual([{ step: 2 }, { step: 3 }]);
});

test('only its owner can read a journal, and a new one replaces it', async () => {
  writeFileSync(journal.name, '{"name":"before"}\n{"step":1}\n');
  await journal.begin({ name: 'again' });

  expect(readFileSync(journal.name, 'utf8')).toBe('{"name":"again"}\n');
  expect(statSync(journal.name).mode & 0o777).toBe(0o600);
});

test('a step has one line with any text in it, and may be longer than a piece of the file', async () => {
  const steps = [{ rule: 'a\u2028b\r\nc' }, { rule: 'x'.repeat(200_000) }];

  expect(await stepsIn(['{"name":"once"}', ...steps.map((step) => JSON.stringify(step))].join('\n'))).toEqual(steps);
});

test('a journal that is removed, or never started, has neither a head nor steps', async () => {
  await journal.begin({ name: 'once' });
  await journal.remove();

  expect([journal.exists(), await journal.head(), await allOf(journal.steps())]).toEqual([false, undefined, []]);
});
