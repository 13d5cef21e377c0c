import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptUntilChanged } from '../../../bin/reference/kept-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A project of a file and of a folder with one, and what has been made of it. */
function project() {
  const root = temporaryFolder();
  mkdirSync(join(root, 'lib/deep'), { recursive: true });
  writeFileSync(join(root, 'lib/deep/code.ts'), 'one');
  writeFileSync(join(root, 'package.json'), '{}');
  const kept = { root, sources: ['lib', 'package.json'], folder: join(root, '.build/pages') };
  let times = 0;
  return {
    ...kept,
    async made() {
      times = 0;
      const files = await keptUntilChanged(kept, async () => {
        times += 1;
        return new Map([['index.html', { body: Buffer.from('page') }]]);
      });
      expect(Buffer.from(files.get('index.html')?.body ?? []).toString()).toBe('page');
      return times;
    },
  };
}

test('files are made once while nothing changes, and one copy of them is kept', async () => {
  const { root, folder, made } = project();

  expect([await made(), await made()]).toEqual([1, 0]);
  writeFileSync(join(root, 'package.json'), '{ }');
  expect([await made(), await made()]).toEqual([1, 0]);
  expect(readdirSync(folder)).toHaveLength(1);
});

test.each<[string, (root: string) => void]>([
  ['has another size', (root) => writeFileSync(join(root, 'lib/deep/code.ts'), 'three')],
  ['was written at another time', (root) => utimesSync(join(root, 'lib/deep/code.ts'), 1, 1)],
  ['is new', (root) => writeFileSync(join(root, 'lib/more.ts'), '')],
  ['is gone', (root) => rmSync(join(root, 'lib/deep/code.ts'))],
])('files are made again if a source %s', async (_, change) => {
  const { root, made } = project();
  await made();
  change(root);

  expect(await made()).toBe(1);
});

test('files are made each time if they cannot be kept, or cannot be read', async () => {
  const { folder, root, made } = project();
  writeFileSync(join(root, '.build'), 'no folder');
  expect([await made(), await made()]).toEqual([1, 1]);

  rmSync(join(root, '.build'));
  await made();
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, name), 'broken');
  expect([await made(), await made()]).toEqual([1, 0]);
});
