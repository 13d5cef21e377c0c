/** The code samples of the reference, run as they are copied. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientCall, curl, functionCall, invocations, requestSamples } from '../../bin/reference/samples.ts';
import { uploadDigitalFile } from '../../lib/resources/digital-files/operations.ts';
import { listOfferedGiftOptions } from '../../lib/resources/gift-options/functions.ts';
import {
  exampleOf,
  exampleOfFunction,
  invocables,
  operations,
  storefrontOperations,
} from '../../lib/resources/nouns.ts';
import { listApiKeys } from '../../lib/resources/stores/functions.ts';
import { getRestock } from '../../lib/resources/waitlist/functions.ts';
import type { Invocable } from '../../lib/schema/invocable.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { type Running, startLocalServer } from '../support/http/local-server.ts';
import { differences, isOfThePast } from '../support/reference/send.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const execute = promisify(execFile);
const examples = operations.map(exampleOf);
const ofStorefront = storefrontOperations.map(exampleOf);

let server: Running;
let folder: string;

beforeAll(async () => {
  server = await startLocalServer();
  folder = temporaryFolder();
  for (const { file } of examples) {
    if (file) writeFileSync(join(folder, file.name), Buffer.from(file.base64, 'base64'));
  }
});

afterAll(() => server.stop());

const keyOf = (name: 'write' | 'storefront') => new RegExp(`sk_demo_${name}\\S+`).exec(server.summary)?.[0];

/** With the key that an operation takes. */
const environment = ({ permission }: Pick<Operation, 'permission'> = { permission: 'Write' }) => ({
  ...process.env,
  KEY: keyOf(permission === 'Storefront' ? 'storefront' : 'write'),
});

async function inShell(code: string, operation?: Operation): Promise<string> {
  const here = code.replaceAll('http://localhost:3000', server.url);
  const { stdout } = await execute('bash', ['-euo', 'pipefail', '-c', here], {
    cwd: folder,
    env: environment(operation),
  });
  return stdout;
}

const parsed = (printed: string): unknown => (printed === '' ? undefined : JSON.parse(printed));

test('curl prints what the example shows', async () => {
  const faults: string[] = [];
  for (const example of examples) {
    const found = differences(example.reply, parsed(await inShell(curl(example).code)), example.operation.name);
    faults.push(...found);
  }
  expect(faults).toEqual([]);
});

/** Storefront functions by their addresses, operators' by the Invoke API. */
function overHttp(invocable: Invocable): { code: string; operation?: Operation } {
  const example = ofStorefront.find(({ operation }) => operation.name === invocable.name);
  if (example) return { code: curl(example).code, operation: example.operation };
  const byInvoke = invocations(exampleOfFunction(invocable)).find(({ title }) => title.startsWith('HTTP'));
  return { code: byInvoke?.code ?? '' };
}

test('a function returns over HTTP what its example shows', async () => {
  const faults: string[] = [];
  for (const invocable of invocables.filter((each) => each.name !== 'get-restock' && !isOfThePast(each))) {
    const { code, operation } = overHttp(invocable);
    const { result } = exampleOfFunction(invocable);
    faults.push(...differences(result, parsed(await inShell(code, operation)), invocable.name));
  }
  expect(faults).toEqual([]);
});

const awsSample = (invocable: Invocable): string =>
  invocations(exampleOfFunction(invocable)).find(({ title }) => title === 'AWS CLI')?.code ?? '';

test('a function takes what the AWS CLI would send', async () => {
  const refused: string[] = [];
  for (const invocable of invocables.filter((each) => !isOfThePast(each))) {
    const words = (await inShell(`aws() { printf '%s\\0' "$@"; }\n${awsSample(invocable)}`)).split('\0');
    const option = (name: string) => words[words.indexOf(name) + 1] ?? '';
    expect([words[0], words[1], option('--cli-binary-format')]).toEqual(['lambda', 'invoke', 'raw-in-base64-out']);
    const url = `${server.url}/2015-03-31/functions/${option('--function-name')}/invocations`;
    const answer = await fetch(url, { method: 'POST', body: option('--payload') });
    if (!answer.ok || answer.headers.has('x-amz-function-error'))
      refused.push(`${invocable.name}: ${await answer.text()}`);
  }
  expect(refused).toEqual([]);
});

const versionOfAws = await execute('aws', ['--version']).then(
  ({ stdout, stderr }) => /aws-cli\/(\d+)/.exec(stdout + stderr)?.[1],
  () => undefined,
);

/** Version 1 takes payloads as they are, and knows no option that says so. */
const asVersionKnows = (sample: string): string =>
  versionOfAws === '1' ? sample.replace('--cli-binary-format raw-in-base64-out', '') : sample;

// Each takes a second of CPU: one function per caller represents all; their arguments are tried above.
test.skipIf(versionOfAws === undefined).each([listApiKeys, listOfferedGiftOptions, getRestock])(
  'the AWS CLI itself invokes $name',
  async (invocable) => {
    const here = `aws() { command aws --endpoint-url ${server.url} "$@"; }`;
    const credentials = 'export AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local AWS_DEFAULT_REGION=us-east-1';

    // Where it prints to a socket, as here without cat, nothing can be opened as /dev/stdout.
    const printed = await inShell(`${credentials}\n${here}\n${asVersionKnows(awsSample(invocable))} | cat`);

    expect(printed).toContain('"StatusCode": 200');
    expect(printed).not.toContain('FunctionError');
  },
);

