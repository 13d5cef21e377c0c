/** The container's program as it runs on AWS, started as a process of its own on the engines of the tests. */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ofTheProject, startUploadServer, type UploadServer } from '../support/http/servers.ts';
import { mostMegabytesOf } from '../support/machine.ts';
import { newWorld, type World } from '../support/world/world.ts';

let server: UploadServer;
let world: World;

beforeAll(async () => {
  [server, world] = await Promise.all([startUploadServer(ofTheProject()), newWorld()]);
});

afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

function pathOfUpload(): string {
  const [product] = world.products;
  return `/api/v1/products/${product.id}/variants/${product.variants[0]?.id}/digital-files/`;
}

function upload(key: string, bytes: number, idempotencyKey: string = randomUUID()): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'large.bin');
  return fetch(`${server.url}${pathOfUpload()}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': idempotencyKey },
    body: form,
  });
}

test('takes a file beyond what API Gateway carries, once for an idempotency key', async () => {
  const bytes = 13 * 1024 * 1024;
  const first = await upload(world.write, bytes, 'large');
  const file = await first.json();
  const again = await upload(world.write, bytes, 'large');

  expect(first.status).toBe(201);
  expect(file).toMatchObject({ file_name: 'large.bin', file_size: bytes });
  expect(again.headers.get('x-idempotency-replayed')).toBe('true');
  expect(await again.json()).toEqual(file);
});

test('has the same chain: 401 without a key, 403 with a Read key, 404 elsewhere', async () => {
  expect((await upload('sk_no', 10)).status).toBe(401);
  expect((await upload(world.read, 10)).status).toBe(403);
  expect((await fetch(`${server.url}/api/v1/gift-cards/`)).status).toBe(404);
});

const opened: Socket[] = [];

afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

/** A client that begins a body of 4 MB and sends no more of it. */
function slowClient(...headers: string[]): Socket {
  const socket = connect(server.port, '127.0.0.1');
  opened.push(socket);
  socket.on('error', () => undefined);
  const length = 4 * 1024 * 1024;
  const type = 'multipart/form-data; boundary=b';
  const head = [`POST ${pathOfUpload()} HTTP/1.1`, 'Host: x', `Content-Length: ${length}`, `Content-Type: ${type}`];
  socket.write([...head, ...headers, '', ''].join('\r\n'));
  if (!headers.some((header) => header.startsWith('Expect:'))) {
    socket.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nThe beginning of the file');
  }
  return socket;
}

/** What the client is sent until `pattern` shows, or the connection ends. */
function received(socket: Socket, pattern: RegExp): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (pattern.test(text)) resolve(text);
    });
    socket.once('close', () => resolve(text));
  });
}

const toItsEnd = /$^/;

test.each([
  ['no key', []],
  ['a forged key', ['Authorization: Bearer sk_demo_write-key-000000000000000000000000000000000']],
])('a slow client with %s gets an error at once, without a wait', async (_, headers) => {
  const answer = await received(slowClient(...headers), toItsEnd);

  expect(answer).toMatch(/^HTTP\/1\.1 401 .*\r\nConnection: close\r\n.*"UNAUTHORIZED"/is);
});

test('hundreds of slow strangers take no memory, and do not disturb a genuine upload', async () => {
  const strangers = Array.from({ length: 300 }, () => slowClient());
  await Promise.all(strangers.map((socket) => received(socket, /401/)));

  expect((await upload(world.write, 20 * 1024 * 1024)).status).toBe(201);
  const most = mostMegabytesOf(server.child.pid ?? 0);
  expect(most).toBeGreaterThan(20);
  expect(most).toBeLessThan(256);
});

test('a key has eight uploads in progress at most: another one is 429 until one of them ends', async () => {
  const authorization = `Authorization: Bearer ${world.write}`;
  const slow = Array.from({ length: 9 }, () => slowClient(authorization));
  const refusal = await Promise.race(slow.map((socket) => received(socket, /"code"/)));
  expect(refusal).toMatch(/^HTTP\/1\.1 429 .*\r\nRetry-After: 5\r\n.*"RATE_LIMIT_EXCEEDED"/is);

  for (const socket of slow) socket.destroy();
  await expect.poll(async () => (await upload(world.write, 10)).status).toBe(201);
});

test('a client that asks before it sends gets 100 Continue only with a good key', async () => {
  const stranger = await received(slowClient('Expect: 100-continue'), toItsEnd);
  expect(stranger).toMatch(/^HTTP\/1\.1 401/);

  const caller = await received(slowClient('Expect: 100-continue', `Authorization: Bearer ${world.write}`), /\r\n\r\n/);
  expect(caller).toMatch(/^HTTP\/1\.1 100 Continue\r\n/);
});
