/** Bundles the project's functions: one esbuild run, one folder each. */
import { existsSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { functionFiles } from '../../lib/resources/function-files.ts';
import { sdkAsIs } from '../../lib/wire/stack.ts';
import { leanBuiltins, leanSdk } from './lean-sdk.ts';
import { shakeableContract } from './shakeable-contract.ts';

const root = resolve(import.meta.dirname, '../..');

export const bundlesFolder = join(root, '.build', 'functions');

/** The file Lambda finds in a function's folder: its handler is `index.handler`. */
export const bundleFile = 'index.mjs';

interface BundleOptions {
  folder?: string;
  /** Names of the functions to bundle; default all. */
  names?: readonly string[];
}

/**
 * Writes `<folder>/<name>/index.mjs`, minified ESM, for each function and returns esbuild's metafile. Throws for a declared file that is
 * missing.
 */
export async function bundleFunctions({ folder = bundlesFolder, names }: BundleOptions = {}): Promise<Metafile> {
  const chosen = [...functionFiles].filter(([name]) => names === undefined || names.includes(name));
  for (const [name, file] of chosen) {
    if (!existsSync(join(root, file))) throw new Error(`The contract declares ${name}, but ${file} does not exist`);
  }
  await rm(folder, { recursive: true, force: true });
  const metafile = await bundleAsFunctions(
    chosen.map(([name, file]) => [join(name, 'index'), file]),
    folder,
  );
  if (names === undefined) await bundleUploadServer(join(folder, 'upload-server'));
  return metafile;
}

/** Bundles files of the project as functions are, each to `<folder>/<name>.mjs`. */
export async function bundleAsFunctions(
  files: readonly (readonly [name: string, file: string])[],
  folder: string,
): Promise<Metafile> {
  const entryPoints = files.map(([out, file]) => ({ in: join(root, file), out }));
  const { metafile } = await build({ ...functionBundle, entryPoints, outdir: folder, metafile: true });
  return metafile;
}

/** Bundles all functions as one program and writes nothing. Returns esbuild's metafile: it names the packages of all bundles. */
export async function bundleAsOne(): Promise<Metafile> {
  const contents = [...functionFiles.values()]
    .map((file, index) => `export * as f${index} from './${file}';`)
    .join('\n');
  const { metafile } = await build({ ...functionBundle, stdin: { contents, resolveDir: root }, write: false });
  return metafile;
}

/** Bundles the upload server beside its Dockerfile, with the SDK's usual credential providers. Returns esbuild's metafile. */
export async function bundleUploadServer(folder: string): Promise<Metafile> {
  const { metafile } = await build({
    ...nodeBundle,
    entryPoints: [join(root, 'bin/upload-server.ts')],
    outfile: join(folder, 'index.mjs'),
    metafile: true,
  });
  await copyFile(join(root, 'bin/build/upload-server.Dockerfile'), join(folder, 'Dockerfile'));
  return metafile;
}

/** A dependency that is CommonJS calls `require` for Node's own modules, which an ESM file lacks. */
const requireForCommonJs = 'const require=(name)=>process.getBuiltinModule(name);';

/** A program for Node that needs nothing else. */
const nodeBundle = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // The SDK's "main" is CommonJS, which esbuild cannot shake.
  mainFields: ['module', 'main'],
  // Names of classes and functions are what makes a minified stack readable.
  keepNames: true,
  banner: { js: requireForCommonJs },
  plugins: [shakeableContract],
  logLevel: 'error',
} satisfies BuildOptions;

/** The same for Lambda: small, without what a function never needs. Whole identifiers are names that cost no call to keep. */
export const functionBundle = {
  ...nodeBundle,
  outExtension: { '.js': '.mjs' },
  keepNames: false,
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  // It lists the SDK's parts that are dropped.
  metafile: true,
  plugins: [...nodeBundle.plugins, ...(sdkAsIs ? [] : [leanBuiltins, leanSdk(root)])],
} satisfies BuildOptions;
