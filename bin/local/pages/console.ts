/** The staff console under `/console/`, as the distribution serves it on AWS. */
import { gzipSync } from 'node:zlib';
import { type Mount, pathOf } from '../../../lib/gateway/mounts.ts';
import { consoleHeaders, consolePolicy } from '../../console/policy.ts';
import type { SiteFile } from '../../reference/site.ts';

/** Files come from where the reference's do. */
export function staffConsole(files: Promise<ReadonlyMap<string, SiteFile>>): Mount {
  return {
    handles: (method, path) =>
      (method === 'GET' || method === 'HEAD') && (path === '/console' || path.startsWith('/console/')),

    async handle(request, response) {
      request.resume();
      const path = pathOf(request);
      if (path === '/console') {
        response.writeHead(308, { Location: '/console/' }).end();
        return;
      }
      const made = await files;
      // All other addresses are the one page, which has a router.
      const file = made.get(path.slice('/console/'.length)) ?? made.get('index.html');
      if (!file) throw new Error('The console has no page');
      const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      const body = takesGzip ? gzipSync(file.body) : file.body;
      response
        .writeHead(200, {
          'Content-Type': file.contentType,
          'Content-Length': body.length,
          'Cache-Control': 'no-cache',
          Vary: 'Accept-Encoding',
          // Links to the bucket lead to this server by the name that functions know.
          'Content-Security-Policy': consolePolicy(`http://localhost:${request.socket.localPort}`),
          ...consoleHeaders,
          ...(takesGzip && { 'Content-Encoding': 'gzip' }),
        })
        .end(request.method === 'HEAD' ? undefined : body);
    },
  };
}
