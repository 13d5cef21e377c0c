/** What the compiler of TypeScript says of files: nothing where they compile. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const compiler = resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

/** Compiles files of one folder under `strict`, in one thread; `options` are those of a `tsconfig.json`. */
export function compile(files: readonly string[], options: object = {}): string {
  const folder = dirname(files[0] ?? '');
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = { target: 'es2024', module: 'nodenext', strict: true, types: [], noEmit: true, ...options };
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', config, '--singleThreaded'], {
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`;
}
