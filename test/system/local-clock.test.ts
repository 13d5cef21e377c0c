/** The local server's clock: moved ahead, everything that goes by the time follows. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { demo } from '../../bin/local/demo.ts';
import { demoStore } from '../../lib/resources/demo-store.ts';
import { type Running, run, startLocalServer } from '../support/http/local-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const data = temporaryFolder();
let server: Running;

beforeAll(async () => {
  server = await startLocalServer('--data', data, '--clock', '2031-01-31T10:00:00.5+01:00');
});

afterAll(() => server.stop());

/** The fields of replies, of which each has some. */
interface Body {
  api_key: string;
  now: string;
  id: string;
  code: string;
  status: string;
  created_at: string;
  url: string;
  data: { id: string }[];
  parts: { url: string }[];
}

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${demo.writeKey}`, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : undefined) as Body };
}

const now = async (): Promise<number> => Date.parse((await send('GET', '/clock/')).body.now);
const advance = (seconds: number) => send('POST', '/clock/', { advance_seconds: seconds });
const inSeconds = async (seconds: number): Promise<string> => new Date((await now()) + seconds * 1000).toISOString();

const issue = async (fields: object = {}): Promise<Body> =>
  (await send('POST', '/api/v1/gift-cards/', { value: 500, ...fields })).body;

describe('the clock', () => {
  test('begins at the given time and runs on', async () => {
    const { body } = await send('GET', '/clock');
    const shown = Date.parse(body.now);

    expect(body.now).toMatch(/^2031-01-31T09:\d\d:\d\dZ$/);
    await vi.waitUntil(async () => (await now()) > shown, 150_000);
    expect((await issue()).created_at).toMatch(/^2031-01-31T09:/);
  });

  test('answers with the time it has been moved to', async () => {
    const before = await now();
    const { status, body } = await advance(3600);

    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['now']);
    expect(Date.parse(body.now) - before).toBeGreaterThanOrEqual(3_600_000);
    expect(Date.parse((await issue()).created_at)).toBeGreaterThanOrEqual(Date.parse(body.now));
  });

  test.each([
    [{}, 'MISSING_FIELD', 'advance_seconds is required'],
    [{ advance_seconds: -1 }, 'INVALID_FIELD', 'advance_seconds must be between 0 and 3155760000'],
    [{ advance_seconds: 1.5 }, 'INVALID_FIELD', 'advance_seconds must be an integer'],
    [{ advance_seconds: '60' }, 'INVALID_FIELD', 'advance_seconds must be an integer'],
    [[60], 'INVALID_JSON', 'Invalid JSON body'],
    ['advance_seconds=60', 'INVALID_JSON', 'Invalid JSON body'],
  ])('stays where it is for %j', async (body, code, error) => {
    const before = await now();
    const refused = await send('POST', '/clock/', body);

    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ error, code });
    expect((await now()) - before).toBeLessThan(60_000);
  });
});

test('a card expires, is listed as such at once, and an event reports it', async () => {
  const expires_at = await inSeconds(7200);
  const { id } = await issue({ expires_at });
  const listed = async (status: string) =>
    (await send('GET', `/api/v1/gift-cards/?limit=100&status=${status}`)).body.data;

  await advance(7210);

  expect((await send('GET', `/api/v1/gift-cards/${id}/`)).body.status).toBe('expired');
  expect((await listed('active')).map((card) => card.id)).not.toContain(id);
  expect((await listed('expired')).map((card) => card.id)).toContain(id);
  const expiryEvent = async () => {
    const events = (await send('GET', '/events/messages.json')).body as unknown as {
      time: string;
      'detail-type': string;
      detail: { object: { id: string } };
    }[];
    return events.find((event) => event.detail.object.id === id && event['detail-type'] === 'gift_card.expired');
  };
  await vi.waitUntil(expiryEvent, 150_000);
  expect(Date.parse((await expiryEvent())?.time ?? '')).toBeGreaterThanOrEqual(Date.parse(expires_at));
});

test('an idempotency key is new again after 24 hours, and not before', async () => {
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const issued = () => send('POST', '/api/v1/gift-cards/', { value: 700 }, key);
  const first = await issued();

  await advance(86_400 - 900);
  const again = await issued();
  expect([again.headers.get('x-idempotency-replayed'), again.body]).toEqual(['true', first.body]);

  await advance(901);
  const later = await issued();
  expect(later.headers.get('x-idempotency-replayed')).toBe('false');
  expect(later.body).not.toEqual(first.body);
});

test('links end after their hour, fresh ones work, and an upload is swept after its day', async () => {
  const { product, variant } = { product: demoStore.products.book, variant: demoStore.variants.epub };
  const uploads = `/api/v1/products/${product}/variants/${variant}/digital-files/uploads/`;
  const started = await send('POST', uploads, { file_name: 'a.txt', file_size: 5 });
  const { id, parts } = started.body;
  const put = (url = '') => fetch(url, { method: 'PUT', body: 'Hello' });

  expect(new URL(parts[0]?.url ?? '').origin).toBe(server.url);
  await advance(3700);
  const late = await put(parts[0]?.url);
  expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')]);

  const resumed = (await send('GET', `${uploads}${id}/`)).body;
  const arrived = await put(resumed.parts[0]?.url);
  expect(arrived.status).toBe(200);
  const etag = arrived.headers.get('etag');
  const complete = { parts: [{ part_number: 1, etag }] };
  expect((await send('POST', `${uploads}${id}/complete/`, complete)).status).toBe(201);

  const { id: forgotten } = (await send('POST', uploads, { file_name: 'b.txt', file_size: 5 })).body;
  await advance(86_500);
  expect((await send('GET', `${uploads}${forgotten}/`)).status).toBe(404);
});

test('a restart continues at the time of the clock', async () => {
  const { body } = await advance(0);
  await server.stop();
  server = await startLocalServer('--data', data);

  expect((await now()) - Date.parse(body.now)).toBeGreaterThanOrEqual(0);
  expect((await now()) - Date.parse(body.now)).toBeLessThan(600_000);
});

test('a time that cannot be read is refused in one line', async () => {
  expect(await run('bin/local.ts', ['--port', '0', '--clock', 'tomorrow'])).toEqual({
    code: 1,
    stdout: '',
    stderr: '--clock must be a time such as 2027-01-31T09:00:00Z, not tomorrow\n',
  });
});
