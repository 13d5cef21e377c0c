/** Events on one machine: read from the embedded table's stream, shown, and posted. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demo } from '../../bin/local/demo.ts';
import type { BusEvent } from '../../bin/local/events/bus.ts';
import { type StoreCommerceEvent, verifyWebhook } from '../../lib/client/webhooks.ts';
import { type Running, startLocalServer } from '../support/http/local-server.ts';
import { listen } from '../support/http/servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const data = temporaryFolder();

/** What was delivered and taken; refused while `isDown`. */
const posted: { headers: IncomingHttpHeaders; body: string; event: StoreCommerceEvent }[] = [];
let isDown = false;
let receiver: Server;
let webhook: string;
let server: Running;

const start = () => startLocalServer('--data', data, '--event-webhook', webhook);

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const body = await text(request);
    if (!isDown) posted.push({ headers: request.headers, body, event: JSON.parse(body) });
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

const headers = { 'Content-Type': 'application/json' };

const moveClock = (seconds: number) =>
  fetch(`${server.url}/clock/`, { method: 'POST', headers, body: JSON.stringify({ advance_seconds: seconds }) });

const patience = { timeout: 150_000, interval: 200 };
const eventsOf = (id: string) => posted.filter(({ event }) => event.object.id === id).map(({ event }) => event);

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
  await vi.waitUntil(() => eventsOf(id).length > 0, patience);
  const delivery = posted.find((one) => one.event.object.id === id);
  const [, secret = ''] = /signed with (whsec_\S+)/.exec(server.summary) ?? [];
  const verified = await verifyWebhook(String(delivery?.body), delivery?.headers ?? {}, secret);
  expect(verified).toEqual({ ...event?.detail, timestamp: verified.created_at });
});

test('a receiver that is down gets all it missed, over a restart and as the clock passes the pauses', async () => {
  isDown = true;
  const { id } = await issue();
  for (let change = 0; change < 3; change += 1) await adjust(id);
  const attempts = async () => (await (await fetch(`${server.url}/events/deliveries`)).json()) as { status: number }[];
  await vi.waitUntil(async () => (await attempts()).filter(({ status }) => status === 503).length >= 5, patience);
  await server.stop();
  server = await start();
  await adjust(id);
  isDown = false;

  // A delivery that waits in a queue follows no clock: it is planned later, on a slow machine after the clock was moved.
  await vi.waitUntil(async () => {
    await moveClock(600);
    return new Set(eventsOf(id).map((event) => event.id)).size === 5;
  }, patience);
  const sequences = new Set(eventsOf(id).map(({ sequence }) => sequence));
  expect([...sequences].toSorted()).toEqual([1, 2, 3, 4, 5]);
});

test('an event is sent again on demand, and after a restart all that was is listed still', async () => {
  const [, { event } = { event: undefined }] = posted;
  const before = posted.filter((one) => one.event.id === event?.id).length;
  const listed = await events();
  await server.stop();
  server = await start();
  expect(await events()).toEqual(listed);

  const body = JSON.stringify({ webhook_id: 'whk_demo', event_id: event?.id });
  expect((await fetch(`${server.url}/events/deliveries`, { method: 'POST', headers, body })).status).toBe(202);
  await vi.waitUntil(() => posted.filter((one) => one.event.id === event?.id).length > before, patience);
});
