/**
 * Receives uploads that are too large for API Gateway, in a container behind the distribution: the functions' own chain, reading files as
 * they arrive. Listens on `PORT` (default 8080) and answers `/health`.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { handler as uploadDigitalFile } from '../functions/api/digital-files/upload-digital-file.ts';
import { handler as removeGiftOptionImage } from '../functions/api/gift-options/remove-gift-option-image.ts';
import { handler as setGiftOptionImage } from '../functions/api/gift-options/set-gift-option-image.ts';
import { Connections, longestUpload, refuseMalformed } from '../lib/gateway/connections.ts';
import { pathOf, sendJson } from '../lib/gateway/mounts.ts';
import { lambdaContext } from '../lib/gateway/proxy-event.ts';
import { shareWith } from '../lib/gateway/reply.ts';
import { uploadDoor } from '../lib/gateway/upload-door.ts';
import { uploadDigitalFile as digitalFile } from '../lib/resources/digital-files/operations.ts';
import {
  setGiftOptionImage as image,
  removeGiftOptionImage as noImage,
} from '../lib/resources/gift-options/operations.ts';
import { describeError, log } from '../lib/runtime/log.ts';
import { setting } from '../lib/runtime/settings.ts';

const handlers = new Map([
  [digitalFile.name, uploadDigitalFile],
  [image.name, setGiftOptionImage],
  // It shares the photo's path, and so comes through the same door.
  [noImage.name, removeGiftOptionImage],
]);

/** A task that is stopped has this long to let uploads end; ECS waits as long. */
const graceMilliseconds = 110_000;

/** Of a task's 2 GB: an upload holds four parts at most. */
const uploadLimits = { uploads: 32, uploadsOfKey: 8, bytesPerSecond: 32 * 1024, seconds: 15 };

const run = (name: string, event: object, more: object): Promise<unknown> => {
  const handler = handlers.get(name);
  if (!handler) throw new Error(`There is no upload ${name}`);
  return handler(event, { ...lambdaContext(name), ...more } as never);
};

/** Pages that may upload as the deployment names them, and what they may read of a reply. */
const pages = {
  origins: (setting('UPLOAD_ORIGINS') ?? '').split(',').filter((origin) => origin !== ''),
  methods: ['POST', 'PUT', 'DELETE'],
  exposed: ['X-Request-Id', 'X-Idempotency-Replayed', 'X-Error-Field', 'Link', 'Retry-After'],
};

const connections = new Connections(1000);

const door = uploadDoor([digitalFile, image, noImage], run, uploadLimits, connections);

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (pathOf(request) === '/health') return sendJson(response, 200, { status: 'ok' });
  try {
    if (shareWith(pages, request, response)) return;
    await door.handle(request, response);
  } catch (error) {
    log('error', 'request failed', { path: pathOf(request), error: describeError(error) });
    response.destroy();
  }
}

const server = createServer(
  { headersTimeout: 15_000, requestTimeout: longestUpload, connectionsCheckingInterval: 5000 },
  (request, response) => void serve(request, response),
);
// A client that asks gets 100 Continue when its body is wanted.
server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
  request.once('resume', () => response.headersSent || response.writeContinue());
  void serve(request, response);
});
// A connection on which nothing moves.
server.setTimeout(60_000);
// Longer than the load balancer keeps one open, so that it never sends on a connection that is being closed.
server.keepAliveTimeout = 65_000;
server.on('connection', connections.add);
server.on('clientError', refuseMalformed);
server.listen(Number(process.env.PORT ?? 8080));
await once(server, 'listening');
log('info', 'upload server listens', { port: Number(process.env.PORT ?? 8080) });

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    setTimeout(() => process.exit(1), graceMilliseconds).unref();
  });
}
