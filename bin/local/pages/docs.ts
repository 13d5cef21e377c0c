/** The API reference under `/docs/`, as the distribution serves it on AWS. */

import { type Mount, pathOf, sendJson } from '../../../lib/gateway/mounts.ts';
import { docsFiles, docsPolicy } from '../../build/docs-page.ts';

export function docs(): Mount {
  const files = docsFiles();
  return {
    handles: (method, path) =>
      (method === 'GET' || method === 'HEAD') && (path === '/docs' || path.startsWith('/docs/')),

    async handle(request, response) {
      request.resume();
      const path = pathOf(request);
      if (path === '/docs') {
        response.writeHead(308, { Location: '/docs/' }).end();
        return;
      }
      const file = files.get(path.slice('/docs/'.length) || 'index.html');
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
