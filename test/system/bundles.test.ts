/** What goes into a function's bundle, and into no other's. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { bundleFile, functionBundle } from '../../bin/build/bundles.ts';
import { declarations } from '../../bin/build/shakeable-contract.ts';
import { accesses, downloads } from '../../infra/grants.ts';
import { functionFiles } from '../../lib/resources/function-files.ts';
import { shopCalls } from '../../lib/resources/shop-calls.ts';
import { sdkAsIs } from '../../lib/wire/stack.ts';
import { bundles, template } from '../support/aws/template.ts';

const names = [...functionFiles.keys()];
const { folder, metafile } = await bundles();

const textOf = (name: string): string => readFileSync(join(folder, name, bundleFile), 'utf8');

/** What has a part in the bytes of a file that was built. */
const inputsIn = (output?: Metafile['outputs'][string]): string[] =>
  Object.entries(output?.inputs ?? {})
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([input]) => input);

const inputsOf = (name: string): string[] => {
  const [, output] = Object.entries(metafile.outputs).find(([file]) => file.endsWith(`/${name}/${bundleFile}`)) ?? [];
  return inputsIn(output);
};

test('nothing that declares is in a bundle that uses nothing of it', async () => {
  const modules = globSync('lib/**/*.ts').filter((file) => declarations.test(`/${file}`));
  const contents = modules.map((file) => `import './${file}';`).join('\n');

  const { metafile: unused } = await build({
    ...functionBundle,
    stdin: { contents, resolveDir: process.cwd() },
    write: false,
    metafile: true,
  });

  expect(modules).not.toEqual([]);
  expect(
    Object.values(unused.outputs)
      .flatMap(inputsIn)
      .filter((input) => modules.includes(input)),
  ).toEqual([]);
});

test.skipIf(sdkAsIs)(
  'the build fails if a part of the SDK that bundles drop is no longer where it used to be',
  async () => {
    const moved: Plugin = {
      name: 'moved',
      setup({ onResolve }) {
        onResolve({ filter: /^@aws-sdk\/middleware-endpoint-discovery$/ }, ({ path }) => ({ path, external: true }));
      },
    };
    const file = functionFiles.get('get-customer-address') ?? '';

    const built = build({
      ...functionBundle,
      plugins: [moved, ...functionBundle.plugins],
      entryPoints: [file],
      write: false,
    });

    await expect(built).rejects.toThrow("The SDK's endpoint discoverers are not where they used to be");
  },
);

const judgesOfAddresses = ['create-customer-address', 'import-customer-addresses', 'update-customer-address'];

test('the rules of countries take at most 40 KB, only in the bundles of the functions that judge addresses', () => {
  const rules = 'lib/resources/customer-addresses/country-rules.ts';
  const bytesIn = ({ inputs }: Metafile['outputs'][string]) => inputs[rules]?.bytesInOutput ?? 0;
  const sizes = Object.entries(metafile.outputs).flatMap(([file, output]) => {
    const name = names.find((each) => file.endsWith(`/${each}/${bundleFile}`));
    return bytesIn(output) > 0 ? [[name ?? file, bytesIn(output)] as const] : [];
  });

  expect(sizes.map(([name]) => name).toSorted()).toEqual(judgesOfAddresses);
  expect(Math.min(...sizes.map(([, bytes]) => bytes))).toBeGreaterThan(1024);
  expect(Math.max(...sizes.map(([, bytes]) => bytes))).toBeLessThanOrEqual(40 * 1024);
});

describe('a bundle', () => {
  test.each(names)('of %s declares no other function', (name) => {
    const text = textOf(name);

    const of = shopCalls.find((call) => call.name === name)?.of?.name;
    expect(names.filter((other) => ![name, of].includes(other) && text.includes(`name:"${other}"`))).toEqual([]);
  });

  test.each(names)('of %s has no clock that can be moved, nor anything else of the local server', (name) => {
    expect(inputsOf(name).filter((input) => /^bin\//.test(input))).toEqual([]);
    expect(textOf(name)).not.toMatch(/globalThis\.Date|\bDate\.now\s*=(?!=)/);
  });

  test.skipIf(sdkAsIs).each(names)('of %s has no credentials but those of the environment', (name) => {
    expect(inputsOf(name).filter((input) => /credential-provider-(?!env)/.test(input))).toEqual([]);
  });

  /** Commands that need an action of another name. */
  const actionOf: Record<string, string> = {
    CopyObject: 'PutObject',
    CreateMultipartUpload: 'PutObject',
    CompleteMultipartUpload: 'PutObject',
    UploadPart: 'PutObject',
    HeadObject: 'GetObject',
    ListParts: 'ListMultipartUploadParts',
    SendMessageBatch: 'SendMessage',
    DescribeReplay: 'StartReplay',
    DeleteObjects: 'DeleteObject',
    ListObjectsV2: 'ListObjects',
  };

  /** S3's own, of buckets that the project has not; and giving an upload in parts up, which only direct uploads need. */
  const idle = new Set(['CreateSession', 'AbortMultipartUpload']);

  test.each([...accesses])('of %s has only the commands of what it reaches', (name, { reach }) => {
    const commands = inputsOf(name).flatMap(
      (input) => /client-(?:s3|sqs|sesv2|sts|eventbridge)\/.*\/commands\/(\w+)Command\.js$/.exec(input)?.[1] ?? [],
    );
    const actions = new Set(commands.filter((each) => !idle.has(each)).map((each) => actionOf[each] ?? each));

    const signed = reach.includes('AssumeRole downloads') ? downloads.reach : [];
    const reached = [...reach, ...signed]
      .map((each) => each.split(' ')[0])
      .filter((each) => /Object|Parts|^Send|^Assume|^PutEvents|^StartReplay/.test(each ?? ''));
    expect([...actions].toSorted()).toEqual([...new Set(reached)].toSorted());
  });

  test.each(names)('of %s finds the settings that it asks for', async (name) => {
    const { Resources } = await template();
    const environments = Object.values(Resources).flatMap(({ Properties }) =>
      Properties?.FunctionName === `StoreCommerceApi-${name}` ? [JSON.stringify(Properties.Environment)] : [],
    );
    const settings = ['STORE_TABLE', 'OBJECT_BUCKET', 'MAIL_SENDER', 'SERVICE_URL', 'EVENT_BUS', 'EVENT_SOURCE'];
    const asked = settings.filter((each) => new RegExp(`\\b${each}\\b`).test(textOf(name)));

    expect(asked).toContain(name === 'publish-events' ? 'EVENT_BUS' : 'STORE_TABLE');
    expect(asked.filter((each) => !environments[0]?.includes(`"${each}"`))).toEqual([]);
  });
});
