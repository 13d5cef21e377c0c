import { randomUUID } from 'node:crypto';
import { InvokeCommand, LambdaClient, ResourceNotFoundException } from '@aws-sdk/client-lambda';
import { describe, expect, test } from 'vitest';
import { hostedPagesPolicy } from '../../bin/hosted-pages/policy.ts';
import { demoStore } from '../../lib/resources/demo-store.ts';
import { curlLines, pasted } from '../support/http/curl-lines.ts';
import { useLocalServer } from '../support/http/local-server.ts';

const server = useLocalServer();

const client = () =>
  new LambdaClient({
    endpoint: server.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    maxAttempts: 1,
  });

const resultOf = (payload: Uint8Array | undefined) => JSON.parse(Buffer.from(payload ?? []).toString());

describe('the summary', () => {
  test('names commands that work as pasted, again and again', async () => {
    const lines = curlLines(server);
    expect(lines).toHaveLength(3);

    const statuses = [];
    for (const line of [...lines, ...lines]) statuses.push((await fetch(pasted(line))).status);

    expect(statuses).toEqual([200, 201, 200, 200, 201, 200]);
  });
});

describe('every answer', () => {
  const invocation = '/2015-03-31/functions/StoreCommerceApi-list-stores/invocations';

  test.each<[string, string, RequestInit?]>([
    ...['/', '/docs/', '/docs/none.html', '/mail/', '/mail/messages.json', '/events/', '/events/page.js'].map(
      (path): [string, string] => [path, path],
    ),
    ...['/events/messages.json', '/clock/', '/media/none.png', '/store-commerce-api/none', '/none'].map(
      (path): [string, string] => [path, path],
    ),
    ['an invocation', invocation, { method: 'POST' }],
    ['a refusal', '/', { headers: { Origin: 'https://evil.test' } }],
  ])('is never cached, and neither framed nor taken for something that runs: %s', async (_, path, init) => {
    const { headers } = await fetch(server.url + path, init);

    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      // The reference says `no-cache`, as it does on AWS.
      'cache-control': expect.stringMatching(/^no-(?:store|cache)$/),
      'content-security-policy': expect.stringMatching(/^default-src 'none'; (.*frame-ancestors 'none'|sandbox)$/),
    });
  });
});

