import { createServer } from 'node:net';
import { portOf } from '../../../bin/local/engines/ports.ts';
import { listen } from './listen.ts';

/** A port of loopback on which nobody listens, for what must be told its port before it starts. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await listen(server);
  const port = portOf(server);
  await new Promise((closed) => server.close(closed));
  return port;
}
