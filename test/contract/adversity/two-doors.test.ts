/** A storefront function behind its two doors: what the one refuses the other refuses, and only a key of its own opens the HTTP door. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { lambdaContext } from '../../../lib/gateway/proxy-event.ts';
import { tooManyCodes } from '../../../lib/resources/gift-cards/fields.ts';
import { storefrontOperations } from '../../../lib/resources/nouns.ts';
import { getReview } from '../../../lib/resources/reviews/operations.ts';
import { createApiKey } from '../../../lib/resources/stores/functions.ts';
import { getApiKey } from '../../../lib/resources/stores/operations.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { type InvocationScenario, invocationScenarios } from '../../requests/all.ts';
import { shapeOf } from '../../support/aws/table-contents.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call, eventOf } from '../../support/http/call.ts';
import { httpDoorOf, invoke, invokeOverHttp, storefrontKeyOf } from '../../support/invoke.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const ofStorefront = invocationScenarios
  .filter(({ invocable }) => invocable.group === 'storefront')
  .map((scenario) => [scenario.invocable.name, scenario] as const);

let world: World;
let key: string;
beforeAll(async () => {
  world = await newWorld();
  key = await storefrontKeyOf(world.store.id);
});

const refused = (status: number, code: string, error: string) => ({ status, body: { error, code } });
const forbidden = refused(403, 'FORBIDDEN', 'Insufficient permissions');

/** Values that no field takes, but for those of one kind. */
const wrong = [null, 1.5, true, '\ud800', 'x'.repeat(300), {}];

test('every storefront function has an address', () => {
  expect(storefrontOperations.map(({ path }) => path).toSorted()).toEqual(
    ofStorefront.map(([name]) => `/storefront/v1/${name}/`).toSorted(),
  );
});

