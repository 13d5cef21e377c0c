import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsedJson } from '../../bin/command-line/text.ts';
import { portOf } from '../../bin/local/engines/ports.ts';
import { runRoute } from '../../bin/local/functions.ts';
import { mailPage } from '../../bin/local/pages/mail-page.ts';
import { startServer } from '../../bin/local/server.ts';
import { gateway } from '../../lib/gateway/gateway.ts';
import { type Mount, readBody } from '../../lib/gateway/mounts.ts';
import { proxyEvent } from '../../lib/gateway/proxy-event.ts';
import { router } from '../../lib/gateway/routes.ts';
import { createCustomerAddress, listCustomerAddresses } from '../../lib/resources/customer-addresses/operations.ts';
import { operations } from '../../lib/resources/nouns.ts';
import { requiredSetting } from '../../lib/runtime/settings.ts';
import { limits } from '../../lib/schema/limits.ts';
import { newWorld, type World } from '../support/world/world.ts';

let server: Server;
let port: number;
let world: World;
let list: string;

/** Functions that do what no function should. */
const faultyAnswers: Record<string, () => Promise<unknown>> = {
  throws: () => Promise.reject(new Error('A secret of the function')),
  nothing: async () => undefined,
  'no-status': async () => ({ body: '{}' }),
  'bad-header': async () => ({ statusCode: 200, headers: { 'X-Bad': 'line\nbreak' }, body: '' }),
  'bad-status': async () => ({ statusCode: 42, body: '' }),
  binary: async () => ({
    statusCode: 200,
    body: '/w==',
    isBase64Encoded: true,
    multiValueHeaders: { 'X-A': ['1', '2'] },
  }),
};

const faultyGateway = gateway(
  Object.keys(faultyAnswers).map((name) => ({ ...listCustomerAddresses, name, path: `/faulty/${name}/` })),
  async (name) => faultyAnswers[name]?.(),
);

beforeAll(async () => {
  const faulty = { handles: (_: string, path: string) => path.startsWith('/faulty/'), handle: faultyGateway.handle };
  const failing: Mount = {
    handles: (_, path) => path === '/failing/',
    async handle(request) {
      await readBody(request, 100);
      throw new Error('A secret of the server');
    },
  };
  server = await startServer(0, [
    faulty,
    failing,
    mailPage(requiredSetting('AWS_ENDPOINT_URL_SESV2')),
    gateway(operations, runRoute),
  ]);
  port = portOf(server);
  world = await newWorld();
  list = `/api/v1/customers/${world.customers[0].id}/addresses/`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it expects of a body
  json: any;
}

interface Sent {
  method?: string;
  headers?: string[];
  body?: Buffer | string;
  /** Sent without a length. */
  chunked?: boolean;
}

/** One request as it is written: the path is not normalized. */
async function send(path: string, { method = 'GET', headers = [], body, chunked = false }: Sent = {}): Promise<Answer> {
  const length = chunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(Buffer.byteLength(body ?? ''))];
  const request = httpRequest({ port, path, method, agent: false });
  for (const [name, values] of Object.entries(multiple([...headers, ...length]))) request.setHeader(name, values);
  // The server may answer and close before it has read everything.
  request.on('error', () => undefined);
  request.end(body);
  const [response] = await once(request, 'response');
  const text = await readText(response);
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    json: text === '' ? undefined : parsedJson(text),
  };
}

function multiple(pairs: string[]): Record<string, string[]> {
  const names: Record<string, string[]> = {};
  for (let index = 0; index < pairs.length; index += 2) {
    const name = pairs[index] ?? '';
    names[name] = [...(names[name] ?? []), pairs[index + 1] ?? ''];
  }
  return names;
}

const authorized = (key = world.write) => ['Authorization', `Bearer ${key}`];
const json = () => [...authorized(), 'Content-Type', 'application/json'];

