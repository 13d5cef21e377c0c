import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  appendToPrivate,
  appendToPrivateSync,
  changePrivate,
  createPrivate,
  replacePrivate,
  replacePrivateSync,
} from '../../../bin/command-line/private-file.ts';
import { takeDataFolder } from '../../../bin/local/data-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
let file: string;
let other: string;

beforeEach(() => {
  folder = temporaryFolder();
  [file, other] = [join(folder, 'codes.csv'), join(folder, 'other')];
  writeFileSync(other, 'of someone else', { mode: 0o644 });
});

const modeOf = (path: string): number => statSync(path).mode & 0o777;

const opening =
  (open: (file: string) => Promise<{ writeFile(text: string): Promise<unknown>; close(): Promise<void> }>) =>
  async (path: string) => {
    const handle = await open(path);
    await handle.writeFile('codes').finally(() => handle.close());
  };

const ways: [string, (path: string) => unknown][] = [
  ['made', opening(createPrivate)],
  ['added to', opening(appendToPrivate)],
  ['added to at once', (path) => appendToPrivateSync(path, 'codes')],
  ['replaced', (path) => replacePrivate(path, (handle) => handle.writeFile('codes'))],
  ['replaced at once', (path) => replacePrivateSync(path, 'codes')],
];

describe('a file with codes', () => {
  test.each(ways)('that is %s is only its owner’s, with any umask', async (_, write) => {
    const before = process.umask(0);
    try {
      await write(file);
    } finally {
      process.umask(before);
    }

    expect([modeOf(file), readFileSync(file, 'utf8')]).toEqual([0o600, 'codes']);
  });

  test.each(ways)('that is %s is not written through a link in its place', async (_, write) => {
    symlinkSync(other, file);

    await Promise.resolve()
      .then(() => write(file))
      .catch(() => undefined);

    expect(readFileSync(other, 'utf8')).toBe('of someone else');
  });

  test.each(ways)('that is %s is not prepared in a file of someone else, nor through a link', async (_, write) => {
    for (const put of [
      () => symlinkSync(other, `${file}.new`),
      () => writeFileSync(`${file}.new`, '', { mode: 0o666 }),
    ]) {
      file = join(mkdirSync(join(folder, String(Math.random())), { recursive: true }) ?? '', 'codes.csv');
      put();
      await write(file);

      expect([readFileSync(other, 'utf8'), modeOf(file)]).toEqual(['of someone else', 0o600]);
      expect(lstatSync(file).isSymbolicLink()).toBe(false);
    }
  });

  test('that is open to others before is not any more once it is changed', async () => {
    for (const write of [opening(changePrivate), opening(appendToPrivate)]) {
      writeFileSync(file, '');
      chmodSync(file, 0o644);
      await write(file);

      expect(modeOf(file)).toBe(0o600);
    }
  });
});

describe('a data folder', () => {
  test('that others could read before is only its owner’s, with its contents', () => {
    const data = join(folder, 'data');
    mkdirSync(join(data, 'objects'), { recursive: true });
    for (const name of ['tables.sqlite', 'mails.jsonl', 'events.jsonl']) writeFileSync(join(data, name), '');
    for (const name of ['.', 'objects']) chmodSync(join(data, name), 0o755);
    for (const name of ['tables.sqlite', 'mails.jsonl', 'events.jsonl']) chmodSync(join(data, name), 0o644);

    takeDataFolder(data, { fresh: false });

    const names = ['.', 'objects', 'tables.sqlite', 'mails.jsonl', 'events.jsonl'];
    expect(names.map((name) => modeOf(join(data, name)))).toEqual([0o700, 0o700, 0o600, 0o600, 0o600]);
  });

  test.each(['tables.sqlite', 'fauxqs.db-wal', 'clock.json.new', 'server.lock'])(
    'with a link for %s is not used',
    (name) => {
      const data = join(folder, 'data');
      mkdirSync(data);
      symlinkSync(other, join(data, name));

      expect(() => takeDataFolder(data, { fresh: true })).toThrow(
        /is a link, and a server keeps data in its own folder/,
      );
      expect(readFileSync(other, 'utf8')).toBe('of someone else');
    },
  );
});
