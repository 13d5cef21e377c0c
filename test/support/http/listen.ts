import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { portOf } from '../../../bin/local/engines/ports.ts';

/** Lets a server listen on any port of loopback, and gives the base URL of what it serves. */
export async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${portOf(server)}`;
}

/** A port of loopback on which nobody listens, for what must be told its port before it starts. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await listen(server);
  const port = portOf(server);
  await new Promise((closed) => server.close(closed));
  return port;
}
