import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { messageOf, StartupError } from '../startup-error.ts';

/** The port that a server listens on. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  return address.port;
}

/** A port of loopback that nobody listens on: the one that is asked for, or any. Throws a `StartupError` where it is taken. */
export async function freePort(asked = 0): Promise<number> {
  try {
    const server = createServer().listen(asked, '127.0.0.1');
    await once(server, 'listening');
    const port = portOf(server);
    server.close();
    await once(server, 'close');
    return port;
  } catch (error) {
    if (asked > 65_535) throw new StartupError(`The engines have three ports up to 65535: ${asked} is none`);
    throw new StartupError(`No engine can listen on port ${asked} (${messageOf(error)}): choose with --engine-port`);
  }
}
