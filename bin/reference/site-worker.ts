/**
 * Makes the files of the reference, of the console, of the elements and of the hosted pages in a thread, and hands them over. They are kept
 * in `.build/pages` until the code changes: another start reads them from there.
 */
import { join, resolve } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { keptUntilChanged } from './kept-files.ts';

const root = resolve(import.meta.dirname, '../..');

const kept = { root, sources: ['bin', 'lib', 'package.json', 'package-lock.json'], folder: join(root, '.build/pages') };

const files = await keptUntilChanged(kept, async () => {
  const [site, console, elements, hosted] = await Promise.all([
    import('./site.ts'),
    import('../console/files.ts'),
    import('../elements/files.ts'),
    import('../hosted-pages/files.ts'),
  ]);
  return {
    docs: site.siteFiles('local'),
    console: await console.consoleFiles(),
    elements: elements.elementsFiles(),
    hosted: hosted.hostedPagesFiles(),
  };
});

parentPort?.postMessage(files);
