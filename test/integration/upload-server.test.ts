/** The container's program as it runs on AWS, started as a process of its own on the engines of the tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorld, type World } from '../support/world/world.ts';

let server: ChildProcess;
let base: string;
let world: World;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

beforeAll(async () => {
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  const program = resolve(import.meta.dirname, '../../bin/upload-server.ts');
  server = spawn(process.execPath, [program], { env: { ...process.env, PORT: String(port) }, stdio: 'inherit' });
  world = await newWorld();
  for (let tries = 0; tries < 100; tries += 1) {
    const health = await fetch(`${base}/health`).catch(() => undefined);
    if (health?.ok) return;
    await sleep(100);
  }
  throw new Error('The upload server did not start');
}, 30_000);

afterAll(async () => {
  server.kill('SIGTERM');
  const [code] = await once(server, 'exit');
  expect(code).toBe(0);
});

function upload(key: string, bytes: number): Promise<Response> {
  const [product] = world.products;
  const [variant] = product.variants;
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'large.bin');
  return fetch(`${base}/api/v1/products/${product.id}/variants/${variant?.id}/digital-files/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': 'large' },
    body: form,
  });
}

test('takes a file beyond what API Gateway carries, once for an idempotency key', async () => {
  const bytes = 13 * 1024 * 1024;
  const first = await upload(world.write, bytes);
  const file = await first.json();
  const again = await upload(world.write, bytes);

  expect(first.status).toBe(201);
  expect(file).toMatchObject({ file_name: 'large.bin', file_size: bytes });
  expect(again.headers.get('x-idempotency-replayed')).toBe('true');
  expect(await again.json()).toEqual(file);
});

test('has the same chain: 401 without a key, 403 with a Read key, 404 elsewhere', async () => {
  expect((await upload('sk_no', 10)).status).toBe(401);
  expect((await upload(world.read, 10)).status).toBe(403);
  expect((await fetch(`${base}/api/v1/gift-cards/`)).status).toBe(404);
});
