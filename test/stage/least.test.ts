import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { tooLittle } from './least.ts';

test.each([
  [{ played: 20, of: 2000, least: 20 }, false],
  [{ played: 19, of: 2000, least: 20 }, true],
  [{ played: 0, of: 1, least: 20 }, true],
  [{ played: 3, of: 3, least: 20 }, false],
  [{ played: 3, of: 4, least: 20 }, true],
])('%j is too little: %s', (run, isTooLittle) => {
  expect(tooLittle(run) !== undefined).toBe(isTooLittle);
});

const commands = ['random/faults.command.ts', 'every-order/interleavings.command.ts'].map((file) =>
  resolve(import.meta.dirname, file),
);

test('both commands that end after some seconds ask whether it was enough', () => {
  for (const file of commands) expect(readFileSync(file, 'utf8')).toMatch(/^endWhereTooLittle\(/m);
});

test('a run fails and says so where its seconds were over before the least', async () => {
  const [program = ''] = commands;

  const { code, said } = await new Promise<{ code: number | null; said: string }>((done) => {
    const child = execFile(process.execPath, [program, '--runs', '5', '--seconds', '0'], (_, __, stderr) =>
      done({ code: child.exitCode, said: stderr }),
    );
  });

  expect(code).toBe(1);
  expect(said).toMatch(/^Only 0 of 5 were played in the time: fewer than 20 show nothing/m);
});
