import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openUpload } from '../../../bin/mcp/files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let outside: string;
let folder: string;

beforeEach(() => {
  outside = temporaryFolder();
  folder = join(outside, 'files');
  mkdirSync(join(folder, 'inside'), { recursive: true });
  writeFileSync(join(folder, 'photo.png'), 'photo');
  writeFileSync(join(folder, 'inside/book.pdf'), 'book');
  writeFileSync(join(outside, 'id_rsa'), 'secret');
  writeFileSync(join(outside, 'files-of-others'), 'secret');
});

const open = (path: string, maximumBytes = 100) => openUpload(folder, path, maximumBytes);

test.each([
  ['by its name', 'photo.png', 'photo.png', 'photo'],
  ['in a folder inside', 'inside/book.pdf', 'book.pdf', 'book'],
])('a file %s is opened', async (_, path, fileName, content) => {
  const opened = await open(path);

  expect([opened.fileName, await opened.file.text()]).toEqual([fileName, content]);
});

test('a file by its whole path is opened', async () => {
  expect(await (await open(join(folder, 'photo.png'))).file.text()).toBe('photo');
});

describe('a path that leads out of the folder', () => {
  test.each([
    ['up', '../id_rsa'],
    ['to a folder with a similar name', '../files-of-others'],
    ['to the folder itself', '.'],
    ['to a missing file', 'missing.png'],
  ])('%s is refused with the same message', async (_, path) => {
    await expect(open(path)).rejects.toThrow(/^file_path is not a file in \S+\/files$/);
  });

  test('by a link is refused', async () => {
    symlinkSync(join(outside, 'id_rsa'), join(folder, 'link.png'));
    symlinkSync(outside, join(folder, 'folder'));

    await expect(open('link.png')).rejects.toThrow('file_path is not a file in');
    await expect(open('folder/id_rsa')).rejects.toThrow('file_path is not a file in');
    await expect(open(join(outside, 'id_rsa'))).rejects.toThrow('file_path is not a file in');
  });
});

test('a folder, a pipe, an empty file and a file that is too large are refused', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  writeFileSync(join(folder, 'empty'), '');
  writeFileSync(join(folder, 'large'), '');
  truncateSync(join(folder, 'large'), 2 ** 20 + 1);

  await expect(open('inside')).rejects.toThrow('file_path must be a regular file');
  await expect(open('pipe')).rejects.toThrow('file_path must be a regular file');
  await expect(open('empty')).rejects.toThrow('file_path is empty');
  await expect(open('large', 2 ** 20)).rejects.toThrow('file_path must be 1 MiB or smaller');
});
