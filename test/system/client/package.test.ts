/** The package as `npm run build:client` makes it. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildClient } from '../../../bin/build/client/package.ts';
import { componentSchemas } from '../../../bin/reference/openapi/json-schema.ts';
import { operations } from '../../../lib/resources/nouns.ts';
import { contractVersion } from '../../../lib/resources/version.ts';
import { compile } from '../../support/compile.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;

beforeAll(() => {
  folder = join(temporaryFolder(), 'client');
  buildClient(folder);
});

const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

const importedBy = (file: string): string[] =>
  [...read(file).matchAll(/(?:from|import) ?\(?['"]([^'"]+)['"]/g)].map(([, name = '']) => name);

/** A file, all that it imports directly or not, and the names of other packages. */
function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const name of importedBy(file)) {
    if (!name.startsWith('./')) reached.add(name);
    else reachedFrom(file.endsWith('.d.ts') ? name.slice(2).replace(/\.js$/, '.d.ts') : name.slice(2), reached);
  }
  return reached;
}

/** Bytes of an entry as a browser gets it. */
async function compressedSize(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, entry)],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '').length;
}

describe('the package', () => {
  test('has a browser entry of 14 KB at most, minified and compressed', async () => {
    const size = await compressedSize('store-commerce.js');

    expect(size).toBeGreaterThan(1000);
    expect(size).toBeLessThanOrEqual(14 * 1024);
  });

  test('has a storefront entry of 6 KB at most, minified and compressed', async () => {
    const size = await compressedSize('storefront.js');

    expect(size).toBeGreaterThan(1000);
    expect(size).toBeLessThanOrEqual(6 * 1024);
  });

  test('has the elements as one file of 14 KB at most, minified and compressed, which a bundler does not drop', async () => {
    const size = await compressedSize('elements.js');

    expect(size).toBeGreaterThan(5000);
    expect(size).toBeLessThanOrEqual(14 * 1024);
    expect(read('elements.js')).toContain("'store-reviews'".replaceAll("'", '"'));
    const { outputFiles } = await build({
      stdin: { contents: "import 'store-commerce-api-client/elements';", resolveDir: folder },
      alias: { 'store-commerce-api-client/elements': join(folder, 'elements.js') },
      ...{ bundle: true, format: 'esm', write: false },
    });
    expect(outputFiles[0]?.text).toContain('customElements.define');
  });

  test('needs no other package', () => {
    const imported = globSync('*.{js,d.ts}', { cwd: folder }).flatMap(importedBy);

    expect(new Set(imported.filter((name) => !name.startsWith('./')))).toEqual(new Set(['@aws-sdk/client-lambda']));
    expect(JSON.parse(read('package.json'))).not.toHaveProperty('dependencies');
  });

  test.each(['store-commerce', 'storefront', 'webhooks', 'elements'])(
    'has the entry %s for every runtime: types need none',
    (entry) => {
      const reached = [...reachedFrom(`${entry}.js`), ...reachedFrom(`${entry}.d.ts`)];

      expect(reached).toContain(`${entry}.js`);
      expect(reached.filter((name) => !/\.(?:js|d\.ts)$/.test(name))).toEqual([]);
    },
  );

  test('has the version of the contract, the first in its changelog after unreleased changes', () => {
    expect(JSON.parse(read('package.json')).version).toBe(contractVersion);
    expect(/^## (\d\S*)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(contractVersion);
  });

  test('has its texts beside its code', () => {
    expect(JSON.parse(read('package.json'))).toMatchObject({
      name: 'store-commerce-api-client',
      exports: {
        '.': { types: './store-commerce.d.ts', default: './store-commerce.js' },
        './storefront': { types: './storefront.d.ts', default: './storefront.js' },
        './functions': { types: './functions.d.ts', default: './functions.js' },
        './webhooks': { types: './webhooks.d.ts', default: './webhooks.js' },
        './elements': { types: './elements.d.ts', default: './elements.js' },
      },
      sideEffects: ['./elements.js'],
    });
    expect(read('README.md')).toMatch(/\S/);
  });

  test('says of every method what the contract says of its operation', () => {
    const types = read('api.d.ts');

    // What uploads are made of is no method.
    const documented = operations.filter(({ name }) => !/upload|set-gift-option-image/.test(name));
    for (const { summary } of documented) expect(types).toContain(` * ${summary}`);
  });

  test('says of every field what the contract says of it', () => {
    const types = read('api.d.ts').replaceAll(/\n\s*\* ?/g, '\n');
    const described = Object.values(componentSchemas()).flatMap(({ properties = {} }) =>
      Object.values(properties).flatMap((field) => (typeof field === 'object' ? (field.description ?? []) : [])),
    );

    for (const text of described) expect(types).toContain(text);
  });

  test('has the types that follow from the schemas of the contract', () => {
    const file = join(folder, '..', 'agreement.ts');
    writeFileSync(file, agreement);

    expect(compile([file], { skipLibCheck: true, allowImportingTsExtensions: true, noEmit: true })).toBe('');
  });
});

/** Compiles where what a method takes and gives is the same as the package declares it and as the contract's schemas make it. */
const agreement = `
import type * as made from '${resolve(import.meta.dirname, '../../../lib/client/api.ts')}';
import type * as declared from './client/api.js';

type Shape<Groups> = {
  [Group in keyof Groups]: {
    [Name in keyof Groups[Group]]: Groups[Group][Name] extends (...args: infer Taken) => infer Given
      ? [Taken, Awaited<Given>]
      : Groups[Group][Name];
  };
};

import type * as madeFunctions from '${resolve(import.meta.dirname, '../../../lib/client/functions-api.ts')}';
import type * as declaredFunctions from './client/functions-api.js';

type Functions<All> = Shape<{ functions: All }>;

declare let fromSchemas: [Functions<madeFunctions.StorefrontFunctions>, Functions<madeFunctions.OperatorFunctions>, Shape<made.Groups>, Shape<made.UploadReplies>, made.ErrorCode];
declare let fromPackage: [Functions<declaredFunctions.StorefrontFunctions>, Functions<declaredFunctions.OperatorFunctions>, Shape<declared.Groups>, Shape<declared.UploadReplies>, declared.ErrorCode];
fromSchemas = fromPackage;
fromPackage = fromSchemas;
`;