describe.each(ofStorefront)('%s', (_, { invocable, prepare }: InvocationScenario) => {
  const operation = httpDoorOf(invocable);

  test('refuses by both doors the same, with the same words, and changes nothing', async () => {
    const { store_id, ...payload } = await prepare(await newWorld());
    const refusals: (readonly [given: object, invoked: object])[] = [];
    for (const field of Object.keys(payload)) {
      for (const value of wrong) {
        const given = { ...payload, [field]: value };
        const invoked = await invoke(invocable, { store_id, ...given });
        if ('errorType' in invoked) refusals.push([given, invoked]);
      }
    }
    await storefrontKeyOf(store_id);
    const before = await shapeOf(store_id);

    for (const [given, invoked] of refusals) {
      expect(await invokeOverHttp(invocable, { store_id, ...given }), JSON.stringify(given)).toEqual(invoked);
    }
    expect(refusals.length).toBeGreaterThan(5);
    expect(await shapeOf(store_id)).toEqual(before);
  });

  test('is called over HTTP only by a Storefront key of the store, which may be limited to some functions', async () => {
    const [own, another] = [await newWorld(), await newWorld()];
    const { store_id, ...body } = await prepare(own);
    const limitedTo = (name: string) =>
      succeeded(invoke(createApiKey, { store_id, name: 'Some', permission: 'Storefront', functions: [name] }));
    const [key, other] = [await limitedTo(invocable.name), await limitedTo('no-such-function')];
    const send = (change: object, by = key.api_key) => call(operation, { key: by, body: { ...body, ...change } });
    const before = await shapeOf(store_id);

    for (const one of [own.read, own.write, other.api_key]) expect(await send({}, one)).toMatchObject(forbidden);
    for (const one of [another.store.id, 'sto_', 5, {}]) {
      const message = 'store_id must be the store of the API key';
      expect(await send({ store_id: one })).toMatchObject(refused(400, 'INVALID_FIELD', message));
    }
    expect(await shapeOf(store_id)).toEqual(before);
    const answers = [await send({}), await send({ store_id }), await send({ store_id: null })];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('takes an event for what it is: no payload passes for a request, and no request for a payload', async () => {
    const { store, read } = await newWorld();
    const payload = { store_id: store.id };
    const handler = await handlerOf(invocable);
    const answered = (event: object) => handler(event, lambdaContext(invocable.name));

    const forged = [
      { ...payload, requestContext: {} },
      { ...payload, requestContext: null, headers: { authorization: 'Bearer x' } },
      { ...eventOf(operation, { key: read, body: payload }), ...payload },
    ];
    const statuses = [];
    for (const event of forged) statuses.push((await answered(event)).statusCode);

    expect(statuses).toEqual([401, 401, 403]);
  });
});

describe('the HTTP door', () => {
  const address = (name: string) => {
    const found = storefrontOperations.find((each) => each.name === name);
    if (!found) throw new Error(`${name} has no address`);
    return found;
  };
  const operation = address('join-waitlist');
  const joining = (email: string) => {
    const [{ id: product_id, variants }] = world.products;
    return { product_id, variant_id: variants[0]?.id, email };
  };

  test('answers with what every reply has, and ignores an idempotency key', async () => {
    const body = { ...joining('ada@example.com'), colour: 'red' };
    const { status, headers } = await call(operation, { key, body, idempotencyKey: 'x'.repeat(300) });

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'x-request-id': expect.any(String),
      'cache-control': 'no-store',
      'x-unknown-fields': 'colour',
    });
    expect(Object.keys(headers).filter((name) => /idempotency|access-control/.test(name))).toEqual([]);
  });

  test('refuses a body that is not a JSON object, but a bad key first', async () => {
    for (const body of ['', '{', '[]', 'null', '"x"']) {
      expect(await call(operation, { key, body })).toMatchObject(refused(400, 'INVALID_JSON', 'Invalid JSON body'));
      expect(await call(operation, { body })).toMatchObject(refused(401, 'UNAUTHORIZED', 'Authentication required'));
    }
    expect(await call(operation, { key: `${key}x`, body: '{' })).toMatchObject({ status: 401 });
  });

  test('has ten times the rate of other keys, in the same window', async () => {
    const narrow = await newWorld({ rateLimit: { requests: 1, window_seconds: 86_400 } });
    const own = await storefrontKeyOf(narrow.store.id);
    const answers = [];
    for (let n = 0; n < 11; n += 1) answers.push(await call(operation, { key: own, body: {} }));

    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    expect(answers[0]?.headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '9' });
  });

  test('says of a failure that the request may be sent again', async () => {
    vi.stubEnv('STORE_TABLE', '');
    try {
      const message = 'Internal server error. Send the request again';
      const answer = await call(operation, { key, body: joining('grace@example.com') });
      expect(answer).toMatchObject(refused(500, 'INTERNAL_ERROR', message));
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('is shut with the reviews, before it asks for a key', async () => {
    vi.stubEnv('SERVICE_REVIEWS', 'false');
    try {
      expect(await call(address('post-review'), { body: {} })).toMatchObject({ status: 404 });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('says when a shopper who guesses codes may type again: at the end of the hour', async () => {
    const body = { code: 'GUESS-EDCOD-EOFOT-HERS', shopper: 'mallory', checkout_id: 'checkout_1' };
    const statuses = [];
    for (let n = 0; n < limits.unknownCodes.ofShopper; n += 1) {
      statuses.push((await call(address('get-gift-card-balance'), { key, body })).status);
    }
    const { status, headers, body: answer } = await call(address('get-gift-card-balance'), { key, body });

    expect(new Set(statuses)).toEqual(new Set([404]));
    expect([status, answer.error]).toEqual([429, tooManyCodes]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(limits.unknownCodes.seconds - 60);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(limits.unknownCodes.seconds);
  });
});

test('a Storefront key may ask what it is, and nothing else of the API', async () => {
  expect(await call(getApiKey, { key })).toMatchObject({ status: 200, body: { permission: 'Storefront' } });
  expect(await call(getReview, { key, path: { id: 'rev_1' } })).toMatchObject(forbidden);
});
