/** The guides of the reference, each done as written. */
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measures } from '../measure/measures.ts';
import { type Running, startLocalServer } from '../support/http/local-server.ts';
import { guides } from '../support/reference/blocks.ts';
import { differences } from '../support/reference/send.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');

const all = guides().map((guide) => [guide.name, guide] as const);

let server: Running;
let folder: string;

beforeAll(async () => {
  server = await startLocalServer();
  // Where a reader stands: the project's folder, and what the steps write goes elsewhere.
  folder = temporaryFolder();
  for (const name of ['package.json', 'bin', 'lib', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
});

afterAll(() => server.stop());

const key = (): string => /sk_demo_write\S+/.exec(server.summary)?.[0] ?? '';

const here = (code: string): string => code.replaceAll('http://localhost:3000', server.url);

/** What a step prints. Rejects where it fails: curl as it does for an error with `-f` where the step awaits no answer. */
async function done(code: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', here(code)], {
    cwd: folder,
    env: { ...process.env, KEY: key(), PATH: `${join(root, 'node_modules/node/bin')}:${process.env.PATH}` },
  });
  return stdout;
}

describe.each(all)('%s', (_, { steps, onAws, programs }) => {
  test.runIf(steps.length > 0)('does and answers what it says', async () => {
    for (const { code, answer } of steps) {
      const printed = await done(code);
      if (answer === undefined) expect(printed).not.toContain('"error"');
      else expect(differences(answer, JSON.parse(printed))).toEqual([]);
    }
  });

  test.runIf(onAws.length > 0)('names commands and options that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const options = readFileSync(join(root, 'infra/options.ts'), 'utf8');
    const text = onAws.join('\n');
    const named = [...text.matchAll(/npm run (?:--silent )?(\S+)/g)].map(([, name = '']) => name);
    const measured = [...text.matchAll(/npm run measure -- ([a-z:]+)/g)].map(([, name = '']) => name);
    const given = [...text.matchAll(/-c (\w+)=/g)].map(([, name = '']) => name);

    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    expect(measured.filter((name) => !(name in measures))).toEqual([]);
    expect(given.filter((name) => !options.includes(`'${name}'`))).toEqual([]);
  });

  test.runIf(programs.length > 0)('has programs that run', async () => {
    for (const [index, program] of programs.entries()) {
      const file = join(folder, `program-${index}.ts`);
      writeFileSync(
        file,
        here(program).replaceAll("'store-commerce-api-client'", `'${root}/lib/client/store-commerce.ts'`),
      );
      const run = promisify(execFile)(process.execPath, [file], { env: { ...process.env, KEY: key() } });
      expect((await run).stdout).not.toBe('');
    }
  });
});
