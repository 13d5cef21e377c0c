/** Engines listen on loopback; containers come from elsewhere. */
import { once } from 'node:events';
import { connect, createServer, isIP, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { messageOf, StartupError } from '../startup-error.ts';
import type { Engine } from './engine.ts';

/**
 * Lets an engine be reached at one more address of this machine, on the same port. Throws a `StartupError`, and stops the engine, where
 * that cannot be.
 */
export async function alsoOn(address: string, engine: Engine): Promise<Engine> {
  const port = Number(new URL(engine.endpoint).port);
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    pipeline(client, connect(port, '127.0.0.1'), client, () => undefined);
  });
  try {
    refuseMany(address);
    server.listen(port, address);
    await once(server, 'listening');
  } catch (error) {
    await engine.stop();
    throw error instanceof StartupError ? error : unreachable(address, error);
  }
  return {
    ...engine,
    stop() {
      server.close();
      for (const client of clients) client.destroy();
      return engine.stop();
    },
  };
}

/** Engines ask nobody who they are: they are opened to one address that somebody has named, never to every network. */
function refuseMany(address: string): void {
  if (isIP(address) === 0 || address === '0.0.0.0' || address === '::') {
    throw new StartupError(`--engines takes one IP address of this machine, like 172.17.0.1, not ${address}`);
  }
}

const unreachable = (address: string, error: unknown): StartupError =>
  new StartupError(`The engines cannot listen on ${address}: ${messageOf(error)}`);
