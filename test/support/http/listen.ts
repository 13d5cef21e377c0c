import { once } from 'node:events';
import type { Server } from 'node:net';
import { portOf } from '../../../bin/local/engines/ports.ts';

/** Lets a server listen on any port of loopback, and gives the base URL of what it serves. */
export async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${portOf(server)}`;
}
