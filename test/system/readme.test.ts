/** What the README and the guides say is true: tables are those of the contract, commands and links exist, examples and steps work as pasted. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { measures } from '../measure/measure.ts';
import { contractParts, withParts } from '../measure/proof/readme.ts';
import { useNpx } from '../support/command-line.ts';
import { useLocalServer } from '../support/http/local-server.ts';
import { guides } from '../support/reference/blocks.ts';
import { differences } from '../support/reference/send.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');

const run = promisify(execFile);

const readme = readFileSync(resolve(root, 'README.md'), 'utf8');

const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));

const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);

const examples = blocks.filter((block) => block.includes('localhost:3000'));

/** The README, and the pages that are written by hand. */
const written = ['README.md', ...globSync('bin/reference/{guides,project,decisions}/*.md', { cwd: root })];

/** Keys of the demo store, as the guides set them. */
const keysIn = (summary: string) => ({
  KEY: /sk_demo_write\S+/.exec(summary)?.[0],
  STOREFRONT_KEY: /sk_demo_storefront\S+/.exec(summary)?.[0],
});

const textOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');

const server = useLocalServer();

/** Where the steps of the guides are done again in TypeScript, and then the examples of the README. */
const other = useLocalServer();

test('the table that says what it does is that of the contract', () => {
  expect(readme).toBe(withParts(readme, contractParts()));
});

test('it is short: doors lead to the rest', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(150);
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
  const ofNpm = new Set(['ci', 'run', 'by', 'install', 'link', 'publish', 'pack']);

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

/** Runs files one after the other, and prints what each prints: a process for each of them takes most of its time to start. */
const runEach = `
  const outcomes = {};
  const { format } = await import('node:util');
  for (const file of process.argv.slice(1)) {
    outcomes[file] = { printed: '' };
    console.log = (...given) => { outcomes[file].printed += format(...given) + '\\n'; };
    await import(process.cwd() + '/' + file).catch((error) => { outcomes[file].error = error.stack; });
  }
  process.stdout.write(JSON.stringify(outcomes), () => process.exit());
`;

describe('the guides of the reference', () => {
  const all = guides().map((guide) => [guide.name, guide] as const);

  let folder: string;

  beforeAll(() => {
    // Where a reader stands: the project's folder, and what the steps write goes elsewhere.
    folder = temporaryFolder();
    for (const name of ['package.json', 'bin', 'lib', 'node_modules'])
      symlinkSync(join(root, name), join(folder, name));
  });

  const here = (code: string): string => code.replaceAll('http://localhost:3000', server.url);

  /** A process for each command takes most of its time to start; the examples of the README start them. */
  const npx = useNpx();

  /** What a step prints. Rejects if it fails: curl as it does for an error with `-f` where the step awaits no answer. */
  async function done(code: string): Promise<string> {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', `${npx()}\n${here(code)}`], {
      cwd: folder,
      env: {
        ...process.env,
        ...keysIn(server.summary),
        PATH: `${join(root, 'node_modules/node/bin')}:${process.env.PATH}`,
      },
    });
    return stdout;
  }

  describe.each(all)('%s', (_, { steps, onAws }) => {
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
  });

  // After the steps: programs read files that steps have written.
  describe('in TypeScript, on another server,', () => {
    const sources = all.flatMap(([name, { tabs, programs }]) =>
      [tabs, ...programs].flatMap((code, index) => (code === '' ? [] : [[`${name}-${index}.ts`, code] as const])),
    );
    /** What each program prints, by its file. */
    let outcomes: Record<string, { printed: string; error?: string }>;

    beforeAll(async () => {
      for (const [file, code] of sources) {
        const program = code
          .replaceAll('http://localhost:3000', other.url)
          .replaceAll("'store-commerce-api-client'", `'${root}/lib/client/store-commerce.ts'`)
          .replaceAll("'store-commerce-api-client/storefront'", `'${root}/lib/client/storefront.ts'`)
          .replaceAll("'store-commerce-api-client/functions'", `'${root}/lib/client/functions.ts'`);
        writeFileSync(join(folder, file), program);
      }
      const args = ['--input-type=module', '-e', runEach, ...sources.map(([file]) => file)];
      const { stdout } = await run(process.execPath, args, {
        cwd: folder,
        env: { ...process.env, ...keysIn(other.summary) },
      });
      outcomes = JSON.parse(stdout);
    });

    test.each(sources)('%s runs', (file) => {
      expect(outcomes[file]).toEqual({ printed: expect.stringMatching(/./) });
    });
  });
});

// After the programs, which begin with the demo store as it is.
describe('an example', () => {
  const key = /^export KEY=(\S+)$/m.exec(readme)?.[1] ?? '';

  test.each(examples)('%s', async (block) => {
    const script = block
      .replaceAll('http://localhost:3000', other.url)
      .replaceAll('curl ', 'curl --silent --show-error --fail-with-body ');
    const env = { ...process.env, KEY: key };
    const { stdout } = await run('bash', ['-euc', script], { cwd: root, env, timeout: 150_000 });

    expect(stdout).not.toMatch(/"code":"[A-Z_]+"|FunctionError|errorType/);
    expect(stdout.trim()).not.toBe('');
  });
});
