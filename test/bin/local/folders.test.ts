import { appendFileSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { keptKey } from '../../../bin/local/data-folder.ts';
import { scratchFolder } from '../../../bin/local/engines/dynamodb.ts';
import { Journal } from '../../../bin/local/journal.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('the key of a data folder', () => {
  test('is made once, stays the same, and only its owner can read it', () => {
    const file = join(temporaryFolder(), 'deployment.key');

    const made = keptKey(file);

    expect(made).toMatch(/^[\w-]{43}$/);
    expect(keptKey(file)).toBe(made);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('a journal', () => {
  const fileIn = () => join(temporaryFolder(), 'kept/journal.jsonl');

  test('added lines are read in order, and compacted ones replace them', () => {
    const journal = new Journal(fileIn(), z.number());
    for (const line of [1, 2, 3]) journal.add(line);
    expect(journal.read()).toEqual([1, 2, 3]);

    journal.keepOnly([3]);
    journal.add(4);
    expect(journal.read()).toEqual([3, 4]);
  });

  test('a line that a machine went down in is not there, and spoils none that follows', () => {
    const file = fileIn();
    const journal = new Journal(file, z.object({ id: z.number() }));
    journal.add({ id: 1 });
    appendFileSync(file, '{"id":');

    expect(journal.read()).toEqual([{ id: 1 }]);
    journal.keepOnly(journal.read());
    journal.add({ id: 2 });
    expect(readFileSync(file, 'utf8')).toBe('{"id":1}\n{"id":2}\n');
  });

  test('without a file nothing is kept', () => {
    const journal = new Journal(undefined, z.number());
    journal.add(1);
    expect(journal.read()).toEqual([]);
  });

  test('a line of something else is skipped with a warning', () => {
    const warned = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    vi.stubEnv('LOG_LEVEL', 'warn');
    const file = fileIn();
    const journal = new Journal(file, z.object({ id: z.number() }));
    for (const line of ['{"id":1}', '{"id":"forged"}', 'null', '{"id":2}']) appendFileSync(file, `${line}\n`);

    const read = journal.read();
    const [said] = warned.mock.calls.map(([line]) => String(line));
    warned.mockRestore();

    expect(read).toEqual([{ id: 1 }, { id: 2 }]);
    expect(JSON.parse(said ?? '')).toMatchObject({ level: 'warn', file, lines: 2 });
  });

  test('is only its owner’s, and is not written through a link', () => {
    const file = fileIn();
    const other = join(temporaryFolder(), 'other');
    writeFileSync(other, '');
    const journal = new Journal(file, z.number());
    symlinkSync(other, `${file}.new`);
    journal.keepOnly([1]);
    journal.add(2);

    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect([readFileSync(file, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['1\n2\n', '']);

    const linked = fileIn();
    const journalAtLink = new Journal(linked, z.number());
    symlinkSync(other, linked);
    expect(() => journalAtLink.add(3)).toThrow(`${linked} is a symbolic link`);
    expect(readFileSync(other, 'utf8')).toBe('');
  });
});

describe('the scratch folder', () => {
  beforeEach(() => {
    vi.stubEnv('TMPDIR', undefined);
  });

  test('tables that go with their engine are in memory where the system has a folder there', () => {
    const memory = temporaryFolder();

    expect(scratchFolder(memory)).toBe(memory);
  });

  test('where it has none they are among the temporary files', () => {
    expect(scratchFolder(join(temporaryFolder(), 'none'))).toBe(tmpdir());
  });

  test('who names a folder for temporary files has them there', () => {
    const named = temporaryFolder();
    vi.stubEnv('TMPDIR', named);

    expect(scratchFolder(temporaryFolder())).toBe(named);
  });
});
