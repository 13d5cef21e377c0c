/** The elements for the pages of shops as one file, which any page may load. */
import { join } from 'node:path';
import { browserFile } from '../build/browser-file.ts';
import type { SiteFile } from '../reference/site.ts';

/** The files by their names below `/elements/`. A script for which pages would have to change gets another name. */
export const elementsFiles = (): Map<string, SiteFile> =>
  new Map([
    ['v1.js', { contentType: 'text/javascript; charset=utf-8', body: Buffer.from(elementsScript({ minify: true })) }],
  ]);

/** The module that defines the elements, with everything that it imports. */
export const elementsScript = (options: { minify: boolean }): string =>
  browserFile(join(import.meta.dirname, '../../lib/client/elements/elements.ts'), options);
