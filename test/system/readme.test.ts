/** What the README says is true: its table is the contract's, its commands and links exist, its examples work as pasted. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measures } from '../measure/measures.ts';
import { contractParts, withParts } from '../measure/proof/readme.ts';
import { type Running, startLocalServer } from '../support/http/local-server.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(resolve(root, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));

const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
const examples = blocks.filter((block) => block.includes('localhost:3000'));

/** The README, and the pages that are written by hand. */
const written = ['README.md', ...globSync('bin/reference/{guides,project,decisions}/*.md', { cwd: root })];

const textOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');

test('the table that says what it does is that of the contract', () => {
  expect(readme).toBe(withParts(readme, contractParts()));
});

test('it is short: doors lead to the rest', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(200);
});

test('every door leads to a file that is there, and every page has a door', () => {
  const links = [...readme.matchAll(/\]\((?!http|#)([^)]+)\)/g)].map(([, link = '']) => link);

  expect(links.filter((link) => !existsSync(resolve(root, link)))).toEqual([]);
  expect(written.filter((file) => file !== 'README.md' && !links.includes(file))).toEqual([]);
});

test('the endpoint it shows is one of the project, whole but for its imports', () => {
  const [, path = '', handler = ''] = /```ts\n\/\/ (\S+)\n(export const handler[\s\S]*?)```/.exec(readme) ?? [];
  const [imports = '', rest] = readFileSync(resolve(root, path), 'utf8').split(/\n(?=export)/);

  expect(rest).toBe(handler);
  expect(imports).toMatch(/^(?:import .*\n)+$/);
});

test.each(written)('every npm script that %s names exists', (file) => {
  const named = [...textOf(file).matchAll(/npm (?:run )?(?:--silent )?(?:-s )?([a-z:]+)/g)].map(
    ([, name = '']) => name,
  );
  const measured = [...textOf(file).matchAll(/npm run measure -- ([a-z:]+)/g)].map(([, name = '']) => name);
  const ofNpm = new Set(['ci', 'run', 'by', 'install', 'publish', 'pack']);

  expect(named.filter((name) => !ofNpm.has(name) && !(name in scripts))).toEqual([]);
  expect(measured.filter((name) => !(name in measures))).toEqual([]);
});

test('the page on one machine names every option of the server', async () => {
  const { stdout } = await run(process.execPath, [resolve(root, 'bin/local.ts'), '--help']);
  const options = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name = '']) => name);
  const page = textOf('bin/reference/project/1-one-machine.md');

  expect(options.length).toBeGreaterThan(5);
  expect(options.filter((name) => name !== '--help' && !page.includes(`\`${name}`))).toEqual([]);
});

describe('an example', () => {
  let server: Running;
  let key: string;

  beforeAll(async () => {
    server = await startLocalServer();
    key = /^export KEY=(\S+)$/m.exec(readme)?.[1] ?? '';
  });

  afterAll(() => server.stop());

  test.each(examples)('%s', async (block) => {
    const script = block
      .replaceAll('http://localhost:3000', server.url)
      .replaceAll('curl ', 'curl --silent --show-error --fail-with-body ');
    const env = { ...process.env, KEY: key };
    const { stdout } = await run('bash', ['-euc', script], { cwd: root, env, timeout: 60_000 });

    expect(stdout).not.toMatch(/"code":|FunctionError|errorType/);
    expect(stdout.trim()).not.toBe('');
  });
});
