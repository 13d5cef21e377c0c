/** The elements for the pages of shops as one file, which any page may load. */
import { join, resolve } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import type { SiteFile } from '../reference/site.ts';

const root = resolve(import.meta.dirname, '../..');

/** The files by their names below `/elements/`. A script for which pages would have to change gets another name. */
export const elementsFiles = (): Map<string, SiteFile> =>
  new Map([
    ['v1.js', { contentType: 'text/javascript; charset=utf-8', body: Buffer.from(elementsScript({ minify: true })) }],
  ]);

/** The module that defines the elements, with everything that it imports. */
export function elementsScript({ minify }: Pick<BuildOptions, 'minify'>): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(root, 'lib/client/elements/elements.ts')],
    absWorkingDir: root,
    bundle: true,
    minify,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}
