/** Events on one machine: read from the embedded table's stream, shown, and posted. */
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demo } from '../../bin/local/demo.ts';
import type { BusEvent } from '../../bin/local/events/bus.ts';
import { listen } from '../support/http/listen.ts';
import { type Running, startLocalServer } from '../support/http/local-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const secret = 'a-secret-of-the-test';
const data = temporaryFolder();

/** What was posted, by its Authorization; refused while `isDown`. */
const posted: { authorization: string | undefined; event: BusEvent }[] = [];
let isDown = false;
let receiver: Server;
let webhook: string;
let server: Running;

const start = () => startLocalServer('--data', data, '--event-webhook', webhook, '--event-webhook-secret', secret);

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const event = JSON.parse(await text(request)) as BusEvent;
    if (!isDown) posted.push({ authorization: request.headers.authorization, event });
    response.writeHead(isDown ? 503 : 204).end();
  });
  webhook = `${await listen(receiver)}/hook`;
  server = await start();
});

afterAll(async () => {
  await server.stop();
  receiver.close();
});

const events = async (): Promise<BusEvent[]> => (await fetch(`${server.url}/events/messages.json`)).json() as never;

const send = async (path: string, body: object): Promise<{ id: string }> => {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${demo.writeKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json() as never;
};

const issue = () => send('/api/v1/gift-cards/', { value: 500 });
const adjust = (id: string) => send(`/api/v1/gift-cards/${id}/adjustments/`, { amount: 1 });

const patience = { timeout: 60_000, interval: 50 };
const told = (id: string) => posted.filter(({ event }) => event.detail.object.id === id).map(({ event }) => event);

test('a change is listed, whole as EventBridge writes it, and posted with its secret', async () => {
  const { id } = await issue();

  await vi.waitUntil(async () => (await events()).some(({ detail }) => detail.object.id === id), patience);
  const event = (await events()).find(({ detail }) => detail.object.id === id);
  expect(event).toMatchObject({
    version: '0',
    'detail-type': 'gift_card.issued',
    source: 'StoreCommerceApi',
    time: expect.stringMatching(/Z$/),
    detail: { id: expect.stringMatching(/^evt_/), type: 'gift_card.issued', store_id: demo.store.store_id },
  });
  await vi.waitUntil(() => told(id).length > 0, patience);
  expect(posted.find((one) => one.event.detail.object.id === id)).toMatchObject({
    authorization: `Bearer ${secret}`,
    event,
  });
});

test('a receiver that is down gets all it missed in order for each object, over a restart too', async () => {
  isDown = true;
  const { id } = await issue();
  for (let change = 0; change < 3; change += 1) await adjust(id);
  await vi.waitUntil(
    async () => (await events()).filter(({ detail }) => detail.object.id === id).length === 4,
    patience,
  );
  await server.stop();
  server = await start();
  await adjust(id);
  isDown = false;

  await vi.waitUntil(() => new Set(told(id).map(({ detail }) => detail.id)).size === 5, patience);
  expect(told(id).map(({ detail }) => (detail as unknown as { sequence: number }).sequence)).toEqual([1, 2, 3, 4, 5]);
});

test('after a restart nothing is told again, and all that was is listed still', async () => {
  const before = posted.length;
  const listed = await events();
  await server.stop();
  server = await start();
  expect(await events()).toEqual(listed);
  const { id } = await issue();

  await vi.waitUntil(() => told(id).length > 0, patience);
  expect(posted.length).toBe(before + 1);
});
