/** Storefront functions by both doors of the client: one list of methods, the same results and the same refusals. */
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as onAws from '../../../lib/client/functions.ts';
import { storefrontRoutes } from '../../../lib/client/functions-api.ts';
import type { Fetch } from '../../../lib/client/options.ts';
import * as overHttp from '../../../lib/client/storefront.ts';
import { tooManyCodes } from '../../../lib/resources/gift-cards/fields.ts';
import { storefrontOperations } from '../../../lib/resources/nouns.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { type InvocationScenario, invocationScenarios } from '../../requests/all.ts';
import { fetchFromHandlers, useHandlersOnLambda } from '../../support/client-doors.ts';
import { storefrontKeyOf } from '../../support/invoke.ts';
import { brokenLine } from '../../support/scripted-line.ts';
import { setClock } from '../../support/world/clock.ts';
import { newWorld } from '../../support/world/world.ts';

const lambda = useHandlersOnLambda();
const baseUrl = 'https://api.example.com';

type Method = (payload: object) => Promise<object>;
type Door = Readonly<Record<string, Method | undefined>>;

/** A client of the store by each door. */
async function doorsOf(storeId: string, fetch = fetchFromHandlers): Promise<readonly [invoked: Door, requested: Door]> {
  const apiKey = await storefrontKeyOf(storeId);
  const clients = [
    new onAws.Storefront({ stackName: 'Shop', lambda, storeId }),
    new overHttp.Storefront({ apiKey, baseUrl, fetch }),
  ] as unknown as [Door, Door];
  return clients;
}

const scenarioOf = (name: string): InvocationScenario => {
  const found = invocationScenarios.find(({ invocable }) => invocable.name === name);
  if (!found) throw new Error(`${name} has no scenario`);
  return found;
};

const methods = Object.entries(storefrontRoutes).map(([method, { name }]) => [method, scenarioOf(name)] as const);

