/** A receiver of webhooks on this machine. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../http/listen.ts';

/** A delivery as it arrived. */
interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = number | ((response: ServerResponse) => unknown);

/** Starts a receiver that answers with a status, or as it is told; it keeps no process from ending. */
export async function startReceiver(answer: Answer = 204) {
  const received: Received[] = [];
  const behaviour = { answer };
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    const { answer: now } = behaviour;
    if (typeof now === 'number') response.writeHead(now).end();
    else now(response);
  });
  const url = await listen(server);
  server.unref();
  return { url, received, behaviour };
}
