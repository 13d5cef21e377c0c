/** What goes into a function's bundle, and into no other's. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleFile, functionBundle } from '../../bin/build/bundles.ts';
import { functionFiles } from '../../lib/contract/function-files.ts';
import { operations } from '../../lib/contract/operations.ts';
import { bundles } from '../support/aws/template.ts';

const names = [...functionFiles.keys()];
let folder: string;
let metafile: Metafile;

beforeAll(async () => {
  ({ folder, metafile } = await bundles());
}, 300_000);

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

test('nothing of the contract is in a bundle that uses nothing of it', async () => {
  const modules = globSync('lib/contract/**/*.ts');
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

describe('a bundle', () => {
  test.each(names)('of %s declares no other function', (name) => {
    const text = textOf(name);

    expect(names.filter((other) => other !== name && text.includes(`name:"${other}"`))).toEqual([]);
  });

  test.each(names)('of %s has no credentials but those of the environment', (name) => {
    expect(inputsOf(name).filter((input) => /credential-provider-(?!env)/.test(input))).toEqual([]);
  });

  test.each(operations)('of $name has clients of what it reaches alone', ({ name, reach = [] }) => {
    const clients = new Set(inputsOf(name).flatMap((input) => /@aws-sdk\/(client-[\w-]+)/.exec(input)?.[1] ?? []));

    expect(clients.has('client-s3')).toBe(reach.some((each) => each.endsWith('-objects')));
    expect(clients.has('client-sqs')).toBe(reach.some((each) => each.startsWith('queue-')));
  });

  test('answers requests', async () => {
    const { handler } = await import(join(folder, 'get-customer-address', bundleFile));

    const response = await handler({ headers: {} }, {});

    expect(response).toMatchObject({ statusCode: 401, body: expect.stringContaining('UNAUTHORIZED') });
  });
});
