/**
 * A gateway server's limits for connections: how many there are, how long they may be silent, and how slowly a body may
 * arrive; also its reply to a malformed request.
 */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { EndpointContext } from '../chain/exchange.ts';
import { streamReceiver } from '../objects/receive-stream.ts';
import { gatewayErrors } from '../resources/gateway-errors.ts';
import { helpOn } from '../schema/errors.ts';
import { limits } from '../schema/limits.ts';
import { neverStored } from '../schema/operation.ts';
import type { Routed } from '../schema/shopper-page.ts';
import { dropped } from './reply.ts';

/**
 * Limits how many connections are open at once. At the limit, a new connection closes the oldest one without a valid API key: a
 * client with many slow connections loses those, and hardly ever closes a new connection of another client.
 */
export class Connections {
  readonly #atMost: number;
  readonly #strangers = new Set<Socket>();
  readonly #known = new Set<Socket>();

  constructor(atMost: number) {
    this.#atMost = atMost;
  }

  /** The listener for a server's `connection` event. */
  readonly add = (socket: Socket): void => {
    this.#strangers.add(socket);
    socket.once('close', () => {
      this.#strangers.delete(socket);
      this.#known.delete(socket);
    });
    if (this.#strangers.size + this.#known.size <= this.#atMost) return;
    const [oldest] = this.#strangers;
    oldest?.destroy();
  };

  /** Records that a request on this connection has a valid API key. */
  know(socket: Socket): void {
    if (this.#strangers.delete(socket)) this.#known.add(socket);
  }
}

/**
 * The listener for a server's `clientError` event: a request that is not HTTP, has too many headers or takes too long over them is also
 * answered in the envelope. Node's own answer is lost if bytes of the request are unread.
 */
export function refuseMalformed(_error: Error, socket: Duplex): void {
  if (!socket.writable) return;
  const { message, code } = gatewayErrors.malformed;
  const body = JSON.stringify({ error: message, code });
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Cache-Control: ${neverStored['Cache-Control']}`,
    `X-Request-Id: ${randomUUID()}`,
    `Link: ${helpOn(code).Link}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  void dropped(socket).then(() => socket.destroy());
}

export interface MinimumRate {
  bytesPerSecond: number;
  /** The rate is checked each time the server has waited this many seconds for the client. */
  seconds: number;
}

interface Watch {
  /** Aborts when the client is too slow. */
  signal: AbortSignal;
  stop(): void;
}

/** Watches how fast a body arrives. Time counts only while the server waits for more bytes: a slow S3 is not the client's fault. */
export function watchRate(request: IncomingMessage, { bytesPerSecond, seconds }: MinimumRate): Watch {
  const { socket } = request;
  const tooSlow = new AbortController();
  let waited = 0;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.readableLength > 0 || request.isPaused()) return;
    waited += 1;
    if (waited < seconds) return;
    if (socket.bytesRead - before < seconds * bytesPerSecond) tooSlow.abort();
    waited = 0;
    before = socket.bytesRead;
  }, 1000);
  return { signal: tooSlow.signal, stop: () => clearInterval(timer) };
}

/** Milliseconds for a file of the contract's largest size at the slowest accepted rate, plus the time that S3 takes. */
export const longestUpload = 6 * 60 * 60 * 1000;

/** A function's context, with what it needs to receive its file while the file arrives. */
export const streaming = (request: IncomingMessage): Pick<EndpointContext, 'receive' | 'getRemainingTimeInMillis'> => ({
  receive: streamReceiver(request, request.headers['content-type']),
  getRemainingTimeInMillis: () => longestUpload,
});

/** Whether it is an upload of unknown size, or of more bytes than a function accepts. */
export function isLargeUpload({ upload }: Routed, { headers }: IncomingMessage): boolean {
  if (!upload) return false;
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > limits.functionBody;
}
