/** The files of the reference and of the console, made in a thread of their own: neither the start nor a request waits while they are. */
import { Worker } from 'node:worker_threads';
import type { SiteFile } from '../../reference/site.ts';

type Files = ReadonlyMap<string, SiteFile>;

/** As they come from the thread. */
type Made = Readonly<Record<'docs' | 'console', ReadonlyMap<string, { contentType: string; body: Uint8Array }>>>;

export function madeFiles(): { docs: Promise<Files>; console: Promise<Files> } {
  const making = new Promise<Made>((resolve, reject) => {
    const worker = new Worker(new URL('../../reference/site-worker.ts', import.meta.url));
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const filesOf = async (site: keyof Made): Promise<Files> =>
    new Map(
      [...(await making)[site]].map(([name, { contentType, body }]) => [
        name,
        { contentType, body: Buffer.from(body) },
      ]),
    );
  const files = { docs: filesOf('docs'), console: filesOf('console') };
  // Whoever reads a page is told.
  for (const each of Object.values(files)) each.catch(() => undefined);
  return files;
}
