/** What links to the bucket lead to: the S3 engine, on the server's own port and for the pages of every origin. */
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { shareWith } from '../../../lib/gateway/cors.ts';
import { type Mount, targetOf } from '../../../lib/gateway/mounts.ts';
import { reply } from '../../../lib/gateway/reply.ts';

const everybody = { origins: ['*'], methods: ['PUT', 'GET', 'HEAD'], exposed: ['ETag'] };

/** Serves signed links to the objects of a bucket. Whatever else S3 can do is asked of the engine itself. */
export function links(engine: string, bucket: string): Mount {
  const { hostname, port } = new URL(engine);
  const agent = new Agent({ keepAlive: true });
  return {
    handles: (_, path) => path.startsWith(`/${bucket}/`),

    async handle(request, response) {
      if (shareWith(everybody, request, response)) return;
      const refusal = refusalOf(new URLSearchParams(targetOf(request).split('?', 2)[1]));
      if (refusal !== undefined) return refuse(response, refusal);
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

/** Why S3 would not follow a link; the engine asks neither for a signature nor for the time, of which this server has its own. */
function refusalOf(query: URLSearchParams): string | undefined {
  if (!query.has('X-Amz-Signature')) return 'Access Denied';
  const [, day = '', hour = ''] = /^(\d{8})T(\d{6})Z$/.exec(query.get('X-Amz-Date') ?? '') ?? [];
  const signedAt = Date.parse(`${day.replace(/(..)(..)$/, '-$1-$2')}T${hour.replace(/(..)(..)$/, ':$1:$2')}Z`);
  const isOpen = Date.now() <= signedAt + Number(query.get('X-Amz-Expires')) * 1000;
  return isOpen ? undefined : 'Request has expired';
}

function refuse(response: ServerResponse, message: string): void {
  const body = Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`,
  );
  reply(response, 403, { 'Content-Type': 'application/xml', 'Content-Length': body.length }, body);
}

async function send(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const { connection: _, 'keep-alive': __, ...headers } = answer.headers;
  const own = Object.entries(headers).filter(([name]) => !name.startsWith('access-control-'));
  response.writeHead(answer.statusCode ?? 502, Object.fromEntries(own));
  await pipeline(answer, response);
}
