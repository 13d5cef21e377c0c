/** The reference under `/docs/` and its `/llms.txt`, as the distribution serves them on AWS. */
import { type Mount, pathOf } from '../../../lib/gateway/mounts.ts';
import { notFoundPage } from '../../reference/not-found.ts';
import { docsPolicy } from '../../reference/policy.ts';
import type { SiteFile } from '../../reference/site.ts';

const notFound: SiteFile = { contentType: 'text/html; charset=utf-8', body: Buffer.from(notFoundPage) };

/** Its pages try requests with the demo store's key. */
export function docs(made: Promise<ReadonlyMap<string, SiteFile>>, demoKey: string): Mount {
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
      const file = (await made).get(name);
      const { contentType, body } = file ? withKey(file, demoKey) : notFound;
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

const withKey = ({ contentType, body }: SiteFile, key: string): SiteFile => ({
  contentType,
  body: contentType.startsWith('text/html')
    ? Buffer.from(body.toString().replace('</title>', `</title>\n<meta name="demo-key" content="${key}">`))
    : body,
});
