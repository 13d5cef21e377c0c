import { expect, test } from 'vitest';
import { besideAtMost, besideSilentStore, rush } from './webhooks.command.ts';

test('a receiver that never answers holds up no event of another webhook', async () => {
  const { missing, deliveries } = await rush({ webhooks: 4, deliveriesPerSecond: 100, seconds: 2, isOneSilent: true });

  expect(deliveries).toBeGreaterThan(100);
  expect(missing).toBe(0);
});

test('beside a store whose 16 receivers never answer, another store has its first attempts within a second and its retries within eight', async () => {
  const { first, retry, firsts, retries } = await besideSilentStore({ events: 40, seconds: 20 });

  expect(firsts).toBeGreaterThan(60);
  expect(retries).toBeGreaterThan(5);
  expect(first).toBeLessThan(besideAtMost.first);
  expect(retry).toBeLessThan(besideAtMost.retry);
});
