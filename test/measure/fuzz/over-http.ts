import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { portOf } from '../../../bin/local/engines/ports.ts';
import { runFunction } from '../../../bin/local/functions.ts';
import { startServer } from '../../../bin/local/server.ts';
import { gateway } from '../../../lib/gateway/gateway.ts';
import { operations } from '../../../lib/resources/operations.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import { type CallInput, requestOf } from '../../support/http/call.ts';
import type { Response } from '../../support/http/documented.ts';

export interface HttpTarget {
  send(operation: Operation, input: CallInput): Promise<Response>;
  stop(): void;
}

const ofTheTransport = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

/** The gateway on a free port, and a client that sends whatever can be sent over HTTP. */
export async function startHttpTarget(): Promise<HttpTarget> {
  const server = await startServer(0, [gateway(operations, (name, event) => runFunction(name, event))]);
  const port = portOf(server);
  return {
    async send(operation, input) {
      const { method, target, headers, body } = requestOf(operation, input);
      const outgoing = httpRequest({
        host: '127.0.0.1',
        port,
        method,
        path: target,
        headers: Object.fromEntries(headers),
      });
      // A GET that declares no length has no body.
      if (body.length > 0) outgoing.setHeader('Content-Length', body.length);
      outgoing.end(body);
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      const answered = await text(response);
      return {
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(
          Object.entries(response.headers)
            .filter(([name]) => !ofTheTransport.has(name))
            .map(([name, value]) => [name, String(value)]),
        ),
        body: answered === '' ? undefined : JSON.parse(answered),
      };
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
