/** Receivers of many webhooks in a process of their own, one at each path; what `silent` names never answers. */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { portOf } from '../../../bin/local/engines/ports.ts';
import { listen } from '../../support/http/listen.ts';

const silent = process.argv[2] ?? '';

/** Milliseconds between an event and its first delivery, by the path. */
const delays = new Map<string, number[]>();

const server = createServer(async (request, response) => {
  const path = request.url ?? '';
  if (request.method === 'GET') return response.end(JSON.stringify(Object.fromEntries(delays)));
  const arrived = Date.now();
  const { data } = (await json(request)) as { data: { queued: number } };
  const own = delays.get(path) ?? [];
  delays.set(path, own);
  own.push(arrived - data.queued);
  return path === silent ? undefined : response.writeHead(204).end();
});

await listen(server);
process.send?.(portOf(server));