/** A package as readers install it, with the project's own modules. */
function installClient(): void {
  const client = join(folder, 'client');
  mkdirSync(client);
  const exported = { '.': './index.ts', './functions': './functions.ts', './storefront': './storefront.ts' };
  writeFileSync(
    join(client, 'package.json'),
    JSON.stringify({ name: 'store-commerce-api-client', type: 'module', exports: exported }),
  );
  writeFileSync(join(client, 'index.ts'), `export * from '${root}/lib/client/store-commerce.ts';`);
  writeFileSync(join(client, 'functions.ts'), `export * from '${root}/lib/client/functions.ts';`);
  writeFileSync(join(client, 'storefront.ts'), `export * from '${root}/lib/client/storefront.ts';`);
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  symlinkSync(client, join(modules, 'store-commerce-api-client'));
}

test('the samples of the client package fit its types and are answered, each as it is pasted', async () => {
  await server.stop();
  server = await startLocalServer();
  installClient();
  const calls = [
    ...examples.map((example) => [example.operation.name, clientCall(example, server.url)?.code ?? ''] as const),
    ...ofStorefront.map((example) => {
      const code = clientCall(example, server.url)?.code.replace('env.KEY', 'env.STOREFRONT_KEY') ?? '';
      return [`${example.operation.name}-over-http`, code] as const;
    }),
    ...invocables.map((invocable) => [invocable.name, functionCall(exampleOfFunction(invocable)).code] as const),
  ].filter(([, code]) => code !== '');
  expect(calls.length).toBeGreaterThan(50);
  const files = calls.map(([name]) => `${name}.ts`);
  for (const [name, code] of calls) writeFileSync(join(folder, `${name}.ts`), code);
  // One process for all of them, which prints the name of each that ended well.
  const pasted = calls.filter(([name]) => !isOfThePast({ name }));
  const running = pasted.map(([name]) => `await import('./${name}.ts');\nconsole.log('done: ${name}');`);
  writeFileSync(join(folder, 'all.js'), running.join('\n'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { noUnusedLocals: false },
    include: files.map((file) => join(folder, file)),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));

  const checked = await execute(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(
    ({ stdout }) => ({ stdout }),
  );
  expect(checked.stdout).toBe('');
  const env = {
    ...environment(),
    STOREFRONT_KEY: keyOf('storefront'),
    AWS_ENDPOINT_URL_LAMBDA: server.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  const { stdout } = await execute(process.execPath, [join(folder, 'all.js')], { cwd: folder, env });
  const done = [...stdout.matchAll(/^done: (.*)$/gm)].map(([, name]) => name);
  expect(done).toEqual(pasted.map(([name]) => name));
});

/** How a machine that has the language runs a sample; PHP and Ruby read it from a file as well. */
const interpreters = [
  { title: 'Python', command: 'python3', version: ['-c', 'import requests'], file: 'sample.py', run: [] },
  {
    title: 'PHP',
    command: 'php',
    version: ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    file: 'sample.php',
    run: [],
  },
  { title: 'Ruby', command: 'ruby', version: ['--version'], file: 'sample.rb', run: [] },
  { title: 'Go', command: 'go', version: ['version'], file: 'sample.go', run: ['run'] },
] as const;

const isThere = (command: string, version: readonly string[]): Promise<boolean> =>
  execute(command, version).then(
    () => true,
    () => false,
  );

const there = new Map(
  await Promise.all(
    interpreters.map(async ({ title, command, version }) => [title, await isThere(command, version)] as const),
  ),
);

describe.each(interpreters)('in $title', ({ title, command, file, run }) => {
  const samples = [...examples, ...ofStorefront].flatMap((example) =>
    requestSamples(example)
      .filter((sample) => sample.title === title)
      .map(({ code }) => ({ example, code })),
  );

  test('there is a sample of every operation', () => {
    expect(samples.map(({ example }) => example.operation)).toEqual([...operations, ...storefrontOperations]);
  });

  test.skipIf(!there.get(title))('a sample prints what the example shows', async () => {
    await server.stop();
    server = await startLocalServer();
    const faults: string[] = [];
    // Go compiles each, which takes a second of CPU: those of addresses and one with a file are enough.
    const tried =
      title === 'Go'
        ? samples.filter(({ example }, index) => index < 5 || example.operation === uploadDigitalFile)
        : samples;
    for (const { example, code } of tried) {
      writeFileSync(join(folder, file), code.replaceAll('http://localhost:3000', server.url));
      const { stdout } = await execute(command, [...run, file], {
        cwd: folder,
        env: environment(example.operation),
      });
      faults.push(...differences(example.reply, parsed(stdout.trim()), `${title} ${example.operation.name}`));
    }
    expect(faults).toEqual([]);
  });
});
