/** Answers over a real line that end after their headers: they are lost, as if none had come. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Operator } from '../../../lib/client/functions.ts';
import { StoreCommerce } from '../../../lib/client/store-commerce.ts';
import { listen } from '../../support/http/servers.ts';

let server: Server;
let url: string;
/** Each request as its method, its path and its idempotency key. */
let asked: string[];

const whole = JSON.stringify({ id: 'gcd_1', data: [], has_more: false });

function cutOff(answer: ServerResponse, status: number): void {
  answer.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': '100' });
  answer.write('{"id"', () => answer.destroy());
}

beforeEach(async () => {
  asked = [];
  vi.spyOn(Math, 'random').mockReturnValue(0);
  server = createServer(async (request, answer) => {
    const again = asked.push(`${request.method} ${request.url} ${request.headers['idempotency-key']}`) > 1;
    request.resume();
    await once(request, 'end');
    if (!again) return cutOff(answer, Number(/status-(\d+)/.exec(request.url ?? '')?.[1] ?? 200));
    answer.setHeader('Content-Type', 'application/json').end(whole);
  });
  url = await listen(server);
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('a write with a cut-off answer is repeated with the same idempotency key', async () => {
  const shop = new StoreCommerce({ apiKey: 'sk_x', baseUrl: url });

  await expect(shop.giftCards.issue({ value: 5 })).resolves.toMatchObject({ id: 'gcd_1' });

  expect(asked).toHaveLength(2);
  expect(asked[1]).toBe(asked[0]);
});

test('a refusal that is cut off is asked for again: its text is unknown', async () => {
  const shop = new StoreCommerce({ apiKey: 'sk_x', baseUrl: url });

  await expect(shop.giftCards.list({ after: 'status-400' })).resolves.toMatchObject({ data: [] });
});

test.each([
  ['answered', 200],
  ['refused', 400],
])('the invocation of a function that is %s and cut off is made again', async (_, status) => {
  const lambda = new LambdaClient({
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

  await expect(new Operator({ stackName: `status-${status}`, lambda }).listStores()).resolves.toMatchObject({
    data: [],
  });

  expect(asked).toHaveLength(2);
});
