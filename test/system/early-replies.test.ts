/** Clients that are answered before their body has arrived, over plain sockets: none loses its answer, none is read for ever. */
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portOf } from '../../bin/local/engines/ports.ts';
import { runRoute } from '../../bin/local/functions.ts';
import { invokeApi } from '../../bin/local/invoke.ts';
import { startServer } from '../../bin/local/server.ts';
import { isLargeUpload } from '../../lib/gateway/connections.ts';
import { gateway } from '../../lib/gateway/gateway.ts';
import { operations } from '../../lib/resources/nouns.ts';
import { newWorld, type World } from '../support/world/world.ts';

let server: Server;
let port: number;
let world: World;

beforeAll(async () => {
  server = await startServer(0, [invokeApi('Stack'), gateway(operations, runRoute, isLargeUpload)]);
  port = portOf(server);
  world = await newWorld();
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Client {
  path: string;
  headers: string[];
  body: Buffer;
}

/** What a client reads that reads nothing until it has sent everything, and then waits for the connection to close. */
function exchanged({ path, headers, body }: Client): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.pause();
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => resolve(Buffer.concat(chunks).toString()));
    socket.write([`POST ${path} HTTP/1.1`, `Host: localhost:${port}`, ...headers, '', ''].join('\r\n'));
    socket.write(body, () => socket.resume());
  });
}

const bytes = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, 'x');

const chunkOf = (body: Buffer) =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);

const withLength = (body: Buffer, ...headers: string[]) => ({
  headers: [`Content-Length: ${body.length}`, ...headers],
  body,
});

const inChunks = (body: Buffer, ...headers: string[]) => ({
  headers: ['Transfer-Encoding: chunked', ...headers],
  body: chunkOf(body),
});

const close = 'Connection: close';
const json = '/api/v1/gift-cards/';
const file = '/api/v1/products/pro_1/variants/prv_1/digital-files/';
const form = 'Content-Type: multipart/form-data; boundary=b';

test.each<[string, string, () => Client]>([
  ['11 MiB of JSON', '413', () => ({ path: json, ...withLength(bytes(11)) })],
  ['11 MiB of JSON on a connection of its own', '413', () => ({ path: json, ...withLength(bytes(11), close) })],
  ['11 MiB of JSON in chunks', '413', () => ({ path: json, ...inChunks(bytes(11), close) })],
  ['11 MiB to no route', '404', () => ({ path: '/none/', ...withLength(bytes(11), close) })],
  [
    'an invocation of 7 MiB',
    '413',
    () => ({
      path: '/2015-03-31/functions/Stack-create-store/invocations',
      ...withLength(bytes(7), close),
    }),
  ],
  ['an upload without a key', '401', () => ({ path: file, ...withLength(bytes(20), close, form) })],
  [
    'an upload to no variant',
    '404',
    () => ({
      path: file,
      ...inChunks(bytes(20), close, form, `Authorization: Bearer ${world.write}`),
    }),
  ],
  [
    'an upload that is no multipart body',
    '400',
    () => {
      const [, { id, variants }] = world.products;
      return {
        path: file.replace('pro_1', id).replace('prv_1', variants[0]?.id ?? ''),
        ...inChunks(bytes(20), close, 'Content-Type: text/plain', `Authorization: Bearer ${world.write}`),
      };
    },
  ],
])('%s: every client reads its %s', async (_, status, client) => {
  for (let time = 0; time < 10; time += 1) {
    const answer = await exchanged(client());

    expect(answer.slice(0, 12), `time ${time}`).toBe(`HTTP/1.1 ${status}`);
    expect(answer).toMatch(/\r\nConnection: close\r\n.*\r\n\r\n\{.*\}$/is);
  }
});

test('a client that keeps sending is not read forever', async () => {
  const piece = bytes(1);
  const sent = await new Promise<number>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let count = 0;
    const send = () => {
      count += 1;
      socket.write(piece, (error) => (error ? undefined : send()));
    };
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(count));
    socket.write(`POST ${json} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: ${1e12}\r\n\r\n`);
    send();
  });

  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(64);
});
