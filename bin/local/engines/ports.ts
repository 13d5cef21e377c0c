import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { messageOf, StartupError } from '../startup-error.ts';

/** The port that a server listens on. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  return address.port;
}

/** Listens on a port of loopback. Throws a `StartupError` when it is in use or not allowed. */
export async function listenOn(port: number, server: Server): Promise<void> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    throw portError(port, error);
  }
}

function portError(port: number, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartupError(`Port ${port} is in use: stop what listens there, or choose another with --port`);
  }
  if (code === 'EACCES') return new StartupError(`Port ${port} is not allowed: choose one above 1023 with --port`);
  return error;
}

/** Throws like `listenOn`, and leaves the port free. */
export async function requirePort(port: number): Promise<void> {
  const server = createServer();
  await listenOn(port, server);
  server.close();
  await once(server, 'close');
}

/** A free port of loopback: the one that is asked for, or any. Throws a `StartupError` if it is taken. */
export async function freePort(asked = 0): Promise<number> {
  try {
    const server = createServer().listen(asked, '127.0.0.1');
    await once(server, 'listening');
    const port = portOf(server);
    server.close();
    await once(server, 'close');
    return port;
  } catch (error) {
    throw new StartupError(`No engine can listen on port ${asked} (${messageOf(error)}): choose with --engine-port`);
  }
}

/** Where a server listens on loopback. */
interface Address {
  host: string;
  port: number;
}

/**
 * Unprivileged ports that every browser blocks; other programs do not. The standard (https://fetch.spec.whatwg.org/#port-blocking) also
 * lists 4190 and 6679, which Chromium connects to.
 */
export const closedToBrowsers: readonly number[] = [
  ...[1719, 1720, 1723, 2049, 3659, 4045, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6697, 10080],
];

/** Further loopback addresses, tried if the ports of the first are taken. */
const furtherAddresses = 10;

/** Free places that no browser connects to, in any order. On Linux all of 127.0.0.0/8 is loopback. */
export async function* addressesClosedToBrowsers(platform = process.platform): AsyncGenerator<Address> {
  const further = Array.from({ length: platform === 'linux' ? furtherAddresses : 0 }, () =>
    ['127', randomInt(1, 255), randomInt(256), randomInt(1, 255)].join('.'),
  );
  for (const host of ['127.0.0.1', ...further]) {
    for (const port of shuffled(closedToBrowsers)) if (await isFree({ host, port })) yield { host, port };
  }
}

/** So that engines that start at the same moment seldom try the same one. */
const shuffled = (ports: readonly number[]): number[] =>
  ports
    .map((port) => ({ port, place: randomInt(2 ** 32) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ port }) => port);

async function isFree({ host, port }: Address): Promise<boolean> {
  try {
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
