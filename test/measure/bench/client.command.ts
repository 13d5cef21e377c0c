/** `npm run measure -- bench:client`: what the client's package weighs, and how long it takes to import, in fresh processes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { buildClient } from '../../../bin/build/client/package.ts';
import { commandOptions } from '../../../bin/command-line/options.ts';
import { textTable } from '../../../bin/command-line/table.ts';

const { runs } = commandOptions({
  command: 'npm run measure -- bench:client',
  summary: 'Measures the size of each entry of the client, minified and compressed, and the time to import them.',
  options: { runs: { type: 'number', value: 'N', default: 15, summary: 'processes that import each' } },
});

const root = resolve(import.meta.dirname, '../../..');
// Within the project, where the AWS SDK is found.
const work = mkdtempSync(join(root, '.build/bench-client-'));

/** The least of what is measured: a machine that is busy only adds to it. */
const leastOf = (measure: () => number): number => Math.min(...Array.from({ length: runs }, measure));

/** Milliseconds that a fresh process takes to import a file. */
function importTime(file: string): number {
  const script = `const startedAt = performance.now(); await import(${JSON.stringify(pathToFileURL(file).href)}); console.log(performance.now() - startedAt);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

async function measured(name: string, file: string) {
  const entryPoint = join(work, file);
  const { outputFiles } = await build({
    ...{ entryPoints: [entryPoint], bundle: true, minify: true, format: 'esm', write: false, platform: 'neutral' },
    external: ['@aws-sdk/*'],
  });
  const bundle = outputFiles[0]?.contents ?? new Uint8Array();
  return [
    name,
    ...[bundle, gzipSync(bundle), brotliCompressSync(bundle)].map(({ length }) => length / 1024),
    leastOf(() => importTime(entryPoint)),
  ];
}

try {
  buildClient(work);
  const rows = [
    await measured('store-commerce-api-client', 'store-commerce.js'),
    await measured('store-commerce-api-client/storefront', 'storefront.js'),
    await measured('store-commerce-api-client/functions', 'functions.js'),
    ['@aws-sdk/client-lambda alone', undefined, undefined, undefined, leastOf(sdkTime)],
  ];
  const columns = ['entry', 'minified, KB', 'gzip, KB', 'brotli, KB', 'import, ms'];
  console.log(textTable({ columns, rows, figures: true }));
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** What the functions' entry takes for the SDK, which its program imports anyway. */
function sdkTime(): number {
  const script = `const startedAt = performance.now(); await import('@aws-sdk/client-lambda'); console.log(performance.now() - startedAt);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' }));
}
