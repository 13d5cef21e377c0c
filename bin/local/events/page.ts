/** The events as they come, as a page at `/events/`, and the last 10,000 as JSON at `/events/messages.json`. */

import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { type Mount, pathOf, sendJson } from '../../../lib/gateway/mounts.ts';
import { docsPolicy } from '../../reference/policy.ts';
import type { LocalBus } from './bus.ts';

export function eventsPage(bus: LocalBus): Mount {
  return {
    handles: (method, path) => method === 'GET' && (path === '/events' || path.startsWith('/events/')),

    async handle(request, response) {
      request.resume();
      const path = pathOf(request);
      if (path === '/events') response.writeHead(308, { Location: '/events/' }).end();
      else if (path === '/events/')
        send(response, 'text/html; charset=utf-8', readFileSync(join(import.meta.dirname, 'page.html')));
      else if (path === '/events/page.js') send(response, 'text/javascript; charset=utf-8', script());
      else if (path === '/events/messages.json') sendJson(response, 200, bus.events());
      else if (path === '/events/live') goOn(bus, response);
      else sendJson(response, 404, { error: 'Resource not found', code: 'NOT_FOUND' });
    },
  };
}

const send = (response: ServerResponse, type: string, text: string | Buffer): unknown =>
  response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': docsPolicy }).end(text);

/** Server-sent events: all there are, then each as it comes. */
function goOn(bus: LocalBus, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const write = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`);
  for (const event of bus.events()) write(event);
  const stop = bus.listen(write);
  response.on('close', stop);
}

const script = (): string =>
  buildSync({
    entryPoints: [join(import.meta.dirname, 'browser/page.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
    .outputFiles.map(({ text }) => text)
    .join('');
