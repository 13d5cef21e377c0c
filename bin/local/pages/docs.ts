/** The reference under `/docs/` and its `/llms.txt`, as the distribution serves them on AWS. */
import { type Mount, pathOf, sendJson } from '../../../lib/gateway/mounts.ts';
import { docsPolicy, type SiteFile, siteFiles } from '../../reference/site.ts';

/** Its pages try requests with the demo store's key. */
export function docs(demoKey: string): Mount {
  // Made when somebody first reads it, so that nobody waits for it at the start.
  let files: Map<string, SiteFile> | undefined;
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
      files ??= new Map([...siteFiles()].map(([name, file]) => [name, withKey(file, demoKey)]));
      const file = files.get(path === '/llms.txt' ? 'llms.txt' : path.slice('/docs/'.length) || 'index.html');
      if (!file) return sendJson(response, 404, { error: 'Resource not found', code: 'NOT_FOUND' });
      response
        .writeHead(200, {
          'Content-Type': file.contentType,
          'Content-Length': file.body.length,
          'Content-Security-Policy': docsPolicy,
          'X-Content-Type-Options': 'nosniff',
        })
        .end(request.method === 'HEAD' ? undefined : file.body);
    },
  };
}

const withKey = ({ contentType, body }: SiteFile, key: string): SiteFile => ({
  contentType,
  body: contentType.startsWith('text/html')
    ? Buffer.from(body.toString().replace('</title>', `</title>\n<meta name="demo-key" content="${key}">`))
    : body,
});
