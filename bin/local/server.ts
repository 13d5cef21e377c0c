/** The one port that everything is served on. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gatewayErrors } from '../../lib/contract/gateway-errors.ts';
import { sendGatewayError } from '../../lib/gateway/gateway.ts';
import { refuseMalformed } from '../../lib/gateway/malformed.ts';
import { type Mount, pathOf } from '../../lib/gateway/mounts.ts';
import { describeError, log } from '../../lib/runtime/log.ts';
import { StartupError } from './startup-error.ts';

/**
 * Listens on loopback; a request goes to the first mount that handles it. Throws a `StartupError` where the port is in use
 * or not allowed.
 */
export async function startServer(port: number, mounts: readonly Mount[]): Promise<Server> {
  const answer = (request: IncomingMessage, response: ServerResponse) => void serve(mounts, request, response);
  // Node would answer a missing Host and an unknown Expect by itself, not in the envelope.
  const server = createServer({ headersTimeout: 15_000, requestTimeout: 0, requireHostHeader: false }, answer);
  server.on('checkExpectation', answer);
  server.on('clientError', refuseMalformed);
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    throw portError(port, error);
  }
  return server;
}

async function serve(mounts: readonly Mount[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const path = pathOf(request);
    const mount = mounts.find((candidate) => candidate.handles(request.method ?? '', path));
    await mount?.handle(request, response);
  } catch (error) {
    // A client that went away has nobody to answer.
    if (response.destroyed || request.destroyed) return;
    log('error', 'request failed', { path: pathOf(request), error: describeError(error) });
    if (response.headersSent) response.destroy();
    else sendGatewayError(response, gatewayErrors.failure);
  }
}

function portError(port: number, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartupError(`Port ${port} is in use: stop what listens there, or choose another with --port`);
  }
  if (code === 'ERR_SOCKET_BAD_PORT') return new StartupError(`The port must be 0 to 65535, not ${port}`);
  if (code === 'EACCES') return new StartupError(`Port ${port} is not allowed: choose one above 1023 with --port`);
  return error;
}
