/** What the project's scripts do after the README's own installation, `npm ci --omit=dev`. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { copyProject, environmentOfCopy } from '../support/copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

let folder: string;

beforeAll(() => {
  folder = copyProject(temporaryFolder());
  for (const each of ['node_modules', 'test/node_modules']) rmSync(join(folder, each), { force: true });
  const shipped = Object.entries<{ dev?: boolean; bin?: object }>(packages).filter(
    ([path, { dev }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && !dev && existsSync(join(root, path)),
  );
  for (const [path] of shipped) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  }
  const programs = join(folder, 'node_modules/.bin');
  mkdirSync(programs);
  for (const name of shipped.flatMap(([, { bin = {} }]) => Object.keys(bin))) {
    cpSync(join(root, 'node_modules/.bin', name), join(programs, name), { verbatimSymlinks: true });
  }
});

/** What a script prints, and how it ends. */
const run = (name: string): Promise<{ code: number; stdout: string; stderr: string }> =>
  promisify(execFile)('npm', ['run', '--silent', name, '--', '--help'], {
    cwd: folder,
    env: { ...environmentOfCopy(), PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    timeout: 170_000,
  }).then(
    (printed) => ({ code: 0, ...printed }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

test.each(Object.keys(scripts))('npm run %s works, or says what to install', async (name) => {
  const { code, stdout, stderr } = await run(name);

  if (['start', 'store', 'openapi'].includes(name)) {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Usage: ');
  } else {
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: 'This command needs all packages of the project. Run npm ci, then the command again.\n',
    });
  }
});
