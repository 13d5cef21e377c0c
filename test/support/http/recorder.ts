/** A line to a server that records what goes over it. */
import { createServer, type IncomingMessage, request as send } from 'node:http';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { listen } from './servers.ts';

export interface Recorded {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  status: number;
  /** Of an error. */
  code: string | undefined;
}

interface Recorder {
  /** Its own base URL. */
  url: string;
  /** Each request with a reply, in the order of the replies. */
  requests: Recorded[];
  stop(): void;
}

/** Passes every request on to the server at a base URL, under that server's own name. */
export async function recorderOf(base: string): Promise<Recorder> {
  const { host, hostname, port } = new URL(base);
  const requests: Recorded[] = [];
  const server = createServer((incoming, response) => {
    const { method = '', url: path = '', headers } = incoming;
    const outgoing = send({ hostname, port, method, path, headers: { ...headers, host } });
    outgoing.on('error', () => response.destroy());
    outgoing.on('response', async (answer: IncomingMessage) => {
      const { statusCode: status = 0 } = answer;
      const body = await buffer(answer);
      const code = status < 400 ? undefined : JSON.parse(body.toString()).code;
      requests.push({ method, path, idempotencyKey: headers['idempotency-key']?.toString(), status, code });
      response.writeHead(status, answer.headers).end(body);
    });
    pipeline(incoming, outgoing, () => undefined);
  });
  return {
    url: await listen(server),
    requests,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