describe('the unsubscribe link of an email', () => {
  const shopper = `${randomUUID()}@example.com`;
  const variant = { store_id: 'sto_demo', product_id: 'pro_teapot', variant_id: 'prv_teapotlarge' };
  const invoked = (name: string, payload: object) =>
    fetch(`${server.url}/2015-03-31/functions/StoreCommerceApi-${name}/invocations`, {
      method: 'POST',
      body: JSON.stringify(payload),
    });

  const mails = async () => {
    const { data } = (await (await fetch(`${server.url}/mail/messages.json`)).json()) as {
      data: { to: string[]; headers: { name: string; value: string }[] }[];
    };
    return data.filter(({ to }) => to.includes(shopper));
  };

  test('leads to a page of this server, which a form without an origin and an email program may use', async () => {
    await invoked('join-waitlist', { ...variant, email: shopper });
    await invoked('restock-variant', { ...variant, restock_id: randomUUID() });
    await expect.poll(async () => (await mails()).length, { interval: 500 }).toBe(1);
    const [mail] = await mails();
    const headers = Object.fromEntries((mail?.headers ?? []).map(({ name, value }) => [name, value]));
    const url = headers['List-Unsubscribe']?.slice(1, -1) ?? '';
    const form = { method: 'POST', body: 'List-Unsubscribe=One-Click' };

    expect(url.startsWith(`${server.url}/unsubscribe/?t=`)).toBe(true);
    const replies = await Promise.all([
      fetch(url),
      fetch(url, { ...form, headers: { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' } }),
      fetch(url, form),
      fetch(url.replace('/?', '?'), form),
      fetch(`${url}x`, form),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 401]);
    for (const reply of replies) {
      expect(reply.headers.get('content-security-policy')).toContain("form-action 'self'");
      expect(await reply.text()).toMatch(/^<!doctype html>/);
    }
  });
});

describe('a call with a shopper token', () => {
  const site = 'https://teapots.example';
  const balance = (headers: Record<string, string>, method = 'POST') =>
    fetch(`${server.url}/shop/v1/sto_demo/balance/`, {
      method,
      headers,
      ...(method === 'POST' && { body: JSON.stringify({ code: demoStore.giftCardCode }) }),
    });

  const tokenHeader = async () => {
    const invoked = await fetch(
      `${server.url}/2015-03-31/functions/StoreCommerceApi-create-shopper-token/invocations`,
      { method: 'POST', body: JSON.stringify({ store_id: 'sto_demo', visitor: randomUUID(), scopes: ['balance'] }) },
    );
    const { token } = (await invoked.json()) as { token: string };
    return { Authorization: `Shopper ${token}` };
  };

  test('is answered from the origin of a site, from this server and without an origin', async () => {
    const authorization = await tokenHeader();
    const browser = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' };
    const replies = [
      await balance({ ...authorization, ...browser, Origin: site }),
      await balance({ ...authorization, Origin: server.url }),
      await balance(authorization),
    ];

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual([site, null, null]);
    expect(await replies[0]?.json()).toMatchObject({ status: 'active' });
    const preflight = await balance({ ...browser, Origin: site, 'Access-Control-Request-Method': 'POST' }, 'OPTIONS');
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Authorization, Content-Type',
    ]);
  });

  test('from another origin is refused, even if it names itself as this server', async () => {
    const authorization = await tokenHeader();
    const evil = 'https://evil.example';
    const replies = await Promise.all([
      balance({ ...authorization, Origin: evil }),
      balance({ ...authorization, Origin: evil, 'X-Viewer-Host': 'evil.example' }),
      balance({ ...authorization, Origin: 'null' }),
    ]);

    for (const reply of replies) {
      expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([403, 'FORBIDDEN']);
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

test('pages of every origin may load the elements, which a browser checks again after 5 minutes', async () => {
  const { headers } = await fetch(`${server.url}/elements/v1.js`, {
    headers: { Origin: 'https://shop.example', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' },
  });

  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=300',
    'content-security-policy':
      "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  const none = await fetch(`${server.url}/elements/v0.js`);
  expect([none.status, await none.text()]).toEqual([404, '']);
});

test('the hosted pages have the headers that the distribution gives them', async () => {
  for (const path of ['/review/', '/review', '/review/page.js', '/balance/', '/balance/page.css', '/balance/none']) {
    const { headers, status } = await fetch(`${server.url}${path}`);
    expect([path, status]).toEqual([path, path.endsWith('none') ? 404 : 200]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': hostedPagesPolicy,
      'cache-control': 'public, max-age=300',
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
  }
  expect((await fetch(`${server.url}/reviews/`)).headers.get('content-security-policy')).not.toBe(hostedPagesPolicy);
});

test('a page that has opened the console keeps no handle on its tab', async () => {
  for (const path of ['/console/', '/console/gift-cards/', '/console/console.js']) {
    const { headers } = await fetch(server.url + path);
    expect([path, headers.get('cross-origin-opener-policy')]).toEqual([path, 'same-origin']);
  }
});

describe('under /media/', () => {
  const authorization = () => ({ Authorization: `Bearer ${server.key()}` });

  const uploaded = async (path: string, field: string, bytes: Buffer) => {
    const body = new FormData();
    body.append(field, new Blob([bytes]), 'photo.jpg');
    const method = field === 'image' ? 'PUT' : 'POST';
    const response = await fetch(`${server.url}${path}`, { method, headers: authorization(), body });
    return (await response.json()) as { id: string; image: { url: string } };
  };

  const photo = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(100)]);

  test('a photo is served to keep, and in part', async () => {
    const { image } = await uploaded('/api/v1/sites/sit_demo/gift-options/gft_box/image/', 'image', photo);
    const url = `${server.url}${image.url}`;
    const [whole, part] = await Promise.all([fetch(url), fetch(url, { headers: { Range: 'bytes=0-3' } })]);

    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(whole.headers.get('cache-control')).toContain('immutable');
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(photo);
    expect([part.status, await part.text()]).toEqual([206, photo.subarray(0, 4).toString()]);
  });

  test('nothing else is found: neither what is not there nor a digital file', async () => {
    const file = await uploaded('/api/v1/products/pro_book/variants/prv_book/digital-files/', 'file', photo);
    const paths = ['nothing.jpg', '%zz', `..%2ffiles%2fsto_demo%2f${file.id}`];
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(`${server.url}/media/${path}`)).status));

    expect(file.id).toMatch(/^pdf_/);
    expect(statuses).toEqual([404, 404, 404]);
  });
});

describe("Lambda's Invoke API", () => {
  const payload = JSON.stringify({ store_id: 'sto_invoked', name: 'Invoked', currency: 'EUR' });

  test('answers with the result', async () => {
    const response = await client().send(
      new InvokeCommand({ FunctionName: 'StoreCommerceApi-create-store', Payload: payload }),
    );

    expect(response.StatusCode).toBe(200);
    expect(response.FunctionError).toBeUndefined();
    expect(response.ExecutedVersion).toBe('$LATEST');
    expect(resultOf(response.Payload)).toMatchObject({ id: 'sto_invoked', currency: 'EUR' });
  });

  test('takes a function by its ARN', async () => {
    const FunctionName = 'arn:aws:lambda:eu-west-1:123456789012:function:StoreCommerceApi-create-store:$LATEST';
    const response = await client().send(new InvokeCommand({ FunctionName, Payload: payload }));

    expect(resultOf(response.Payload)).toMatchObject({ id: 'sto_invoked' });
  });

  test('reports a refusal as a function error', async () => {
    const response = await client().send(
      new InvokeCommand({ FunctionName: 'StoreCommerceApi-create-store', Payload: '{"name":"x"}' }),
    );

    expect(response.StatusCode).toBe(200);
    expect(response.FunctionError).toBe('Unhandled');
    expect(resultOf(response.Payload)).toEqual({
      errorType: 'MISSING_FIELD',
      errorMessage: 'currency is required',
      trace: [],
    });
  });

  test('runs an event without waiting for it', async () => {
    const store_id = 'sto_event';
    const event = await client().send(
      new InvokeCommand({
        FunctionName: 'StoreCommerceApi-create-store',
        InvocationType: 'Event',
        Payload: JSON.stringify({ store_id, name: 'Event', currency: 'EUR' }),
      }),
    );
    expect(event.StatusCode).toBe(202);

    const createKey = () =>
      client().send(
        new InvokeCommand({
          FunctionName: 'StoreCommerceApi-create-api-key',
          Payload: JSON.stringify({ store_id, name: 'key', permission: 'Read' }),
        }),
      );
    await expect.poll(async () => (await createKey()).FunctionError).toBeUndefined();
  });

  test('runs nothing in a dry run', async () => {
    const response = await client().send(
      new InvokeCommand({ FunctionName: 'StoreCommerceApi-create-store', InvocationType: 'DryRun' }),
    );

    expect(response.StatusCode).toBe(204);
  });

  test.each(['StoreCommerceApi-nothing', 'Another-create-store', 'create-store'])(
    'does not know %s',
    async (FunctionName) => {
      const unknown = client().send(new InvokeCommand({ FunctionName }));

      await expect(unknown).rejects.toThrow(ResourceNotFoundException);
      await expect(unknown).rejects.toThrow('Function not found: arn:aws:lambda:');
    },
  );

  test('refuses a payload that is no JSON', async () => {
    const refused = client().send(new InvokeCommand({ FunctionName: 'StoreCommerceApi-create-store', Payload: '{' }));

    await expect(refused).rejects.toMatchObject({ name: 'InvalidRequestContentException' });
  });
});
