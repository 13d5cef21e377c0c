/** Twenty clients and a line that loses one answer in five, against the service on its real engines. */
import { LambdaClient } from '@aws-sdk/client-lambda';
import { beforeAll, expect, test } from 'vitest';
import { Operator } from '../../../lib/client/functions.ts';
import type { Fetch } from '../../../lib/client/options.ts';
import { StoreCommerce } from '../../../lib/client/store-commerce.ts';
import { seeded } from '../../stage/engine/random.ts';
import { useLocalServer } from '../../support/http/local-server.ts';
import { brokenLine } from '../../support/scripted-line.ts';

const server = useLocalServer();
let apiKey: string;

beforeAll(async () => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const lambda = new LambdaClient({ endpoint: server.url, region: 'us-east-1', credentials });
  const stack = { stackName: 'StoreCommerceApi', lambda };
  const rate_limit = { requests: 10_000_000, window_seconds: 60 };
  const { id: storeId } = await new Operator(stack).createStore({ name: 'Lossy', currency: 'USD', rate_limit });
  const keys = new Operator({ ...stack, storeId });
  apiKey = (await keys.createApiKey({ name: 'Clients', permission: 'Write' })).api_key;
});

const clientCount = 20;
const adjustments = 200;

// One after the other on one card: minutes on a machine that is busy with something else.
test('200 adjustments of +1 by 20 clients raise the balance by 200, each once', { timeout: 900_000 }, async () => {
  const calm = new StoreCommerce({ apiKey, baseUrl: server.url });
  const card = await calm.giftCards.issue({ value: 1 });
  await calm.giftCards.adjust(card.id, { amount: -1 });

  const random = seeded(1);
  let lost = 0;
  const losing: Fetch = async (url, init) => {
    const response = await fetch(url, init);
    if (!random.chance(0.2)) return response;
    await response.arrayBuffer();
    lost += 1;
    throw brokenLine();
  };
  const clients = Array.from(
    { length: clientCount },
    () => new StoreCommerce({ apiKey, baseUrl: server.url, fetch: losing, maxRetries: 20 }),
  );
  const answers = await Promise.all(
    clients.map(async ({ giftCards }) => {
      const own = [];
      for (let call = 0; call < adjustments / clientCount; call += 1)
        own.push(await giftCards.adjust(card.id, { amount: 1 }).withResponse());
      return own;
    }),
  );

  expect(lost).toBeGreaterThan(20);
  expect((await calm.giftCards.get(card.id)).balance).toBe(adjustments);
  // Each call did what it answered: no balance is missing and none was returned twice.
  const balances = answers.flat().map(({ data }) => data.balance);
  expect(balances.toSorted((a, b) => a - b)).toEqual(Array.from({ length: adjustments }, (_, index) => index + 1));
  const entries: number[] = [];
  for await (const { type, amount } of calm.giftCards.listTransactions(card.id, { limit: 100 })) {
    if (type === 'adjusted') entries.push(amount);
  }
  expect(entries).toHaveLength(adjustments + 1);
  expect(entries.filter((amount) => amount === 1)).toHaveLength(adjustments);
  expect(answers.flat().some(({ response }) => response.replayed)).toBe(true);
});
