/** The one port that everything is served on. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { refuseMalformed } from '../../lib/gateway/connections.ts';
import { sendGatewayError } from '../../lib/gateway/gateway.ts';
import { type Mount, pathOf } from '../../lib/gateway/mounts.ts';
import { gatewayErrors } from '../../lib/resources/gateway-errors.ts';
import { describeError, log } from '../../lib/runtime/log.ts';
import { listenOn, portOf } from './engines/ports.ts';
import { askedBy, foreignIn, type IsOwn, ownHosts, refuseForeign } from './guard.ts';

/** Headers of every answer but the API's: the contract defines those. A mount may override them. */
const headersOfPages = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const;

/**
 * Listens on loopback and passes each request to the first mount that handles it. Refuses foreign pages and hosts other than this machine's
 * and `hosts`. Throws a `StartupError` when the port is in use or not allowed.
 */
export async function startServer(
  port: number,
  mounts: readonly Mount[],
  hosts: readonly string[] = [],
): Promise<Server> {
  let isOwn: IsOwn = () => false;
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    void serve({ mounts, isOwn }, request, response);
  // Node would answer a missing Host and an unknown Expect on its own, not in the envelope.
  const server = createServer(
    // Idle connections stay open longer than clients on a busy machine pause: none sends on a connection that is being closed.
    { headersTimeout: 15_000, requestTimeout: 0, keepAliveTimeout: 65_000, requireHostHeader: false },
    answer,
  );
  server.on('checkExpectation', answer);
  server.on('clientError', refuseMalformed);
  await listenOn(port, server);
  isOwn = ownHosts(portOf(server), hosts);
  return server;
}

interface Served {
  mounts: readonly Mount[];
  isOwn: IsOwn;
}

async function serve({ mounts, isOwn }: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const path = pathOf(request);
    if (!/^\/(?:api|shop|storefront)\//.test(path)) response.setHeaders(new Map(Object.entries(headersOfPages)));
    const mount = mounts.find((candidate) => candidate.handles(request.method ?? '', path));
    const foreign = foreignIn(askedBy(request), isOwn, mount?.pages ?? 'own');
    if (foreign !== undefined) refuseForeign(response, foreign, toDo(request.socket.localPort));
    else if (mount) await mount.handle(request, response);
    else sendGatewayError(response, gatewayErrors.unknownRoute);
  } catch (error) {
    // A client that went away gets no answer.
    if (response.destroyed || request.socket.destroyed) return;
    log('error', 'request failed', { path: pathOf(request), error: describeError(error) });
    if (response.headersSent) response.destroy();
    else sendGatewayError(response, gatewayErrors.failure);
  }
}

const toDo = (port = 0) => ({
  host: `This server is localhost:${port}: ask it by that name, or start it with --allow-host and the name that you use`,
  page: `Pages of other origins may not use this server: ask it from your own server, or open http://localhost:${port}/`,
});
