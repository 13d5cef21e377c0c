/** Programs that install the packed package, compile against it strictly, and run wherever it is to run. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildClient } from '../../../bin/build/client/package.ts';
import { localBase } from '../../../bin/reference/samples.ts';
import { invocables } from '../../../lib/resources/nouns.ts';
import { holds, newTab, startBrowser } from '../../support/browser/browser.ts';
import { compile } from '../../support/compile.ts';
import { invokeAt, useLocalServer } from '../../support/http/local-server.ts';
import { type Recorded, recorderOf } from '../../support/http/recorder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const readmeOfPackage = readFileSync(join(root, 'lib/client/README.md'), 'utf8');
const key = /^export KEY=(\S+)$/m.exec(readme)?.[1] ?? '';

let folder: string;
const server = useLocalServer();

beforeAll(() => {
  folder = temporaryFolder();
  const made = join(folder, 'made');
  buildClient(made);
  const npm = (args: string[], cwd: string) =>
    execFileSync('npm', [...args, '--offline', '--silent', '--no-audit', '--no-fund'], { cwd, encoding: 'utf8' });
  const packed = npm(['pack', '--pack-destination', folder], made).trim().split('\n').at(-1) ?? '';
  cpSync(resolve(import.meta.dirname, 'programs'), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  npm(['install', join(folder, packed)], folder);
  // What the backend has of its own.
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['@aws-sdk', '@smithy', '@types/node', 'undici-types']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
});

const file = (name: string): string => join(folder, name);

const web = {
  lib: ['es2022', 'dom', 'dom.iterable'],
  target: 'es2022',
  strict: true,
  exactOptionalPropertyTypes: true,
};

/** The full output of the program, however it runs. */
const result = {
  balance: 5001,
  transactions: ['disabled', 'adjusted', 'issued'],
  reviews: expect.any(Number),
  firstPage: 1,
  waiting: expect.any(Number),
  refused: ['400 INVALID_FIELD', '404 NOT_FOUND'],
  replayed: true,
  uploaded: 7 * 1024 * 1024,
  progress: 1,
};

describe('a program', () => {
  test.each([
    ['of the web', 'shop.ts', { ...web }],
    ['of the web for a bundler', 'shop.ts', { ...web, module: 'esnext', moduleResolution: 'bundler' }],
    ['of a backend without an AWS SDK', 'storefront.ts', { ...web }],
    ['of a page with elements', 'elements.ts', { ...web }],
    ['of Node', 'in-node.ts', { types: ['node'], lib: ['es2022'] }],
    ['with calls that are wrong, each of them refused', 'wrong.ts', { ...web }],
  ])('%s compiles, the declarations of the package included', (_, name, options) => {
    expect(compile([file(name)], options)).toBe('');
  });

  test('of a backend compiles', () => {
    expect(compile([file('backend.ts')], { types: ['node'], lib: ['es2022', 'dom'] })).toBe('');
  });
});

/** The output of a backend over HTTP, however it runs. */
const resultOverHttp = { rated: ['pro_teapot'], refusal: '400 INVALID_FIELD order_id' };

let storefrontKey: string;

beforeAll(async () => {
  const payload = { store_id: 'sto_demo', name: 'Backend', permission: 'Storefront' };
  storefrontKey = (await invokeAt<{ api_key: string }>(server.url, 'create-api-key', payload)).api_key;
});

/** The Nodes of this machine: the one that runs this, and another of its PATH. */
const nodes = [process.execPath, ...(process.env.PATH ?? '').split(delimiter).map((path) => join(path, 'node'))]
  .filter((path) => existsSync(path))
  .map((path) => [execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().split('.')[0] ?? '', path] as const);

describe.each([...new Map(nodes)])('on Node %s', (_, node) => {
  test('a program does what it says', async () => {
    compile([file('in-node.ts')], { types: ['node'], lib: ['es2022'], noEmit: false, outDir: file('out') });

    const { stdout } = await run(node, [file('out/in-node.js'), server.url, key]);

    expect(JSON.parse(stdout)).toEqual(result);
  });

  test('so does a backend', async () => {
    compile([file('backend.ts')], { types: ['node'], skipLibCheck: true, noEmit: false, outDir: file('out') });

    const { stdout } = await run(node, [file('out/backend.js'), server.url]);

    expect(JSON.parse(stdout)).toEqual({ currency: 'USD', refusal: 'NOT_FOUND' });
  });

  test('so does a backend without an AWS SDK', async () => {
    compile([file('storefront-in-node.ts')], { types: ['node'], lib: ['es2022'], noEmit: false, outDir: file('out') });

    const { stdout } = await run(node, [file('out/storefront-in-node.js'), server.url, storefrontKey]);

    expect(JSON.parse(stdout)).toEqual(resultOverHttp);
  });
});

