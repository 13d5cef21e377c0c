/** The events as they come, with their deliveries to webhooks, as a page at `/events/`, and the last 10,000 as JSON at `/events/messages.json`. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { AttemptMade } from '../../../lib/delivery/post.ts';
import { type Mount, pathOf, readBody, sendJson } from '../../../lib/gateway/mounts.ts';
import { browserFile } from '../../build/browser-file.ts';
import { parsedJson } from '../../command-line/text.ts';
import { docsPolicy } from '../../reference/head.ts';
import type { LocalBus } from './bus.ts';
import type { Feed } from './feed.ts';

export function eventsPage(bus: LocalBus, deliveries: Feed<AttemptMade>): Mount {
  return {
    handles: (method, path) =>
      (method === 'GET' && (path === '/events' || path.startsWith('/events/'))) ||
      (method === 'POST' && path === '/events/deliveries'),

    async handle(request, response) {
      if (request.method === 'POST') return sendAgain(bus, request, response);
      request.resume();
      const answer = answers[pathOf(request)] ?? missing;
      answer(response, bus, deliveries);
    },
  };
}

type Answer = (response: ServerResponse, bus: LocalBus, deliveries: Feed<AttemptMade>) => unknown;

const answers: Readonly<Record<string, Answer>> = {
  '/events': (response) => response.writeHead(308, { Location: '/events/' }).end(),
  '/events/': (response) =>
    send(response, 'text/html; charset=utf-8', readFileSync(join(import.meta.dirname, 'page.html'))),
  '/events/page.js': (response) =>
    send(
      response,
      'text/javascript; charset=utf-8',
      browserFile(join(import.meta.dirname, 'browser/page.ts'), { minify: false }),
    ),
  '/events/messages.json': (response, bus) => sendJson(response, 200, bus.events()),
  '/events/deliveries': (response, _, deliveries) => sendJson(response, 200, deliveries.lines()),
  '/events/live': (response, bus, deliveries) => goOn(bus, deliveries, response),
};

const missing: Answer = (response) => sendJson(response, 404, { error: 'Resource not found', code: 'NOT_FOUND' });

const send = (response: ServerResponse, type: string, text: string | Buffer): unknown =>
  response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': docsPolicy }).end(text);

/** Server-sent events: all there are, then each as it comes; attempts of deliveries as events named `delivery`. */
function goOn(bus: LocalBus, deliveries: Feed<AttemptMade>, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const write = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`);
  const writeAttempt = (attempt: object) => response.write(`event: delivery\ndata: ${JSON.stringify(attempt)}\n\n`);
  for (const event of bus.events()) write(event);
  for (const attempt of deliveries.lines()) writeAttempt(attempt);
  const stops = [bus.listen(write), deliveries.listen(writeAttempt)];
  response.on('close', () => {
    for (const stop of stops) stop();
  });
}

const asked = z.object({ webhook_id: z.string(), event_id: z.string() });

/** Queues an event for one webhook again. */
async function sendAgain(bus: LocalBus, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request, 1024);
  const { webhook_id, event_id } = asked.safeParse(parsedJson(body?.toString() ?? '')).data ?? {};
  const found = bus.events().find(({ detail }) => detail.id === event_id);
  if (!found || !webhook_id) return sendJson(response, 404, { error: 'Resource not found', code: 'NOT_FOUND' });
  const { detail: event } = found;
  const { send: queue } = await import('../../../lib/queue/send.ts');
  await queue('redeliveries', [{ store_id: event.store_id, webhook_id, event, attempt: 1 }], 0);
  sendJson(response, 202, { webhook_id, event_id });
}
