/**
 * Receivers of many webhooks in a process of their own, one at each path. Those below `/silent` never answer; `/flaky` refuses every fourth
 * event the first time.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { portOf } from '../../../bin/local/engines/ports.ts';
import { listen } from '../../support/http/servers.ts';

/** Milliseconds between an event and its first delivery, by the path; at `/retries` between a refusal and the next attempt. */
const delays = new Map<string, number[]>();

/** When an event was refused. */
const refused = new Map<string, number>();

let flaky = 0;

function note(path: string, milliseconds: number): void {
  const own = delays.get(path) ?? [];
  delays.set(path, own);
  own.push(milliseconds);
}

function isRefused(id: string, arrived: number): boolean {
  const before = refused.get(id);
  if (before !== undefined) note('/retries', arrived - before);
  if (before !== undefined || flaky++ % 4 !== 0) return false;
  refused.set(id, arrived);
  return true;
}

const server = createServer(async (request, response) => {
  const path = request.url ?? '';
  if (request.method === 'GET') return response.end(JSON.stringify(Object.fromEntries(delays)));
  const arrived = Date.now();
  const { id, data } = (await json(request)) as { id: string; data: { queued: number } };
  if (path !== '/flaky') note(path, arrived - data.queued);
  if (path.startsWith('/silent')) return undefined;
  return response.writeHead(path === '/flaky' && isRefused(id, arrived) ? 500 : 204).end();
});

await listen(server);
process.send?.(portOf(server));
