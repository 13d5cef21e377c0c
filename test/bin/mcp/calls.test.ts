/** Calls of tools to a service that is slow or refuses: how long a call takes, and which idempotency key it has. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { callsTo } from '../../../bin/mcp/calls.ts';
import { adjustGiftCard, issueGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import { listen } from '../../support/http/servers.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const card = { id: 'gcd_1', balance: 100 };
const answered: Answer = (_, response) => response.end(JSON.stringify(card));
const never: Answer = () => undefined;
const refused =
  (status: number, code: string, message: string, headers = {}): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end(JSON.stringify({ code, error: message }));

/** Calls to a service that gives these answers in turn; `keys` are the idempotency keys of its requests. */
async function serviceWith(...answers: Answer[]) {
  const keys: unknown[] = [];
  const service = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    request.resume();
    (answers.shift() ?? answered)(request, response);
  });
  onTestFinished(() => {
    service.closeAllConnections();
    service.close();
  });
  const warnings: string[] = [];
  const baseUrl = await listen(service);
  return { keys, call: callsTo({ apiKey: 'sk_test', baseUrl, warn: (message) => warnings.push(message) }) };
}

afterEach(() => {
  vi.restoreAllMocks();
});

const adjustment = { gift_card_id: 'gcd_1', amount: 5, note: 'Goodwill' };

test('a call that is not answered ends before clients give up, and the same call has the same key', {
  tags: 'long',
}, async () => {
  const { timeout } = AbortSignal;
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce((milliseconds) => {
    limits.push(milliseconds);
    return timeout.call(AbortSignal, milliseconds / 50);
  });
  const { keys, call } = await serviceWith(never);

  await expect(call(adjustGiftCard, adjustment)).rejects.toThrow('adjust-gift-card was not answered within 50 seconds');
  expect((await call(adjustGiftCard, adjustment)).data).toEqual(card);
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]]);
  expect(limits).toEqual([50_000]);
});

test('a call that its client cancels keeps its key for the same call', async () => {
  const { keys, call } = await serviceWith(never);
  const client = new AbortController();
  const canceled = call(adjustGiftCard, adjustment, { signal: client.signal });
  await expect.poll(() => keys).toHaveLength(1);
  client.abort(new Error('The user canceled it'));

  await expect(canceled).rejects.toThrow('The user canceled it');
  await call(adjustGiftCard, adjustment);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('a call with other arguments, and a call after a success, have keys of their own', async () => {
  const { keys, call } = await serviceWith(refused(400, 'INVALID_FIELD', 'value is wrong'));

  await expect(call(issueGiftCard, { value: 5 })).rejects.toThrow('value is wrong');
  for (const value of [6, 5, 5]) await call(issueGiftCard, { value });

  const [failed, other, repeated, further] = keys;
  expect(repeated).toBe(failed);
  expect(new Set([failed, other, further]).size).toBe(3);
});

test('two calls at the same time have keys of their own', async () => {
  const { keys, call } = await serviceWith();

  await Promise.all([call(issueGiftCard, { value: 5 }), call(issueGiftCard, { value: 5 })]);

  expect(new Set(keys).size).toBe(2);
});

test('a refusal that asks for a long pause is reported at once', async () => {
  const { keys, call } = await serviceWith(
    refused(429, 'RATE_LIMIT_EXCEEDED', 'Rate limit exceeded', { 'Retry-After': '30' }),
  );

  await expect(call(adjustGiftCard, adjustment)).rejects.toMatchObject({ status: 429, retryAfter: 30 });
  expect(keys).toHaveLength(1);
});
