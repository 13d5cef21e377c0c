import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { scratchFolder } from '../../../bin/local/engines/scratch.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

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
