import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as journals from '../../../bin/operator/journal.ts';
import { allOf } from '../../support/move-in/files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const file = join(temporaryFolder(), 'cards.csv.journal');

async function stepsIn(text: string): Promise<unknown[]> {
  writeFileSync(file, text);
  return (await allOf(journals.readLines(file))).filter((line) => line !== undefined);
}

test('a journal has the steps of each run, and none that a run left half written', async () => {
  await journals.begin(file, { begun: 'once' });
  writeFileSync(file, '{"step": 1', { flag: 'a' });
  const { add, close } = await journals.resume(file);
  await add({ step: 2 });
  await close();

  expect(await journals.headOf(file)).toEqual({ begun: 'once' });
  expect(await stepsIn(readFileSync(file, 'utf8'))).toEqual([{ begun: 'once' }, { step: 2 }]);
});

test('only its owner can read a journal, and a new one replaces it', async () => {
  writeFileSync(file, '{"begun":"before"}\n{"step":1}\n');
  await journals.begin(file, { begun: 'again' });

  expect(readFileSync(file, 'utf8')).toBe('{"begun":"again"}\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a step has one line whatever its texts hold, and may be longer than a piece of the file', async () => {
  const steps = [{ rule: 'a\u2028b\r\nc' }, { rule: 'x'.repeat(200_000) }];

  expect(await stepsIn(steps.map((step) => JSON.stringify(step)).join('\n'))).toEqual(steps);
});

test('there are no steps where there is no file', async () => {
  expect(await allOf(journals.readLines(`${file}.none`))).toEqual([]);
  expect(await journals.headOf(`${file}.none`)).toBeUndefined();
});
