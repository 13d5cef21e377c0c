/** The example of a receiver, at a server of this machine: what it keeps is what the API shows. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demo } from '../../bin/local/demo.ts';
import { listen } from '../support/http/listen.ts';
import { type Running, startLocalServer } from '../support/http/local-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const example = resolve(import.meta.dirname, '../../bin/examples/event-receiver.ts');
const file = join(temporaryFolder(), 'balances.json');
const secret = 'a-secret-of-the-test';

let receiver: { child: ChildProcess; url: string };
let server: Running;
/** Stands before the receiver, which may be down, and keeps what went by. */
let door: Server;
const wentBy: string[] = [];

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

const post = async (body: string, authorization = `Bearer ${secret}`) =>
  (await fetch(receiver.url, { method: 'POST', headers: { authorization }, body })).status;

beforeAll(async () => {
  receiver = await startReceiver();
  door = createServer(async (request, response) => {
    const body = await text(request);
    wentBy.push(body);
    response.writeHead(await post(body, request.headers.authorization).catch(() => 502)).end();
  });
  const webhook = `${await listen(door)}/`;
  server = await startLocalServer('--event-webhook', webhook, '--event-webhook-secret', secret);
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

const kept = async (): Promise<Record<string, { balance: number }>> => (await fetch(receiver.url)).json() as never;
const isInStep = async (id: string) => (await kept())[id]?.balance === (await send(`${id}/`)).balance;
const patience = { timeout: 60_000, interval: 100 };

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
  await vi.waitUntil(async () => (await isInStep(id)) && (await isInStep(other.id)), patience);
  for (const again of all) await post(again);
  expect((await kept())[id]).toEqual({ balance: 350, sequence: 3 });
});

test('what is not genuine, or no event, changes nothing', async () => {
  const before = await kept();
  const [genuine = ''] = wentBy;

  expect(await post(genuine.replace(/"balance":\d+/, '"balance":1'), 'Bearer guessed')).toBe(401);
  expect(await post('{"detail":')).toBe(400);
  expect(await kept()).toEqual(before);
});