const failureOf = (call: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.resolve(call).then(
    (result) => expect.unreachable(JSON.stringify(result)),
    (error: unknown) => error,
  );

beforeEach(() => {
  // No pause between tries.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

test('a Storefront has a method for each storefront function by either door', async () => {
  const [invoked, requested] = await doorsOf((await newWorld()).store.id);

  expect(Object.keys(requested)).toHaveLength(storefrontOperations.length);
  expect(Object.keys(requested)).toEqual(Object.keys(invoked));
});

describe.each(methods)('%s', (method, { prepare, own = [] }) => {
  /** Without the fields about this very call. */
  const lasting = (result: object | undefined): object =>
    Object.fromEntries(Object.entries(result ?? {}).map(([name, value]) => [name, own.includes(name) ? 'own' : value]));

  /** A payload that succeeds, in a store of its own. */
  async function prepared() {
    const { store_id, ...payload } = await prepare(await newWorld());
    return { store_id, payload };
  }

  let ready: Awaited<ReturnType<typeof prepared>>;
  beforeAll(async () => {
    ready = await prepared();
  });

  test('a call on AWS and the same one over HTTP have the same result', async () => {
    const [invoked, requested] = await doorsOf(ready.store_id);
    // Links are signed with the time.
    setClock(new Date().toISOString());

    const result = await invoked[method]?.(ready.payload);

    expect(result).not.toEqual({});
    expect(lasting(await requested[method]?.(ready.payload))).toEqual(lasting(result));
  });

  test('a call over HTTP with a lost first answer has that result, and so has the same call on AWS', async () => {
    const { store_id, payload } = await prepared();
    const answers: object[] = [];
    const losing: Fetch = async (url, init) => {
      const answer = await fetchFromHandlers(url, init);
      answers.push(Object(await answer.clone().json()));
      if (answers.length === 1) throw brokenLine();
      return answer;
    };
    const [invoked, requested] = await doorsOf(store_id, losing);
    setClock(new Date().toISOString());

    const result = await requested[method]?.(payload);

    expect(answers).toHaveLength(2);
    expect(lasting(result)).toEqual(lasting(answers[0]));
    expect(lasting(await invoked[method]?.(payload))).toEqual(lasting(result));
  });

  test('a payload is refused by both doors with the same FunctionError', async () => {
    const [field = ''] = Object.keys(ready.payload);
    const [invoked, requested] = await doorsOf(ready.store_id);
    const wrong = { ...ready.payload, [field]: 2 ** 60 };

    const ofAws = await failureOf(invoked[method]?.(wrong));
    const ofHttp = await failureOf(requested[method]?.(wrong));

    expect(ofAws).toBeInstanceOf(overHttp.FunctionError);
    expect(ofHttp).toBeInstanceOf(onAws.FunctionError);
    const { code, message } = ofAws as onAws.FunctionError;
    expect(ofHttp).toMatchObject({ name: 'FunctionError', code, message });
    expect(ofHttp).toMatchObject({ status: 400, param: field, requestId: expect.stringMatching(/./) });
    expect(ofAws).toMatchObject({ status: undefined, param: undefined, requestId: undefined });
  });
});

describe('a Storefront over HTTP', () => {
  /** A client of a store, and the statuses that it was answered. */
  function counted(apiKey: string, options: Partial<overHttp.ClientOptions> = {}) {
    const statuses: number[] = [];
    const onResponse = ({ status }: { status: number }) => statuses.push(status);
    const client = new overHttp.Storefront({ apiKey, baseUrl, fetch: fetchFromHandlers, onResponse, ...options });
    return { client, statuses };
  }

  test('is refused with a key that is unknown, or has another permission', async () => {
    const { write } = await newWorld();
    const release = { checkout_id: 'checkout' };
    const failures = [
      await failureOf(counted(write).client.releaseGiftCard(release)),
      await failureOf(counted(`${write}x`).client.releaseGiftCard(release)),
    ];

    expect(failures).toMatchObject([
      { name: 'FunctionError', status: 403, code: 'FORBIDDEN', message: 'Insufficient permissions' },
      { name: 'FunctionError', status: 401, code: 'UNAUTHORIZED' },
    ]);
  });

  test('is refused with a payload that names another store', async () => {
    const [own, another] = [await newWorld(), await newWorld()];
    const { client } = counted(await storefrontKeyOf(own.store.id));
    const payload = { checkout_id: 'checkout', store_id: another.store.id };

    // @ts-expect-error: the store is the key's.
    const failure = await failureOf(client.releaseGiftCard(payload));

    const message = 'store_id must be the store of the API key';
    expect(failure).toMatchObject({ code: 'INVALID_FIELD', status: 400, message, param: 'store_id' });
  });

  test('waits for the next window of its key where the rate limit is used up', { tags: 'long' }, async () => {
    const { store } = await newWorld({ rateLimit: { requests: 1, window_seconds: 1 } });
    const apiKey = await storefrontKeyOf(store.id);
    let now = Math.ceil(Date.now() / 1000) * 1000;
    setClock(new Date(now).toISOString());
    const waits: number[] = [];
    const { client, statuses } = counted(apiKey, {
      onRetry({ milliseconds }) {
        waits.push(milliseconds);
        now += milliseconds;
        setClock(new Date(now).toISOString());
      },
    });

    for (let call = 0; call < 11; call += 1) {
      await expect(client.releaseGiftCard({ checkout_id: 'checkout' })).resolves.toEqual({ released: 0 });
    }

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 200]);
    expect(waits).toEqual([1000]);
  });

  test('does not try codes again that are refused for guessing, though the hour ends soon', async () => {
    const { store } = await newWorld();
    const { client, statuses } = counted(await storefrontKeyOf(store.id));
    const startedAt = Date.now();
    const guess = () => failureOf(client.getGiftCardBalance({ code: 'GUESS-EDCOD-EOFOT-HERS', shopper: 'mallory' }));
    setClock(new Date(startedAt).toISOString());
    for (let guesses = 0; guesses < limits.unknownCodes.ofShopper; guesses += 1) await guess();

    const early = await guess();
    setClock(new Date(startedAt + (limits.unknownCodes.seconds - 30) * 1000).toISOString());
    const late = await guess();

    const refused = { name: 'FunctionError', code: 'RATE_LIMIT_EXCEEDED', status: 429, message: tooManyCodes };
    expect([early, late]).toMatchObject([refused, refused]);
    expect((early as overHttp.FunctionError).retryAfter).toBeGreaterThan(60);
    expect((late as overHttp.FunctionError).retryAfter).toBeLessThanOrEqual(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});
