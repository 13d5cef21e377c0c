/** The example of a receiver, at a server of this machine: what it keeps is what the API shows. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demo } from '../../bin/local/demo.ts';
import { newSecret, signatureHeaders } from '../../lib/delivery/signature.ts';
import { type Running, startLocalServer } from '../support/http/local-server.ts';
import { listen } from '../support/http/servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const example = resolve(import.meta.dirname, '../../bin/examples/event-receiver.ts');
const file = join(temporaryFolder(), 'balances.json');
const { shown: secret } = await newSecret('whk_demo');

interface Delivery {
  headers: Record<string, string>;
  body: string;
}

let receiver: { child: ChildProcess; url: string };
let server: Running;
/** Stands before the receiver, which may be down, and keeps what went by. */
let door: Server;
const wentBy: Delivery[] = [];

async function startReceiver() {
  const env = { ...process.env, PORT: '0', SECRET: secret, FILE: file };
  const child = spawn(process.execPath, [example], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(child.stdout, 'data');
  return { child, url: `http://127.0.0.1:${/port: (\d+)/.exec(String(said))?.[1]}/` };
}

async function stopReceiver(): Promise<void> {
  const ended = once(receiver.child, 'exit');
  receiver.child.kill('SIGKILL');
  await ended;
}

const post = async ({ headers, body }: Delivery) =>
  (await fetch(receiver.url, { method: 'POST', headers, body })).status;

/** Signed as the service signs, with the secret that the receiver knows. */
const signed = (body: string): Delivery => {
  const id = String(JSON.parse(body).id);
  return { body, headers: signatureHeaders({ id, timestamp: Math.floor(Date.now() / 1000), body }, [secret]) };
};

beforeAll(async () => {
  receiver = await startReceiver();
  door = createServer(async (request, response) => {
    const delivery = signed(await text(request));
    wentBy.push(delivery);
    response.writeHead(await post(delivery).catch(() => 502)).end();
  });
  server = await startLocalServer('--event-webhook', `${await listen(door)}/`);
});

afterAll(async () => {
  await Promise.all([server.stop(), stopReceiver()]);
  door.close();
});

const send = async (path: string, body?: object): Promise<{ id: string; balance: number }> => {
  const response = await fetch(`${server.url}/api/v1/gift-cards/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${demo.writeKey}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json() as never;
};

const advance = (advance_seconds: number) =>
  fetch(`${server.url}/clock/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ advance_seconds }),
  });

const kept = async (): Promise<Record<string, { balance: number }>> => (await fetch(receiver.url)).json() as never;
const isInStep = async (id: string) => (await kept())[id]?.balance === (await send(`${id}/`)).balance;
const patience = { timeout: 150_000, interval: 100 };

test('balances are in step with the API, through duplicates, late events and a receiver that goes down', async () => {
  const { id } = await send('', { value: 500 });
  await vi.waitUntil(() => isInStep(id), patience);
  await send(`${id}/adjustments/`, { amount: -200 });
  await vi.waitUntil(() => isInStep(id), patience);

  const all = [...wentBy];
  for (const again of all.toReversed()) expect(await post(again)).toBe(204);
  expect(await isInStep(id)).toBe(true);

  await stopReceiver();
  await send(`${id}/adjustments/`, { amount: 50 });
  const other = await send('', { value: 900 });
  await vi.waitUntil(() => wentBy.length > all.length, patience);
  receiver = await startReceiver();
  // An attempt that found it down is made again after five minutes, and one may only be about to.
  await vi.waitUntil(async () => {
    await advance(400);
    return (await isInStep(id)) && (await isInStep(other.id));
  }, patience);
  for (const again of all) await post(again);
  expect((await kept())[id]).toEqual({ balance: 350, sequence: 3 });
});

test('a forged request, or one without an event, changes nothing', async () => {
  const before = await kept();
  const genuine = wentBy.find(({ body }) => body.includes('"balance"'));
  if (!genuine) throw new Error('No card went by');

  expect(await post({ ...genuine, body: genuine.body.replace(/"balance":\d+/, '"balance":1') })).toBe(401);
  expect(await post({ ...genuine, headers: {} })).toBe(401);
  expect(await kept()).toEqual(before);
});
