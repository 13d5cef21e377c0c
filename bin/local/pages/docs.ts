/** The reference under `/docs/` and its `/llms.txt`, as the distribution serves them on AWS. */
import { Worker } from 'node:worker_threads';
import { type Mount, pathOf } from '../../../lib/gateway/mounts.ts';
import { notFoundPage } from '../../reference/not-found.ts';
import { docsPolicy } from '../../reference/policy.ts';
import type { SiteFile } from '../../reference/site.ts';

const notFound: SiteFile = { contentType: 'text/html; charset=utf-8', body: Buffer.from(notFoundPage) };

/** Its pages try requests with the demo store's key. */
export function docs(demoKey: string): Mount {
  const files = madeAside(demoKey);
  return {
    handles: (method, path) =>
      (method === 'GET' || method === 'HEAD') &&
      (path === '/docs' || path.startsWith('/docs/') || path === '/llms.txt'),

    async handle(request, response) {
      request.resume();
      const path = pathOf(request);
      if (path === '/docs') {
        response.writeHead(308, { Location: '/docs/' }).end();
        return;
      }
      const name = path === '/llms.txt' ? 'llms.txt' : path.slice('/docs/'.length) || 'index.html';
      const file = (await files).get(name);
      const { contentType, body } = file ?? notFound;
      response
        .writeHead(file ? 200 : 404, {
          'Content-Type': contentType,
          'Content-Length': body.length,
          'Cache-Control': 'no-cache',
          'Content-Security-Policy': docsPolicy,
        })
        .end(request.method === 'HEAD' ? undefined : body);
    },
  };
}

/** The files, made in a thread of their own: neither the start nor a request waits while they are. */
function madeAside(demoKey: string): Promise<Map<string, SiteFile>> {
  const making = new Promise<Map<string, SiteFile>>((resolve, reject) => {
    const worker = new Worker(new URL('../../reference/site-worker.ts', import.meta.url));
    worker.unref();
    worker.once('message', (made: Map<string, MadeFile>) =>
      resolve(
        new Map(
          [...made].map(([name, { contentType, body }]) => [
            name,
            withKey({ contentType, body: Buffer.from(body) }, demoKey),
          ]),
        ),
      ),
    );
    worker.once('error', reject);
  });
  // Whoever reads the reference is told.
  making.catch(() => undefined);
  return making;
}

/** As it comes from the thread. */
interface MadeFile {
  contentType: string;
  body: Uint8Array;
}

const withKey = ({ contentType, body }: SiteFile, key: string): SiteFile => ({
  contentType,
  body: contentType.startsWith('text/html')
    ? Buffer.from(body.toString().replace('</title>', `</title>\n<meta name="demo-key" content="${key}">`))
    : body,
});
