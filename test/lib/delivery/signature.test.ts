/** Deliveries as receivers verify them. */
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '../../../lib/client/webhooks.ts';
import { bodyOf, secretText, signatureHeaders } from '../../../lib/delivery/signature.ts';

const now = '2026-02-14T09:30:00Z';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
});

afterEach(() => {
  vi.useRealTimers();
});

const [first, second, third] = [1, 2, 3].map((byte) => secretText(new Uint8Array(32).fill(byte))) as [
  string,
  string,
  string,
];

const event = {
  id: 'evt_1f9d5ab0c4e8273b6d50e71c88a2f46b093e5d10',
  type: 'order.paid' as const,
  store_id: 'sto_demo',
  created_at: now,
  sequence: 2,
  object: { type: 'order' as const, id: 'ord_demo' },
  data: {} as never,
};

const body = bodyOf(event);
const signed = (secrets = [first], timestamp = Date.parse(now) / 1000) =>
  signatureHeaders({ id: event.id, timestamp, body }, secrets);

test('the signature is the one of the Standard Webhooks specification', () => {
  // The example of the specification's own reference.
  const headers = signatureHeaders(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  );

  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a delivery is the event, with its time as timestamp', async () => {
  expect(await verifyWebhook(body, signed(), first)).toEqual({ ...event, timestamp: now });
});

test('bytes are verified as well, and headers in any form', async () => {
  const bytes = new TextEncoder().encode(body);
  const upper = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]]));

  expect(await verifyWebhook(bytes, new Headers(signed()), first)).toMatchObject({ id: event.id });
  expect(await verifyWebhook(bytes, upper, first)).toMatchObject({ id: event.id });
});

describe('during a rotation', () => {
  test.each([
    ['the new secret', [second]],
    ['the old secret', [first]],
    ['both', [third, first]],
  ])('a receiver that knows %s verifies', async (_, known) => {
    expect(await verifyWebhook(body, signed([second, first]), known)).toMatchObject({ id: event.id });
  });
});

describe('is refused', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a changed byte', () => verifyWebhook(body.replace('ord_demo', 'ord_memo'), signed(), first)],
    ['another secret', () => verifyWebhook(body, signed(), second)],
    ['another id', () => verifyWebhook(body, { ...signed(), 'webhook-id': 'evt_0' }, first)],
    ['another time', () => verifyWebhook(body, { ...signed(), 'webhook-timestamp': '1771061401' }, first)],
    [
      'a delivery signed 301 seconds ago',
      () => verifyWebhook(body, signed([first], Date.parse(now) / 1000 - 301), first),
    ],
    ['one signed 301 seconds ahead', () => verifyWebhook(body, signed([first], Date.parse(now) / 1000 + 301), first)],
    ['no signature', () => verifyWebhook(body, { ...signed(), 'webhook-signature': undefined }, first)],
    [
      'a signature of another version',
      () =>
        verifyWebhook(
          body,
          { ...signed(), 'webhook-signature': signed()['webhook-signature']?.replace('v1', 'v2') },
          first,
        ),
    ],
    ['a signature that is no base64', () => verifyWebhook(body, { ...signed(), 'webhook-signature': 'v1,#' }, first)],
    [
      'the digest under an empty key',
      () =>
        verifyWebhook(
          body,
          { ...signed(), 'webhook-signature': `v1,${createHmac('sha256', '').update(body).digest('base64')}` },
          first,
        ),
    ],
  ])('%s', async (_, verified) => {
    await expect(verified()).rejects.toThrow(WebhookVerificationError);
  });

  test('a parsed body, with an error that says so', async () => {
    const parsed = verifyWebhook(JSON.parse(body), signed(), first);

    await expect(parsed).rejects.toThrow(
      new TypeError('body must be the request body as it arrived, a string or bytes: it was parsed'),
    );
  });

  test('an invalid secret, with an error of its own', async () => {
    await expect(verifyWebhook(body, signed(), 'secret')).rejects.toThrow(TypeError);
  });
});

describe('an unsigned request', () => {
  const signatures = (count: number, each: string) => Array.from({ length: count }, () => `v1,${each}`).join(' ');
  const forged = Buffer.alloc(32).toString('base64');

  test.each([
    ['3,875 empty signatures', signatures(3875, '')],
    ['3,875 short signatures', signatures(3875, 'AAAA')],
    ['340 signatures of 32 bytes', signatures(340, forged)],
    ['one signature', signatures(1, forged)],
  ])('with %s and 1 MB costs one HMAC a secret', async (_, signature) => {
    const computed = vi.spyOn(crypto.subtle, 'sign');
    const checked = vi.spyOn(crypto.subtle, 'verify');
    const headers = { ...signed(), 'webhook-signature': signature };

    const verified = verifyWebhook('x'.repeat(1_000_000), headers, [first, second]);

    await expect(verified).rejects.toThrow('The signature of the delivery matches no secret');
    expect(computed.mock.calls.length + checked.mock.calls.length).toBe(2);
  });

  test('is not verified by a signature behind 32 others, and a signed one is by the 32nd', async () => {
    const behind = (count: number) => ({
      ...signed(),
      'webhook-signature': `${signatures(count, forged)} v2,x ${signed()['webhook-signature']}`,
    });

    await expect(verifyWebhook(body, behind(32), first)).rejects.toThrow(WebhookVerificationError);
    expect(await verifyWebhook(body, behind(31), first)).toMatchObject({ id: event.id });
  });

  test.each([0, 15, 31])('is refused when only byte %s of the signature differs', async (index) => {
    const bytes = Buffer.from(String(signed()['webhook-signature']).slice(3), 'base64');
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    const headers = { ...signed(), 'webhook-signature': `v1,${bytes.toString('base64')}` };

    await expect(verifyWebhook(body, headers, first)).rejects.toThrow(WebhookVerificationError);
  });
});

test('a delivery of 299 seconds ago is verified', async () => {
  expect(await verifyWebhook(body, signed([first], Date.parse(now) / 1000 - 299), first)).toMatchObject({
    id: event.id,
  });
});
