import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { defects } from './defects/all.ts';
import { askTests, failingTests, whilePlanted } from './notice.ts';

const root = resolve(import.meta.dirname, '../../..');

test('there are at least 40 defects, each another one', () => {
  expect(defects.length).toBeGreaterThanOrEqual(40);
  expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
});

test.each(defects)(
  '$name: its file has what it changes exactly once, and its tests exist',
  ({ file, from, to, tests }) => {
    const parts = readFileSync(resolve(root, file), 'utf8').split(from);

    expect(parts).toHaveLength(2);
    expect(to).not.toBe(from);
    expect(tests.filter((each) => !existsSync(resolve(root, each)))).toEqual([]);
  },
);

test('a test that fails without a defect notices none, whichever tests are asked', async () => {
  const copy = temporaryFolder();
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const write = (file: string, text: string) => writeFileSync(join(copy, file), text);
  const holds = (claim: string) => `import { expect, test } from 'vitest'; import { double } from './double.ts';
    test('holds', () => expect(${claim}).toBe(true));`;
  write('.vitest.config.ts', 'export default {}');
  write('double.ts', 'export const double = (of) => of * 2;');
  write('blind.test.ts', holds('double(2) === 4'));
  write('keen.test.ts', holds('double(3) === 6'));
  write('red.test.ts', holds('double(3) === 7'));
  const defect = (to: string) => ({ name: to, file: 'double.ts', from: '* 2', to, tests: [] });
  const notices = (to: string, files: string[] = []) =>
    whilePlanted(copy, defect(to), async () => askTests(copy, { files }, await without)).then(({ by }) => by);
  const without = failingTests(copy);

  expect((await without).tests).toEqual([expect.stringContaining('red.test.ts')]);
  expect(await notices('* 2 * 1')).toBeUndefined();
  expect(await notices('** 2')).toContain('keen.test.ts');
  expect(await notices('** 2', ['blind.test.ts', 'red.test.ts'])).toBeUndefined();
});
