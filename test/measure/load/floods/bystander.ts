/** A client who has nothing to do with the flood, on a thread of its own: what it notices is not its process being busy. */
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

interface Visit {
  url: string;
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body?: string;
  /** Milliseconds between the ends of one request and the next. */
  pause: number;
}

export interface Noticed {
  requests: number;
  /** Not answered, or not with success. */
  lost: number;
  slowerThanASecond: number;
  slowest: number;
}

/** Begins to make its requests; answers with how to end them, and what it has noticed. */
export function startBystander(visits: readonly Visit[]): () => Promise<Noticed> {
  const worker = new Worker(new URL(import.meta.url), { workerData: visits });
  return async () => {
    worker.postMessage('stop');
    const [noticed] = (await once(worker, 'message')) as [Noticed];
    await worker.terminate();
    return noticed;
  };
}

async function visit({ url, method, headers, body }: Visit, agent: Agent): Promise<number> {
  const outgoing = httpRequest(url, { method, headers, agent });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  for await (const _ of response);
  return response.statusCode ?? 0;
}

async function keepVisiting(visits: readonly Visit[], port: NonNullable<typeof parentPort>): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const noticed: Noticed = { requests: 0, lost: 0, slowerThanASecond: 0, slowest: 0 };
  let stopped = false;
  port.once('message', () => {
    stopped = true;
  });
  const repeat = async (each: Visit) => {
    while (!stopped) {
      const startedAt = performance.now();
      const status = await visit(each, agent).catch(() => 0);
      const milliseconds = performance.now() - startedAt;
      noticed.requests += 1;
      noticed.lost += Number(status < 200 || status > 299);
      noticed.slowerThanASecond += Number(milliseconds > 1000);
      noticed.slowest = Math.max(noticed.slowest, milliseconds);
      await sleep(each.pause);
    }
  };
  await Promise.all(visits.map(repeat));
  agent.destroy();
  port.postMessage(noticed);
}

if (!isMainThread && parentPort) await keepVisiting(workerData as Visit[], parentPort);
