/** One delivery, to receivers of every kind. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { post } from '../../../lib/delivery/post.ts';
import { listen } from '../../support/http/listen.ts';

const open: { close(): unknown }[] = [];

afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

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
  'a status %i is told as it is, and no redirect is followed',
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

test('an answer without an end is taken at its headers, and little of it is read', async () => {
  let written = 0;
  const url = await receiver((_, response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536;
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });

  expect(await post(sent(url), here)).toMatchObject({ status: 200 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(written).toBeLessThan(16 * 1024 * 1024);
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

  test('a receiver that speaks no HTTP', async () => {
    const server = createTcpServer((socket) => socket.end('220 mail.example.com\r\n'));
    open.push(server);
    const url = await listen(server as never);

    expect(await post(sent(url), here)).toMatchObject({ status: null, failure: 'The answer is not HTTP' });
  });

  test('a host that does not resolve', async () => {
    expect(await post(sent('https://nowhere.invalid/'), { allowsPrivate: false })).toMatchObject({
      failure: 'The host name does not resolve',
    });
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
