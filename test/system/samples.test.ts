/** The code samples of the reference, run as they are copied. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demo } from '../../bin/local/demo.ts';
import type { Sample } from '../../bin/reference/page.ts';
import { clientCall, curl, functionCall, localBase, requestSamples } from '../../bin/reference/samples.ts';
import { uploadDigitalFile } from '../../lib/resources/digital-files/operations.ts';
import { listOfferedGiftOptions } from '../../lib/resources/gift-options/functions.ts';
import {
  exampleOf,
  exampleOfFunction,
  invocables,
  operations,
  storefrontOperations,
} from '../../lib/resources/nouns.ts';
import { getOverview } from '../../lib/resources/overview/operations.ts';
import { listApiKeys } from '../../lib/resources/stores/functions.ts';
import { getRestock } from '../../lib/resources/waitlist/functions.ts';
import type { Invocable } from '../../lib/schema/invocable.ts';
import { replays } from '../../lib/schema/operation.ts';
import { type Running, startLocalServer } from '../support/http/local-server.ts';
import { recorderOf } from '../support/http/recorder.ts';
import { differences, figuresFirst, isOfThePast } from '../support/reference/send.ts';
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
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  installClient();
});

afterAll(() => server.stop());

const keyOf = (name: 'write' | 'storefront') => new RegExp(`sk_demo_${name}\\S+`).exec(server.summary)?.[0];

/** With the keys of the demo store, and without what a reader has not set. */
const environment = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_'))),
  KEY: keyOf('write'),
  STOREFRONT_KEY: keyOf('storefront'),
});

const at = (url: string, code: string): string => code.replaceAll(localBase, url);

