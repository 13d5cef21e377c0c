/** What links to the bucket lead to: the S3 engine, on the server's own port and for the pages of every origin. */
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { shareWith } from '../../../lib/gateway/cors.ts';
import type { Mount } from '../../../lib/gateway/mounts.ts';

const everybody = { origins: ['*'], methods: ['PUT', 'GET', 'HEAD'], exposed: ['ETag'] };

/** Serves signed links to the objects of a bucket. Whatever else S3 can do is asked of the engine itself. */
export function links(engine: string, bucket: string): Mount {
  const { hostname, port } = new URL(engine);
  const agent = new Agent({ keepAlive: true });
  return {
    handles: (_, path) => path.startsWith(`/${bucket}/`),

    async handle(request, response) {
      if (shareWith(everybody, request, response)) return;
      if (!request.url?.includes('X-Amz-Signature=')) return void response.writeHead(403).end();
      const { method, url, headers } = request;
      // The Host header goes along: it is signed.
      const upstream = httpRequest({ hostname, port, agent, method, path: url, headers });
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        upstream.once('response', resolve).once('error', reject);
      });
      await Promise.all([pipeline(request, upstream), answered.then((answer) => send(answer, response))]);
    },
  };
}

async function send(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const { connection: _, 'keep-alive': __, ...headers } = answer.headers;
  const own = Object.entries(headers).filter(([name]) => !name.startsWith('access-control-'));
  response.writeHead(answer.statusCode ?? 502, Object.fromEntries(own));
  await pipeline(answer, response);
}
