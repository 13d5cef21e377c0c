/** The one line that a request, an invocation and a batch leave in the log: who, what, how long, and the metrics. */
import { beforeEach, expect, test, vi } from 'vitest';
import { auditLedger } from '../../../lib/resources/gift-cards/functions.ts';
import { createGiftOption } from '../../../lib/resources/gift-options/operations.ts';
import { joinWaitlist } from '../../../lib/resources/waitlist/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { log } from '../../../lib/runtime/log.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { batchOf } from '../../support/aws/queued-messages.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { giftOptionBody } from '../../support/world/gift-options.ts';
import { newWorld } from '../../support/world/world.ts';

const sendMail = await handlerOf({ name: 'send-mail' });
const sweepGiftCards = await handlerOf({ name: 'sweep-gift-cards' });
const workOnWaitlist = await handlerOf({ name: 'work-on-waitlist' });

let lines: Record<string, unknown>[];

beforeEach(() => {
  lines = [];
  vi.stubEnv('LOG_LEVEL', 'info');
  vi.stubEnv('METRICS_NAMESPACE', 'Shop');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(JSON.parse(String(text)));
    return true;
  });
});

test('an invocation of what is no store names none, and what is long is cut', async () => {
  await invoke(joinWaitlist, { store_id: { secret: 'x' } } as never);
  await invoke(joinWaitlist, { store_id: 'sto_1\u202e' } as never);
  log('info', 'long', { path: 'x'.repeat(100_000) });

  const [first, second, long] = lines;
  expect(first).toMatchObject({ message: 'invocation', code: 'INVALID_FIELD' });
  expect(first).not.toHaveProperty('store_id');
  expect(second).not.toHaveProperty('store_id');
  expect(String(long?.path)).toHaveLength(4001);
});

const requestLines = () => lines.filter(({ message }) => message === 'request');

test('a success and its replay', async () => {
  const world = await newWorld();
  const path = { site_id: world.sites[0].id };
  const input = { path, body: giftOptionBody, key: world.write, idempotencyKey: 'once' };
  await call(createGiftOption, input);
  await call(createGiftOption, input);

  expect(requestLines()).toMatchObject([
    { status: 201 },
    { status: 201, replays: 1, store_id: world.store.id, key_id: world.writeKeyId, operation: 'create-gift-option' },
  ]);
  // A figure of 0 is not logged.
  for (const figure of ['client_errors', 'server_errors', 'throttles', 'reruns']) {
    for (const line of requestLines()) expect(line).not.toHaveProperty(figure);
  }
});

test('a refusal, without the key that was sent', async () => {
  const world = await newWorld({ rateLimit: { requests: 1, window_seconds: 86_400 } });
  const input = { path: { site_id: world.sites[0].id }, body: {}, key: world.write };
  await call(createGiftOption, input);
  await call(createGiftOption, input);

  expect(requestLines()).toMatchObject([
    { status: 400, code: 'MISSING_FIELD', client_errors: 1 },
    { status: 429, code: 'RATE_LIMIT_EXCEEDED', client_errors: 1, throttles: 1 },
  ]);
  expect(JSON.stringify(lines)).not.toContain(world.write);
});

test('a request that fails inside is a metric of the stack, a successful one is not', async () => {
  const world = await newWorld();
  const create = () =>
    call(createGiftOption, { path: { site_id: world.sites[0].id }, body: giftOptionBody, key: world.write });
  await create();
  await watch(create, () => 'before');

  const [succeeded, failed] = requestLines();
  expect(succeeded).not.toHaveProperty('_aws');
  expect(failed).toMatchObject({
    server_errors: 1,
    _aws: {
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [{ Namespace: 'Shop', Dimensions: [[]], Metrics: [{ Name: 'server_errors', Unit: 'Count' }] }],
    },
  });
});

test('an invocation of a function without a route, and its refusal', async () => {
  const world = await newWorld();
  const [{ id: product_id, variants }] = world.products;
  const payload = { store_id: world.store.id, product_id, variant_id: variants[0]?.id, email: 'ada@example.com' };
  lines = [];
  await invoke(joinWaitlist, payload);
  await invoke(joinWaitlist, { ...payload, email: 'nobody' });

  const identity = { message: 'invocation', operation: 'join-waitlist', store_id: world.store.id };
  expect(lines).toMatchObject([
    { ...identity, milliseconds: expect.any(Number) },
    { ...identity, code: 'INVALID_FIELD', client_errors: 1 },
  ]);
  expect(JSON.stringify(lines)).not.toContain('ada@example.com');
});

test('a failed invocation with its cause, which the caller does not see', async () => {
  const { store } = await newWorld();
  lines = [];
  const { result } = await watch(
    () => invoke(auditLedger, { store_id: store.id }),
    () => 'before',
  );

  expect(result).toEqual({
    errorType: 'INTERNAL_ERROR',
    errorMessage: 'Internal server error. Invoke the function again with the same payload',
  });
  expect(lines).toMatchObject([
    {
      level: 'error',
      message: 'invocation failed',
      operation: 'audit-ledger',
      error: { name: 'ApiError', cause: { name: 'InjectedFault' } },
    },
    { message: 'invocation', code: 'INTERNAL_ERROR', server_errors: 1 },
  ]);
});

test('a batch of messages, of which one fails', async () => {
  const { store, products } = await newWorld();
  const reconcile = { work: 'reconcile', store_id: store.id, product_id: products[0].id };
  lines = [];
  await workOnWaitlist(batchOf([JSON.stringify(reconcile), 'no JSON']));

  expect(lines).toMatchObject([
    { level: 'error', message: 'message failed', message_id: '1' },
    { message: 'batch', operation: 'work-on-waitlist', messages: 2, server_errors: 1 },
  ]);
});

test('an email that came before its commit, which is no failure: each decision made again leaves some', async () => {
  const { store } = await newWorld();
  const early = { type: 'gift-card', store_id: store.id, gift_card_id: newId('giftCard'), code: 'A'.repeat(28) };
  lines = [];
  const { batchItemFailures } = await sendMail(batchOf([JSON.stringify({ ...early, queued_at: Date.now() })]));

  expect(batchItemFailures).toHaveLength(1);
  expect(lines).toMatchObject([
    { level: 'info', message: 'message too soon', message_id: '0' },
    { message: 'batch', operation: 'send-mail', messages: 1, too_soon: 1 },
  ]);
});

test('a scheduled round with a failed part: it has no caller, so the metrics must report it', async () => {
  await newWorld();
  lines = [];
  const round = watch(sweepGiftCards, (index) => (index === 1 ? 'before' : undefined));
  await expect(round).rejects.toThrow('1 failed');

  expect(lines).toMatchObject([
    { level: 'error', message: 'sweep failed', error: { name: 'InjectedFault' } },
    { message: 'round', operation: 'sweep-gift-cards', milliseconds: expect.any(Number), server_errors: 1 },
  ]);
});
