/** The events as they come, as a page at `/events/`, and the last 10,000 as JSON at `/events/messages.json`. */

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
      else if (path === '/events/') send(response, 'text/html; charset=utf-8', page);
      else if (path === '/events/page.js') send(response, 'text/javascript; charset=utf-8', script());
      else if (path === '/events/messages.json') sendJson(response, 200, bus.events());
      else if (path === '/events/live') goOn(bus, response);
      else sendJson(response, 404, { error: 'Resource not found', code: 'NOT_FOUND' });
    },
  };
}

const send = (response: ServerResponse, type: string, text: string): unknown =>
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

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Events</title>
<link rel="icon" href="data:,">
<style>
  :root { color-scheme: light dark; background: Canvas; color: CanvasText; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  a { color: LinkText; }
  form { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; }
  label { display: flex; flex: 1 1 16rem; align-items: center; gap: 0.5rem; }
  input { font: inherit; padding: 0.25rem 0.5rem; flex: 1; min-width: 0; }
  details { border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.4rem 0 0.4rem 1.25rem; }
  summary { display: flex; flex-wrap: wrap; gap: 0 1rem; cursor: pointer; position: relative; }
  summary::before { content: "▸"; position: absolute; left: -1.25rem; }
  details[open] > summary::before { content: "▾"; }
  summary time { font-variant-numeric: tabular-nums; }
  summary code { overflow-wrap: anywhere; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 0.75rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
</style>
</head>
<body>
<h1>Events</h1>
<p>What has changed, newest first. <a href="/events/messages.json">As JSON</a></p>
<form>
<label>Type <input name="type" placeholder="gift_card." autocomplete="off"></label>
<label>Object <input name="object" placeholder="gcd_…" autocomplete="off"></label>
</form>
<p id="count" role="status">No events yet.</p>
<div id="events"></div>
<script type="module" src="/events/page.js"></script>
</body>
</html>
`;
