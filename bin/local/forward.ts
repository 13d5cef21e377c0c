/** Hands requests on to an engine. */

import type { ServerResponse } from 'node:http';
import { type Agent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { targetOf } from '../../lib/gateway/mounts.ts';

interface Onwards {
  /** The engine's endpoint. */
  engine: URL;
  agent: Agent;
  /** What goes along of the request's headers: `Host` is the engine's own. */
  headers: OutgoingHttpHeaders;
}

/** Hands on the request as it arrives, and the answer. What an engine says of other origins is not passed on. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { engine: { hostname, port }, agent, headers }: Onwards,
): Promise<void> {
  const { method } = request;
  const upstream = httpRequest({ hostname, port, agent, method, path: targetOf(request), headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    upstream.once('response', resolve).once('error', reject);
  });
  await Promise.all([pipeline(request, upstream), answered.then((answer) => send(answer, response))]);
}

async function send(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const { connection: _, 'keep-alive': __, ...headers } = answer.headers;
  const own = Object.entries(headers).filter(([name]) => !name.startsWith('access-control-'));
  response.writeHead(answer.statusCode ?? 502, Object.fromEntries(own));
  await pipeline(answer, response);
}
