/** Sends answers, also to a client that is still sending, with headers that let browsers of other origins read them. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/**
 * How much a client may still send after it got its reply. Closing a connection with unread bytes resets it, and the
 * client loses a reply that it has not read yet. The server stops waiting for a client that sends less than
 * `bytesAtLeast` in a `pause`.
 */
const drainLimits = { bytes: 32 * 1024 * 1024, milliseconds: 10_000, pause: 2000, bytesAtLeast: 64 * 1024 } as const;

/** Sends a reply. If the request's body has not fully arrived, the rest is dropped and the connection closes. */
export function reply(response: ServerResponse, status: number, headers: OutgoingHttpHeaders, body: Buffer): void {
  if (!isArriving(response.req)) {
    response.writeHead(status, headers).end(body);
    return;
  }
  response.writeHead(status, { ...headers, Connection: 'close' });
  response.flushHeaders();
  if (body.length > 0) response.write(body);
  void dropped(response.req).then(() => response.end());
}

const isArriving = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** Reads the remaining bytes and drops them, until the stream ends or a limit is reached. */
export function dropped(arriving: Readable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, drainLimits.milliseconds);
  let bytes = 0;
  let before = 0;
  const pauses = setInterval(() => {
    if (bytes - before < drainLimits.bytesAtLeast) resolve();
    before = bytes;
  }, drainLimits.pause);
  arriving.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainLimits.bytes) resolve();
  });
  for (const event of ['end', 'error', 'close']) arriving.once(event, () => resolve());
  arriving.resume();
  return promise.finally(() => {
    clearTimeout(timer);
    clearInterval(pauses);
  });
}

interface Sharing {
  /** Allowed origins of pages; `*` means any. */
  origins: readonly string[];
  methods: readonly string[];
  /** Headers of a reply that such a page may read. */
  exposed: readonly string[];
}

const secondsOfPreflight = 3600;

/** Lets pages of other origins read the reply. Returns true if the request was a preflight request; the reply is then already sent. */
export function shareWith(
  { origins, methods, exposed }: Sharing,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !(origins.includes('*') || origins.includes(origin))) return false;
  response.setHeader('Access-Control-Allow-Origin', origins.includes('*') ? '*' : origin);
  response.setHeader('Vary', 'Origin');
  response.setHeader('Access-Control-Expose-Headers', exposed.join(', '));
  if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return false;
  response.writeHead(204, {
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '',
    'Access-Control-Max-Age': secondsOfPreflight,
  });
  response.end();
  return true;
}