/** Bytes on a socket, and everything that comes back until the server closes it. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return readText(socket);
}

const address = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  street1: '12 Analytical Way',
  city: 'New York',
  state: 'NY',
  country_id: 1,
};

const unknownRoute = { error: 'Resource not found', code: 'NOT_FOUND' };

describe('a request that names no route', () => {
  test.each([
    ['an unknown path', '/api/v1/nothing/', 'GET'],
    ['the root', '/', 'GET'],
    ['a known path with a method of its own', '/api/v1/customers/cus_1/addresses/', 'PATCH'],
    ['another method', '/api/v1/customers/cus_1/addresses/cad_1/', 'POST'],
    ['OPTIONS', '/api/v1/customers/cus_1/addresses/', 'OPTIONS'],
    ['OPTIONS for the whole server', '*', 'OPTIONS'],
    ['two slashes in front', '//api/v1/customers/cus_1/addresses/', 'GET'],
    ['two slashes inside', '/api/v1/customers//cus_1/addresses/', 'GET'],
    ['two slashes at the end', '/api/v1/customers/cus_1/addresses//', 'GET'],
    ['an empty parameter', '/api/v1/customers//addresses/', 'GET'],
    ['a percent sign that encodes nothing', '/api/v1/customers/%zz/addresses/', 'GET'],
    ['encoded bytes that are no UTF-8', '/api/v1/customers/%ff%fe/addresses/', 'GET'],
    ['an encoded literal slash', '/api%2Fv1/customers/cus_1/addresses/', 'GET'],
    ['dots', '/api/v1/customers/../customers/cus_1/addresses/', 'GET'],
    ['another letter case', '/api/v1/Customers/cus_1/addresses/', 'GET'],
  ])('is a 404 without a key: %s', async (_, path, method) => {
    const answer = await send(path, { method });

    expect(answer.status).toBe(404);
    expect(answer.json).toEqual(unknownRoute);
    expect(answer.headers['x-request-id']).toMatch(/\S/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-type']).toBe('application/json');
  });

  test('is a 404 without a body for HEAD', async () => {
    const answer = await send(list, { method: 'HEAD', headers: authorized() });

    expect(answer.status).toBe(404);
    expect(answer.text).toBe('');
  });
});

describe('a request that names a route', () => {
  test('is the same without its closing slash', async () => {
    const withSlash = await send(list, { headers: authorized() });
    const without = await send(list.slice(0, -1), { headers: authorized() });

    expect(withSlash.status).toBe(200);
    expect(without.status).toBe(200);
    expect(without.json).toEqual(withSlash.json);
  });

  test('may encode any character of an id', async () => {
    const answer = await send(list.replace('cus_', '%63us%5F'), { headers: authorized() });

    expect(answer.status).toBe(200);
  });

  test('may stand as a whole URL', async () => {
    const answer = await sendRaw(
      `GET http://localhost:${port}${list} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${world.read}\r\nConnection: close\r\n\r\n`,
    );

    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('is a 404 of the function where the id holds an encoded slash', async () => {
    const answer = await send('/api/v1/customers/cus_1%2Faddresses/addresses/', { headers: authorized() });

    expect(answer.status).toBe(404);
    expect(answer.json).toEqual({ error: 'Customer not found', code: 'NOT_FOUND' });
  });

  test('is a 401 without a key', async () => {
    const answer = await send(list);

    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test.each([
    ['repeats a parameter', '?limit=1&limit=2', 400],
    ['names a parameter like a prototype', '?__proto__=1&constructor=2&toString=3', 200],
    ['has a stray percent sign in its query', '?unknown=%zz%', 200],
    ['has an empty parameter', '?limit=&after', 200],
    ['has a second question mark', '?limit=1?', 400],
  ])('that %s', async (_, query, status) => {
    const answer = await send(`${list}${query}`, { headers: authorized() });

    expect(answer.status).toBe(status);
  });

  test('takes a header of a prototype name', async () => {
    const answer = await sendRaw(
      `GET ${list} HTTP/1.1\r\nHost: localhost:${port}\r\n__proto__: x\r\nconstructor: y\r\nAuthorization: Bearer ${world.read}\r\nConnection: close\r\n\r\n`,
    );

    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('of the same header twice counts the last', async () => {
    const bad = ['Authorization', 'Bearer sk_no'];

    expect((await send(list, { headers: [...bad, ...authorized()] })).status).toBe(200);
    expect((await send(list, { headers: [...authorized(), ...bad] })).status).toBe(401);
  });
});

describe('a function', () => {
  test.each(['throws', 'nothing', 'no-status', 'bad-header', 'bad-status'])('that fails is a 500: %s', async (name) => {
    const answer = await send(`/faulty/${name}/`);

    expect(answer.status).toBe(500);
    expect(answer.json).toEqual({ error: 'Internal server error', code: 'INTERNAL_ERROR' });
    expect(answer.headers['x-request-id']).toMatch(/\S/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('of the server itself that fails once it has the body is a 500 too', async () => {
    const answer = await send('/failing/', { method: 'POST', body: 'text' });

    expect([answer.status, answer.json.code]).toEqual([500, 'INTERNAL_ERROR']);
  });

  test('may answer bytes and repeated headers', async () => {
    const answer = await send('/faulty/binary/');

    expect(answer.headers).toMatchObject({ 'content-length': '1', 'x-a': '1, 2' });
  });
});

describe('a body', () => {
  test('that is no UTF-8 is no JSON', async () => {
    const answer = await send(list, {
      method: 'POST',
      headers: json(),
      body: Buffer.from('{"first_name":"\xff\xfe"}', 'latin1'),
    });

    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ error: 'Invalid JSON body', code: 'INVALID_JSON' });
  });

  test('of as much as a function takes arrives', async () => {
    const content = JSON.stringify(address);
    const answer = await send(list, { method: 'POST', headers: json(), body: content.padEnd(limits.functionBody) });

    expect(answer.status).toBe(201);
  });

  test.each([
    ['with a length', false],
    ['without a length', true],
  ])('of more %s is a 413, and nothing is created', async (_, chunked) => {
    const before = await send(list, { headers: authorized() });

    const answer = await send(list, {
      method: 'POST',
      headers: json(),
      body: JSON.stringify(address).padEnd(limits.functionBody + 1),
      chunked,
    });

    expect(answer.status).toBe(413);
    expect(answer.json).toEqual({ error: 'Payload too large', code: 'PAYLOAD_TOO_LARGE' });
    expect(answer.headers['x-request-id']).toMatch(/\S/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await send(list, { headers: authorized() })).json).toEqual(before.json);
  });

  test('of a client that goes away creates nothing and harms no one', async () => {
    const before = await send(list, { headers: authorized() });
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST ${list} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${world.write}\r\nContent-Length: 1000\r\n\r\n{`,
    );
    await sleep(50);
    socket.destroy();
    await sleep(50);

    expect((await send(list, { headers: authorized() })).json).toEqual(before.json);
  });
});

describe('a request of another time', () => {
  test('that expects something unknown is answered like any other', async () => {
    const answer = await sendRaw(
      `GET /nothing HTTP/1.1\r\nHost: localhost:${port}\r\nExpect: magic\r\nConnection: close\r\n\r\n`,
    );

    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain(JSON.stringify(unknownRoute));
  });

  test.each([
    ['without a host', 'GET /nothing HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['of HTTP/1.0', 'GET /nothing HTTP/1.0\r\n\r\n'],
  ])('%s is refused in the envelope, as a foreign one', async (_, bytes) => {
    const answer = await sendRaw(bytes);

    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).toContain('"code":"FORBIDDEN"');
    expect(answer).toContain(`This server is localhost:${port}`);
  });
});

describe('what is no HTTP request', () => {
  test.each([
    ['noise', 'noise\r\n\r\n'],
    ['more headers than it may have', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ])('is a 400 in the envelope: %s', async (_, bytes) => {
    const answer = await sendRaw(bytes);

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('{"error":"Malformed request","code":"INVALID_REQUEST_ERROR"}');
    expect(answer).toContain('Cache-Control: no-store\r\n');
  });
});

describe('the event', () => {
  const request = {
    method: 'GET',
    target: '/api/v1/customers/cus_1/addresses?limit=1&limit=2&after=a%20b',
    headers: [
      ['Host', 'store.example'],
      ['X-Twice', 'one'],
      ['X-Twice', 'two'],
      ['user-AGENT', 'curl'],
    ] as const,
    body: Buffer.alloc(0),
  };

  test('holds what the client sent, as a REST API passes it on', () => {
    const event = proxyEvent(listCustomerAddresses, { id: 'cus_1' }, request);

    expect(event).toMatchObject({
      resource: '/api/v1/customers/{id}/addresses/',
      path: '/api/v1/customers/cus_1/addresses',
      httpMethod: 'GET',
      headers: { Host: 'store.example', 'X-Twice': 'two', 'user-AGENT': 'curl' },
      multiValueHeaders: { Host: ['store.example'], 'X-Twice': ['one', 'two'], 'user-AGENT': ['curl'] },
      queryStringParameters: { limit: '2', after: 'a b' },
      multiValueQueryStringParameters: { limit: ['1', '2'], after: ['a b'] },
      pathParameters: { id: 'cus_1' },
      body: null,
      isBase64Encoded: false,
      requestContext: { stage: 'local', protocol: 'HTTP/1.1', identity: { userAgent: 'curl', sourceIp: '127.0.0.1' } },
    });
  });

  test('has null where there is nothing', () => {
    const event = proxyEvent(listCustomerAddresses, {}, { ...request, target: '/api/v1/customers/cus_1/addresses/' });

    expect(event.queryStringParameters).toBeNull();
    expect(event.multiValueQueryStringParameters).toBeNull();
    expect(event.pathParameters).toBeNull();
  });

  test.each([
    ['text', 'application/json', Buffer.from('{"a":"é"}')],
    ['multipart', 'multipart/form-data; boundary=x', Buffer.from('--x--')],
    ['what is no UTF-8', 'application/json', Buffer.from([0xff])],
  ])('carries %s in Base64', (_, contentType, body) => {
    const event = proxyEvent(createCustomerAddress, {}, { ...request, headers: [['content-type', contentType]], body });

    expect(event).toMatchObject({ body: body.toString('base64'), isBase64Encoded: true });
  });
});

describe('a route', () => {
  const routeOf = router([
    { ...listCustomerAddresses, name: 'get-thing', path: '/things/{id}/' },
    { ...listCustomerAddresses, name: 'list-special', path: '/things/special/' },
    { ...listCustomerAddresses, name: 'get-part', path: '/things/{id}/parts/{part}/' },
  ]);

  test.each([
    ['/things/special/', 'list-special'],
    ['/things/special', 'list-special'],
    ['/things/other/', 'get-thing'],
    ['/things/special/parts/1/', 'get-part'],
    ['/things/', undefined],
    ['/things/a/b/', undefined],
  ])('with a literal segment wins over one with a parameter: %s', (path, name) => {
    expect(routeOf('GET', path)?.operation.name).toBe(name);
  });
});

describe('emails', () => {
  test('can be read as a page and as JSON, and nothing in them runs', async () => {
    const ses = new SESv2Client({});
    const subject = `<script>alert(1)</script> ${world.store.id}`;
    await ses.send(
      new SendEmailCommand({
        FromEmailAddress: 'shop@example.com',
        Destination: { ToAddresses: ['ada@example.com'] },
        Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: 'Hello & <b>welcome</b>' } } } },
      }),
    );

    const { json: listed } = await send('/mail/messages.json');
    const page = await send('/mail/');

    expect(listed.data).toContainEqual(
      expect.objectContaining({ from: 'shop@example.com', to: ['ada@example.com'], subject }),
    );
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain(world.store.id);
    expect(page.text).not.toContain('<script>');
    expect(page.text).toContain('Hello &amp; &lt;b&gt;welcome&lt;/b&gt;');
  });
});