/** One environment has both keys of the demo store. */
const ofOwnKey = (code: string): string =>
  /\/storefront(?:\/v1\/|';)/.test(code) ? code.replace(/\bKEY\b/, 'STOREFRONT_KEY') : code;

async function inShell(code: string): Promise<string> {
  const { stdout } = await execute('bash', ['-euo', 'pipefail', '-c', ofOwnKey(code)], {
    cwd: folder,
    env: environment(),
  });
  return stdout;
}

/** The samples of a function as the server shows them on its page. */
async function shownOf({ name }: Invocable): Promise<Pick<Sample, 'title' | 'code'>[]> {
  const page = await (await fetch(`${server.url}/docs/functions/${name}.md`)).text();
  return [...page.matchAll(/^(\S.*):\n\n```(?!json)\w+\n([\s\S]*?)\n```$/gm)].map(([, title = '', code = '']) => ({
    title,
    code,
  }));
}

const parsed = (printed: string): unknown => (printed === '' ? undefined : JSON.parse(printed));

test('curl returns on the page of each function what its example shows', async () => {
  // The examples of the functions show a store after those of the operations.
  await inShell(at(server.url, examples.map((example) => curl(example).code).join('\n')));
  const faults: string[] = [];
  for (const invocable of invocables.filter((each) => each.name !== 'get-restock' && !isOfThePast(each))) {
    const [sample, ...more] = (await shownOf(invocable)).filter(({ title }) => title === 'curl');
    expect([sample?.code, more]).toEqual([expect.stringContaining(server.url), []]);
    const { result } = exampleOfFunction(invocable);
    const printed = await inShell(sample?.code ?? '');
    faults.push(...differences(result, parsed(printed), invocable.name));
  }
  expect(faults).toEqual([]);
});

const awsSampleOf = async (invocable: Invocable): Promise<string> =>
  (await shownOf(invocable)).find(({ title }) => title === 'AWS CLI')?.code ?? '';

test('a function takes what the AWS CLI sends from its page, with the endpoint, the region and the credentials there', async () => {
  const refused: string[] = [];
  for (const invocable of invocables.filter((each) => !isOfThePast(each))) {
    const printing = `aws() { printf '%s\\0' "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" "$@"; }`;
    const words = (await inShell(`${printing}\n${await awsSampleOf(invocable)}`)).split('\0');
    const option = (name: string) => words[words.indexOf(name) + 1] ?? '';
    expect([words.slice(0, 3), option('--region'), option('--cli-binary-format'), option('--endpoint-url')]).toEqual([
      ['local:local', 'lambda', 'invoke'],
      'us-east-1',
      'raw-in-base64-out',
      server.url,
    ]);
    const url = `${option('--endpoint-url')}/2015-03-31/functions/${option('--function-name')}/invocations`;
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
    // Where it prints to a socket, as here without cat, nothing can be opened as /dev/stdout.
    const printed = await inShell(`${asVersionKnows(await awsSampleOf(invocable))} | cat`);

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

test('the samples of the client package fit its types and run, each as it is pasted', async () => {
  await server.stop();
  server = await startLocalServer();
  const ofFunctions = await Promise.all(
    invocables.map(async (invocable) =>
      (await shownOf(invocable))
        .filter(({ title }) => title === 'Node.js')
        .map(({ code }, index) => [`${invocable.name}-${index}`, code] as const),
    ),
  );
  const calls = [
    ...examples.map((example) => [example.operation.name, at(server.url, clientCall(example)?.code ?? '')] as const),
    ...ofFunctions.flat(),
    ...invocables.map(
      (invocable) => [`${invocable.name}-aws`, functionCall(exampleOfFunction(invocable), 'aws').code] as const,
    ),
  ].filter(([, code]) => code !== '');
  // A storefront function has a call over HTTP and one by Lambda.
  expect(ofFunctions.flat().length).toBe(invocables.length + storefrontOperations.length);
  for (const [name, code] of calls) writeFileSync(join(folder, `${name}.ts`), ofOwnKey(code));
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { noUnusedLocals: false },
    include: calls.map(([name]) => join(folder, `${name}.ts`)),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));

  const checked = await execute(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(
    ({ stdout }) => ({ stdout }),
  );
  expect(checked.stdout).toBe('');
  // One process for all of them, which prints the name of each that ended well.
  const pasted = calls.filter(([name]) => !name.endsWith('-aws') && !/^(?:replay-webhook|redeliver)/.test(name));
  const running = pasted.map(([name]) => `await import('./${name}.ts');\nconsole.log('done: ${name}');`);
  writeFileSync(join(folder, 'all.js'), running.join('\n'));
  const { stdout } = await execute(process.execPath, [join(folder, 'all.js')], { cwd: folder, env: environment() });
  const done = [...stdout.matchAll(/^done: (.*)$/gm)].map(([, name]) => name);
  expect(done).toEqual(pasted.map(([name]) => name));
});

/** Printed after each of the samples that one process runs. */
const mark = '-- end of the sample --';

interface Interpreter {
  title: string;
  command: string;
  /** Succeeds on a machine that has the language and what its samples need. */
  version: readonly string[];
  suffix: string;
  /** Runs the files that it is given, one after the other; without one, each file is a program of its own. */
  all?: string;
}

const interpreters: readonly Interpreter[] = [
  {
    title: 'curl',
    command: 'bash',
    version: ['--version'],
    suffix: 'sh',
    all: `for file in "$@"; do . "./$file"; echo; echo '${mark}'; done`,
  },
  {
    title: 'Python',
    command: 'python3',
    version: ['-c', 'import requests'],
    suffix: 'py',
    all: `import runpy, sys\nfor file in sys.argv[1:]:\n    runpy.run_path(file)\n    print('${mark}')`,
  },
  {
    title: 'PHP',
    command: 'php',
    version: ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    suffix: 'php',
    all: `<?php foreach (array_slice($argv, 1) as $file) { (function () use ($file) { include $file; })(); echo "\n${mark}\n"; }`,
  },
  {
    title: 'Ruby',
    command: 'ruby',
    version: ['--version'],
    suffix: 'rb',
    all: `ARGV.each { |file| load "./#{file}"; puts '${mark}' }`,
  },
  { title: 'Go', command: 'go', version: ['version'], suffix: 'go' },
];

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

/** What each sample prints. */
async function printedBy({ command, suffix, all }: Interpreter, codes: readonly string[]): Promise<string[]> {
  const files = codes.map((code, index) => {
    writeFileSync(join(folder, `sample-${index}.${suffix}`), ofOwnKey(code));
    return `sample-${index}.${suffix}`;
  });
  const run = async (args: readonly string[]) =>
    (await execute(command, args, { cwd: folder, env: environment() })).stdout;
  if (all === undefined) return Promise.all(files.map((file) => run(['run', file])));
  writeFileSync(join(folder, `all.${suffix}`), all);
  return (await run([`all.${suffix}`, ...files])).split(mark).slice(0, -1);
}

const samplesIn = ({ title }: Interpreter) =>
  [...examples, ...ofStorefront].flatMap((example) =>
    requestSamples(example)
      .filter((sample) => sample.title === title)
      .map(({ code }) => ({ example, code })),
  );

describe.each(interpreters)('in $title', (interpreter) => {
  const samples = samplesIn(interpreter);
  const isGo = interpreter.title === 'Go';

  test('there is a sample of every operation', () => {
    expect(samples.map(({ example }) => example.operation)).toEqual([...operations, ...storefrontOperations]);
  });

  test('a sample makes its idempotency key as it runs', () => {
    const keyed = samples.filter(({ example }) => replays(example.operation));
    const fixed = keyed.filter(
      ({ code }) => !/Idempotency-Key.*(?:uuid|random_bytes|rand\.Text|openssl rand)/i.test(code),
    );

    expect(keyed.length).toBeGreaterThan(10);
    expect(fixed).toEqual([]);
  });

  test.skipIf(!there.get(interpreter.title))('a sample prints what the example shows', async () => {
    await server.stop();
    server = await startLocalServer();
    // Go compiles each, which takes a second of CPU: those of addresses and one with a file are enough.
    const tried = isGo
      ? samples.filter(({ example }, index) => index < 5 || example.operation === uploadDigitalFile)
      : figuresFirst(samples, ({ example }) => example.operation);
    const authorization = { Authorization: `Bearer ${demo.readKey}` };
    const counted = async () => (await fetch(`${server.url}/api/v1/overview/`, { headers: authorization })).json();
    const { as_of: _, ...figures } = Object(exampleOf(getOverview).reply);
    await expect.poll(counted).toMatchObject(figures);

    const printed = await printedBy(
      interpreter,
      tried.map(({ code }) => at(server.url, code)),
    );

    const faults = tried.flatMap(({ example }, index) =>
      differences(example.reply, parsed(printed[index]?.trim() ?? ''), example.operation.name),
    );
    expect(printed).toHaveLength(tried.length);
    expect(faults).toEqual([]);
  });
});

test('a sample that is pasted twice, in one language after the other, sends another idempotency key each time and is never refused for it', async () => {
  const recorder = await recorderOf(server.url);
  const keyed = examples.filter(({ operation }) => replays(operation));
  for (const interpreter of interpreters.filter(({ title, all }) => all !== undefined && there.get(title))) {
    const codes = samplesIn(interpreter)
      .filter(({ example }) => keyed.includes(example))
      .flatMap(({ code }) => [code, code]);
    await printedBy(
      interpreter,
      codes.map((code) => at(recorder.url, code)),
    );
  }
  const client = keyed.flatMap((example) => clientCall(example, recorder.url)?.code ?? []);
  const files = [...client, ...client].map((code, index) => {
    writeFileSync(join(folder, `pasted-${index}.ts`), code);
    return `await import('./pasted-${index}.ts').catch(({ message }) => console.error(message));`;
  });
  writeFileSync(join(folder, 'pasted.js'), files.join('\n'));
  await execute(process.execPath, [join(folder, 'pasted.js')], { cwd: folder, env: environment() });
  recorder.stop();

  const languages = [...there].filter(([title, isHere]) => isHere && title !== 'Go').length;
  const keys = recorder.requests.map(({ idempotencyKey = '' }) => idempotencyKey);
  expect(keys).toHaveLength(2 * (languages * keyed.length + client.length));
  expect(new Set(keys.filter((key) => key !== '')).size).toBe(keys.length);
  // What was sent before, here or above, may break a rule, such as that of unique names: DUPLICATE.
  expect(recorder.requests.filter(({ code }) => code === 'IDEMPOTENCY_KEY_REUSED')).toEqual([]);
});