/** The programs of the README, and those of the package's own that connect. */
const firstPrograms = [
  ...[...readme.matchAll(/<<'END'\n([\s\S]*?)^END$/gm)].map(([, code = '']) => code),
  ...[...readmeOfPackage.matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
    .map(([, code = '']) => code)
    .filter((code) => /new (?:StoreCommerce|Storefront|LambdaClient)\(/.test(code)),
];

/** Whether a request leaves a store as it is. */
const isRead = ({ method, path }: Recorded): boolean => {
  const [, name] = /(?:StoreCommerceApi-|storefront\/v1\/)([a-z-]+)/.exec(path) ?? [];
  return method === 'GET' || invocables.some((each) => each.name === name && each.readOnly);
};

test('the first programs of both READMEs run as they are pasted, print something and only read', async () => {
  const recorder = await recorderOf(server.url);
  const env = {
    ...process.env,
    ...{ KEY: key, STOREFRONT_KEY: storefrontKey },
    ...{ AWS_ENDPOINT_URL_LAMBDA: recorder.url, AWS_REGION: 'us-east-1' },
    ...{ AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
  };

  for (const [index, code] of firstPrograms.entries()) {
    writeFileSync(file(`pasted-${index}.ts`), code.replaceAll(localBase, recorder.url));
    const { stdout } = await run(process.execPath, [file(`pasted-${index}.ts`)], { cwd: folder, env });
    expect(stdout).not.toBe('');
  }
  recorder.stop();

  expect(firstPrograms).toHaveLength(4);
  expect(recorder.requests.length).toBeGreaterThan(firstPrograms.length);
  expect(recorder.requests.filter((each) => !isRead(each) || each.status !== 200)).toEqual([]);
});

test('the command of the package README installs what the build has written', () => {
  const [, command = ''] = /^npm run build:client\n(npm install .*)$/m.exec(readmeOfPackage) ?? [];
  const here = join(folder, 'project');
  cpSync(join(folder, 'made'), join(here, '.build/client'), { recursive: true });
  execFileSync('bash', ['-euc', command.replace('../my-shop', './my-shop')], { cwd: here });

  const program = "import { StoreCommerce } from 'store-commerce-api-client'; console.log(StoreCommerce.name);";
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(here, 'my-shop'),
    encoding: 'utf8',
  });

  expect(printed.trim()).toBe('StoreCommerce');
});

const bundle = async (name: string, platform: 'node' | 'browser') => {
  const outfile = file(`${name}.${platform}.mjs`);
  const options = { bundle: true, minify: true, format: 'esm', platform, outfile } as const;
  await build({ ...options, entryPoints: [file(name)], logLevel: 'error' });
  return outfile;
};

test('a program in a bundle does what it says', async () => {
  const { stdout } = await run(process.execPath, [await bundle('in-node.ts', 'node'), server.url, key]);

  expect(JSON.parse(stdout)).toEqual(result);
});

test('a backend in a bundle does what it says where there is nothing but the web', async () => {
  const bundled = { bundle: true, format: 'iife', globalName: 'program', platform: 'neutral', write: false } as const;
  const { outputFiles } = await build({ ...bundled, entryPoints: [file('storefront.ts')], logLevel: 'error' });
  const { fetch, URL, URLSearchParams, Response, AbortController, setTimeout, clearTimeout, performance } = globalThis;
  const ofWeb = { fetch, URL, URLSearchParams, Response, AbortController, setTimeout, clearTimeout, performance };
  const context = createContext({ ...ofWeb, given: [server.url, storefrontKey] });

  const { text = '' } = outputFiles[0] ?? {};
  const result = await runInContext(`${text}\nprogram.useStorefront(...given).then(JSON.stringify);`, context);

  expect(JSON.parse(result)).toEqual(resultOverHttp);
});

test('a program in a browser does what it says', async ({ skip }) => {
  const browser = await startBrowser();
  if (!browser) return skip('No browser runs on this machine');
  try {
    const page = await newTab(browser);
    await page.setBypassCSP(true);
    await page.goto(`${server.url}/mail/`);
    const script = readFileSync(await bundle('shop.ts', 'browser'), 'utf8').replace(
      /export\s*\{\s*(\w+) as useShop\s*\};?\s*$/,
      'globalThis.useShop = $1;',
    );
    await page.addScriptTag({ content: script, type: 'module' });
    await holds(page, 'globalThis.useShop');

    expect(await page.evaluate(`useShop(${JSON.stringify(server.url)}, ${JSON.stringify(key)})`)).toEqual(result);
  } finally {
    await browser.close();
  }
});
