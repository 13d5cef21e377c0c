/** Who may do what: every operation against every kind of key and another store's records. */
import { beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../lib/resources/nouns.ts';
import { getOverview } from '../../lib/resources/overview/operations.ts';
import { createApiKey, revokeApiKey } from '../../lib/resources/stores/functions.ts';
import { getApiKey } from '../../lib/resources/stores/operations.ts';
import { type Area, areas, type Operation } from '../../lib/schema/operation.ts';
import { allScenarios, type Scenario } from '../requests/all.ts';
import { isolateTables, shapeOf } from '../support/aws/table-contents.ts';
import { call } from '../support/http/call.ts';
import type { Response } from '../support/http/documented.ts';
import { invoke } from '../support/invoke.ts';
import { newKey, newWorld, plenty, succeeded, type World } from '../support/world/world.ts';

async function prepared({ operation, prepare }: Scenario) {
  const world = await newWorld();
  const request = await prepare(world);
  const before = await shapeOf(world.store.id);
  const send = (credentials: { key?: string; headers?: Record<string, string> }) =>
    call(operation, { ...request, ...credentials, headers: { ...request.headers, ...credentials.headers } });
  const unchanged = async () => expect(await shapeOf(world.store.id)).toEqual(before);
  return { world, request, send, unchanged };
}

const required = { error: 'Authentication required', code: 'UNAUTHORIZED' };
const invalid = { error: 'Invalid API key', code: 'UNAUTHORIZED' };
const unsent = { error: 'Send the API key as Authorization: Bearer sk_...', code: 'UNAUTHORIZED' };

const notKeys = [`Bearer sk_${'x'.repeat(43)}`, 'Bearer sk_short', 'Bearer ', `Bearer ${'x'.repeat(1_000_000)}`];

const otherSchemes = [`Basic ${Buffer.from('a:b').toString('base64')}`, `sk_${'x'.repeat(43)}`, 'Bearersk_short'];

/** Console page, "Keys for a job". A section of a new noun chooses its own. */
const areaOfSection: Readonly<Record<string, Area | null>> = {
  'Customer addresses': 'customers',
  'Gift options': 'gift_options',
  Reviews: 'reviews',
  'Gift cards': 'gift_cards',
  Orders: 'gift_cards',
  'Restock waitlist': 'waitlist',
  'Store credit': 'store_credits',
  'Digital files': 'digital_files',
  'API key': null,
  Customers: 'customers',
  Catalog: null,
  Overview: null,
};

test.each(
  operations.filter(({ section }) => section in areaOfSection).map((operation) => [operation.name, operation] as const),
)('%s has the area of its section', (_, { section, area }) => {
  expect(area).toBe(areaOfSection[section]);
});

/** A key sees itself, its own store and its figures; any other list is empty. */
function expectOwn(operation: Operation, body: Response['body'], stranger: World): void {
  if (operation === getApiKey) expect(body.id).toBe(stranger.writeKeyId);
  else if (operation === getOverview) expect(body).toMatchObject({ liability: 0, as_of: null });
  else expect(body.data).toEqual([]);
}

describe.each(allScenarios)('%s', (_, scenario) => {
  isolateTables('suite');
  // For the tests that end with nothing changed.
  let shared: Awaited<ReturnType<typeof prepared>>;
  beforeAll(async () => {
    shared = await prepared(scenario);
  });

  test('401 without credentials', async () => {
    const { send, unchanged } = shared;
    const { status, body, headers } = await send({});

    expect(status).toBe(401);
    expect(body).toEqual(required);
    expect(headers['www-authenticate']).toBe('Bearer');
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
    await unchanged();
  });

  test('401 with an unknown key, a malformed one, none, and an endless one', async () => {
    const { send, unchanged } = shared;
    for (const Authorization of notKeys) {
      const { status, body } = await send({ headers: { Authorization } });
      expect({ status, body }, Authorization.slice(0, 50)).toEqual({ status: 401, body: invalid });
    }
    await unchanged();
  });

  test('401 with how to send the key, where it is sent another way', async () => {
    const { send, unchanged } = shared;
    for (const Authorization of otherSchemes) {
      const { status, body } = await send({ headers: { Authorization } });
      expect({ status, body }, Authorization).toEqual({ status: 401, body: unsent });
    }
    await unchanged();
  });

  test(scenario.operation.permission !== 'Write' ? 'a Read key suffices' : '403 with a Read key', async () => {
    const { world, send, unchanged } = shared;
    const { status, body, headers } = await send({ key: world.read });

    expect(headers['x-ratelimit-limit']).toBe(String(plenty.requests));
    if (scenario.operation.permission !== 'Write') {
      expect(status).toBe(scenario.operation.success.status);
    } else {
      expect(status).toBe(403);
      expect(body).toEqual({ error: 'Insufficient permissions', code: 'FORBIDDEN' });
    }
    await unchanged();
  });

  test("another store's key finds nothing and changes nothing", async () => {
    const { request, send, unchanged } = shared;
    const stranger = await newWorld();
    const { status, body } = await send({ key: stranger.write });

    if (request.path && Object.keys(request.path).length > 0) {
      expect(status).toBe(404);
      expect(body.code).toBe('NOT_FOUND');
    } else if (scenario.operation.method === 'GET' || scenario.operation.readOnly) {
      expect(status).toBe(200);
      expectOwn(scenario.operation, body, stranger);
    } else {
      // It adds to a collection of the stranger's own.
      expect(status).toBe(201);
    }
    await unchanged();
  });

  // These make keys in the store: they come after the tests that leave it as it was.
  test('401 with a revoked key', async () => {
    const { world, send } = shared;
    const { api_key, key_id } = await newKey(world.store.id, 'Write');
    await invoke(revokeApiKey, { store_id: world.store.id, key_id });
    const before = await shapeOf(world.store.id);

    const { status, body } = await send({ key: api_key });
    expect(status).toBe(401);
    expect(body).toEqual(invalid);
    expect(await shapeOf(world.store.id)).toEqual(before);
  });

  const { area, alsoArea } = scenario.operation;
  test(area === null ? 'a key of any area is accepted' : '403 with a key of all other areas', async () => {
    const { world, send } = shared;
    const keyOf = async (own: Area[]) => {
      const asked = { store_id: world.store.id, name: 'Limited', permission: 'Write', areas: own };
      return (await succeeded(invoke(createApiKey, asked))).api_key;
    };
    const [own, others] = [
      await keyOf(area ? [area] : ['waitlist']),
      await keyOf(areas.filter((each) => each !== area && each !== alsoArea)),
    ];
    const before = await shapeOf(world.store.id);

    const { status, body } = await send({ key: others });
    if (area === null) {
      expect(status).toBe(scenario.operation.success.status);
    } else {
      expect(status).toBe(403);
      expect(body).toEqual({ error: `The areas of the API key do not include ${area}`, code: 'FORBIDDEN' });
    }
    expect(await shapeOf(world.store.id)).toEqual(before);
    expect((await send({ key: own })).status).toBe(scenario.operation.success.status);
    if (alsoArea) expect((await send({ key: await keyOf([alsoArea]) })).status).toBe(scenario.operation.success.status);
  });

  test('429 over the limit, with the three headers and Retry-After', async () => {
    const world = await newWorld({ rateLimit: { requests: 1, window_seconds: 86_400 } });
    const { api_key: key } = await newKey(world.store.id, 'Write');
    const { operation } = scenario;
    await call(operation, { key });
    const { status, body, headers } = await call(operation, { key });

    expect(status).toBe(429);
    expect(body).toEqual({ error: 'Rate limit exceeded', code: 'RATE_LIMIT_EXCEEDED' });
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' });
    expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000 - 1);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});
