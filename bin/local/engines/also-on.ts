/** Engines at further addresses: containers come from elsewhere, and find them on ports that someone has named. */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { forward } from '../forward.ts';
import { engineHosts, type IsOwn, keepPagesOut } from '../guard.ts';
import { messageOf, StartupError } from '../startup-error.ts';
import type { Engine } from './engine.ts';
import { freePort } from './ports.ts';

/**
 * Makes an engine reachable on one more address of this machine, on the same port. On failure stops the engine and throws a `StartupError`.
 */
export async function alsoOn(address: string, engine: Engine): Promise<Engine> {
  const port = Number(new URL(engine.endpoint).port);
  try {
    const stopDoor = await openDoor({ address, port, isOwn: engineHosts(port, address) }, engine);
    return { ...engine, stop: () => stopDoor().then(engine.stop) };
  } catch (error) {
    await engine.stop();
    throw new StartupError(`The engines cannot listen on ${address}: ${messageOf(error)}`);
  }
}

/** Lets an engine be reached on another port of loopback, where pages are kept out. Throws like `alsoOn`. */
export async function insteadOn(asked: number, engine: Engine): Promise<Engine> {
  const address = '127.0.0.1';
  try {
    const port = await freePort(asked);
    const stopDoor = await openDoor({ address, port, isOwn: engineHosts(port) }, engine);
    return { endpoint: `http://${address}:${port}`, stop: () => stopDoor().then(engine.stop) };
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

interface Door {
  address: string;
  port: number;
  isOwn: IsOwn;
}

/** Hands on to an engine what no page has sent. Answers with how to close it. */
async function openDoor({ address, port, isOwn }: Door, { endpoint }: Engine): Promise<() => Promise<void>> {
  const agent = new Agent({ keepAlive: true });
  const engine = new URL(endpoint);
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { host: _, expect: __, connection: ___, ...headers } = request.headers;
    await forward(request, response, { engine, agent, headers }).catch(() => response.destroy());
  };
  const server = createServer({ requestTimeout: 0, requireHostHeader: false }, (request, response) => {
    void pass(request, response);
  });
  // To other addresses than loopback no browser says that a page asks.
  keepPagesOut(server, isOwn, 'none, and credentials are asked for');
  server.listen(port, address);
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    agent.destroy();
  };
}
