import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { portOf } from '../../../bin/local/engines/ports.ts';
import { Connections } from '../../../lib/gateway/connections.ts';

let server: Server;
let connections: Connections;
const clients: Socket[] = [];

beforeEach(async () => {
  connections = new Connections(3);
  server = createServer().on('connection', connections.add).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server.close();
});

/** A new connection, as client and server see it. */
async function connected() {
  const client = connect(portOf(server), '127.0.0.1');
  client.on('error', () => undefined);
  clients.push(client);
  const [socket] = (await once(server, 'connection')) as [Socket];
  return { client, socket };
}

test('at the limit the oldest stranger goes, and no client with a good key', async () => {
  const first = await connected();
  const second = await connected();
  connections.know(first.socket);
  const third = await connected();

  const fourth = await connected();
  await once(second.client, 'close');
  expect([first, third, fourth].map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);

  const fifth = await connected();
  await once(third.client, 'close');
  expect([first, fourth, fifth].map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
});

test('one that has ended makes room', async () => {
  const [first] = [await connected(), await connected(), await connected()];
  const closed = once(first.socket, 'close');
  first.client.destroy();
  await closed;

  const fourth = await connected();
  expect(clients.slice(1).map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  expect(fourth.socket.destroyed).toBe(false);
});

test('if all have shown a good key, the newcomer goes', async () => {
  for (let count = 0; count < 3; count += 1) connections.know((await connected()).socket);

  const newcomer = await connected();
  await once(newcomer.client, 'close');
  expect(clients.slice(0, 3).map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
});
