/** The typed client: its example against the local server, and its types, which are generated from the document. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Running, run, startLocalServer } from '../support/http/local-server.ts';

const root = resolve(import.meta.dirname, '../..');
const key = 'sk_demo_write-key-0000000000000000000000A9-rCY0ubzw';

describe('the example', () => {
  let server: Running;

  beforeAll(async () => {
    server = await startLocalServer();
  });

  afterAll(() => server.stop());

  const list = (...args: string[]) => run('bin/examples/list-reviews.ts', ['--url', server.url, ...args]);

  test('prints every review once, newest first, however many a page holds', async () => {
    const answer = await fetch(`${server.url}/api/v1/reviews/?limit=100`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    const { data } = (await answer.json()) as { data: { id: string }[] };
    expect(data.length).toBeGreaterThan(1);

    const { stdout, code } = await list('--key', key, '--limit', '1');

    expect(code).toBe(0);
    expect(stdout.match(/rev_\w+/g)).toEqual(data.map(({ id }) => id));
  });

  test('tells what the API says of a key it does not know', async () => {
    const { stderr, code } = await list('--key', 'sk_unknown');

    expect(code).toBe(1);
    expect(stderr).toMatch(/^[A-Z_]+: \S/);
  });
});

test('the example fits the types that `npm run client` generates', async ({ skip }) => {
  const execute = promisify(execFile);
  const offline = await execute('npm', ['run', 'client'], { cwd: root }).then(
    () => false,
    (error: Error) => {
      if (/EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ENOTCACHED|ETIMEDOUT/.test(error.message)) return true;
      throw error;
    },
  );
  skip(offline, 'The generator comes from the package registry');

  await execute('npx', ['tsc', '-p', 'bin/examples'], { cwd: root });
});
