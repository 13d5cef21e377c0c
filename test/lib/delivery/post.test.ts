/** One delivery, to receivers of every kind. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Delivered, post } from '../../../lib/delivery/post.ts';
import {
  closed,
  endlessly,
  hostileAnswers,
  socketReceiver as startSocketReceiver,
} from '../../support/http/hostile-receivers.ts';
import { listen } from '../../support/http/servers.ts';

const open: { close(): unknown }[] = [];

afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

const socketReceiver: typeof startSocketReceiver = async (answer) => {
  const started = await startSocketReceiver(answer);
  open.push(started.server);
  return started;
};

async function receiver(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  open.push(server);
  return listen(server);
}

const sent = (url: string) => ({
  url,
  headers: { 'Content-Type': 'application/json', 'webhook-id': 'evt_1' },
  body: '{"é":1}',
});
const here = { allowsPrivate: true };

test('a receiver gets the bytes and the headers, and its status is the answer', async () => {
  let got: unknown;
  const url = await receiver(async (request, response) => {
    got = [request.method, request.headers['webhook-id'], (await request.toArray()).join('')];
    response.writeHead(202).end('taken');
  });

  expect(await post(sent(url), here)).toMatchObject({ status: 202, failure: undefined });
  expect(got).toEqual(['POST', 'evt_1', '{"é":1}']);
});

test.each([200, 204, 301, 307, 404, 410, 429, 500, 503])(
  'a status %i is returned as is, and no redirect is followed',
  async (status) => {
    let asked = 0;
    const url = await receiver((_, response) => {
      asked += 1;
      response.writeHead(status, { Location: '/elsewhere', 'Retry-After': '120' }).end();
    });

    expect(await post(sent(url), here)).toMatchObject({ status, retryAfter: '120' });
    expect(asked).toBe(1);
  },
);

test('an answer without an end is taken at its headers, and little of it is read', { tags: 'long' }, async () => {
  const mebibyte = 1024 * 1024;
  let taken = 0;
  const url = await receiver((_, response) => {
    response.writeHead(200);
    const more = () => {
      if (response.destroyed || taken >= 64 * mebibyte) return response.end();
      return response.write(Buffer.alloc(mebibyte), () => {
        taken += mebibyte;
        more();
      });
    };
    more();
  });

  expect(await post(sent(url), here)).toMatchObject({ status: 200 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(taken).toBeLessThan(32 * mebibyte);

  // Who reads all of it lets the receiver send it.
  taken = 0;
  await (await fetch(url)).arrayBuffer();
  expect(taken).toBe(64 * mebibyte);
});

describe('without an answer', () => {
  test('a closed port', async () => {
    const url = await receiver(() => undefined);
    open.splice(0)[0]?.close();

    expect(await post(sent(url), here)).toMatchObject({ status: null, failure: 'The connection was refused' });
  });

  test('a connection that closes in between', async () => {
    const url = await receiver(({ socket }) => socket.destroy());

    expect(await post(sent(url), here)).toMatchObject({ failure: 'The connection was closed before an answer came' });
  });

  test('a host that does not resolve', async () => {
    expect(await post(sent('https://nowhere.invalid/'), { allowsPrivate: false })).toMatchObject({
      failure: 'The host name does not resolve',
    });
  });
});

describe('a receiver that answers', { tags: 'long' }, () => {
  let all: Promise<(Delivered & { endedAt: number })[]>;
  // All side by side: several take their 15 seconds.
  beforeAll(() => {
    const startedAt = performance.now();
    all = Promise.all(
      hostileAnswers.map(async ([, answer]) => {
        const { url } = await socketReceiver(answer);
        const delivered = await post(sent(url), here);
        return { ...delivered, endedAt: performance.now() - startedAt };
      }),
    );
  });

  test.each(hostileAnswers.map(([name, , outcome], index) => [name, outcome, index] as const))(
    '%s ends as %s within 25 seconds',
    async (_, outcome, index) => {
      const { status, failure, endedAt } = (await all)[index] as Delivered & { endedAt: number };
      expect(status ?? failure).toBe(outcome);
      expect(endedAt).toBeGreaterThan(0);
      // The limit is 15 seconds. A busy machine takes some more.
      expect(endedAt).toBeLessThan(25_000);
    },
  );

  test('interim answers without an end takes little computing', async () => {
    const { url } = await socketReceiver((socket) => endlessly(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)));
    const before = process.cpuUsage();
    await post(sent(url), here);
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeGreaterThan(0);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});

test('a request that Node refuses to send fails, and leaves no timer that would end the process', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const { status, failure } = await post({ ...sent('http://127.0.0.1:1/'), headers: { 'webhook-id': 'a\nb' } }, here);

  expect({ status, failure, timers: vi.getTimerCount() }).toEqual({
    status: null,
    failure: 'The connection failed',
    timers: 0,
  });
  vi.useRealTimers();
});

describe('a connection that was kept', () => {
  /** Until the answer is read to its end, its connection is not free. */
  const untilFree = () => new Promise((resolve) => setTimeout(resolve, 50));

  const taken = 'HTTP/1.1 204 X\r\n\r\n';

  test('and is found closed is replaced once by a new one', async () => {
    const { url, sockets } = await socketReceiver((socket, request) =>
      request === 1 ? socket.write(taken) : socket.destroy(),
    );

    expect(await post(sent(url), here)).toMatchObject({ status: 204 });
    await untilFree();
    expect(await post(sent(url), here)).toMatchObject({ status: 204 });
    expect(sockets).toHaveLength(2);
  });

  test('of a receiver that closes the new one, too, fails', async () => {
    const { url, sockets } = await socketReceiver((socket) =>
      sockets.length === 1 && socket.bytesWritten === 0 ? socket.write(taken) : socket.destroy(),
    );

    expect(await post(sent(url), here)).toMatchObject({ status: 204 });
    await untilFree();
    expect(await post(sent(url), here)).toMatchObject({ failure: closed });
    expect(sockets).toHaveLength(2);
  });

  test.each([
    [19, 1],
    [21, 2],
  ])('and idle for %i seconds leaves %i connections made', async (seconds, connections) => {
    const { url, sockets } = await socketReceiver((socket) => socket.write(taken));
    await post(sent(url), here);
    const at = Date.now() + seconds * 1000;
    await untilFree();
    vi.spyOn(Date, 'now').mockReturnValue(at);

    expect(await post(sent(url), here)).toMatchObject({ status: 204 });
    vi.restoreAllMocks();
    expect(sockets).toHaveLength(connections);
  });
});

describe('on AWS no connection is made', () => {
  test.each([
    'https://localhost',
    'https://127.0.0.1',
    'https://2130706433',
    'https://[::ffff:127.0.0.1]',
    'http://127.0.0.1',
  ])('to %s', async (host) => {
    let connections = 0;
    const server = createTcpServer(() => {
      connections += 1;
    });
    open.push(server);
    const { port } = new URL(await listen(server as never));

    const delivered = await post(sent(`${host}:${port}/`), { allowsPrivate: false });

    expect(delivered).toMatchObject({ status: null, failure: 'The host leads to an address that is not public' });
    expect(connections).toBe(0);
  });
});
