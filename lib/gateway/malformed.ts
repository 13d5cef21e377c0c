import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { gatewayErrors } from '../resources/gateway-errors.ts';
import { neverStored } from '../schema/caching.ts';
import { dropped } from './reply.ts';

/**
 * A server's `clientError`: what is no HTTP, has more headers than it may or takes too long over them is answered in the
 * envelope too. Node's own answer is lost where bytes of the request lie unread.
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
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  void dropped(socket).then(() => socket.destroy());
}
