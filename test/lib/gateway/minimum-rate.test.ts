import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { portOf } from '../../../bin/local/engines/ports.ts';
import { watchRate } from '../../../lib/gateway/connections.ts';

let server: Server;
let client: Socket;
let request: IncomingMessage;

const limits = { bytesPerSecond: 1000, seconds: 10 };

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect(portOf(server), '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n');
  [request] = (await once(server, 'request')) as [IncomingMessage];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
  client.destroy();
  server.close();
  server.closeAllConnections();
});

async function send(bytes: number): Promise<void> {
  const arrived = once(request, 'data');
  client.write(Buffer.alloc(bytes));
  await arrived;
}

test('a client that sends next to nothing is given up', async () => {
  const { signal, stop } = watchRate(request, limits);
  request.resume();
  await send(5);

  vi.advanceTimersByTime(9000);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(signal.aborted).toBe(true);
  stop();
});

test('a client that sends enough is waited for, and later judged again', async () => {
  const { signal, stop } = watchRate(request, limits);
  request.resume();
  await send(10_000);
  vi.advanceTimersByTime(10_000);
  expect(signal.aborted).toBe(false);

  vi.advanceTimersByTime(10_000);
  expect(signal.aborted).toBe(true);
  stop();
});

test('a client with unread bytes is not slow', async () => {
  const { signal, stop } = watchRate(request, limits);
  request.resume();
  request.pause();
  vi.advanceTimersByTime(60_000);

  expect(signal.aborted).toBe(false);
  stop();
});

test('no client is given up once the body is no longer watched', async () => {
  const { signal, stop } = watchRate(request, limits);
  request.resume();
  stop();
  vi.advanceTimersByTime(60_000);

  expect(signal.aborted).toBe(false);
});
