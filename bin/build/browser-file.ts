/** Scripts and styles for browsers, each as one file. */
import { resolve } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';

/** A script or a style sheet, given by its path, with everything that it imports. It is UTF-8. */
export function browserFile(path: string, { minify = true, external }: Pick<BuildOptions, 'minify' | 'external'> = {}) {
  const { outputFiles } = buildSync({
    entryPoints: [path],
    absWorkingDir: resolve(import.meta.dirname, '../..'),
    bundle: true,
    minify,
    external,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}
