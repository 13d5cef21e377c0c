import { expect, test } from 'vitest';
import { rush } from './webhooks.command.ts';

test('a receiver that never answers holds up no event of another webhook', async () => {
  const { missing, deliveries } = await rush({ webhooks: 4, deliveriesPerSecond: 100, seconds: 2, isOneSilent: true });

  expect(deliveries).toBeGreaterThan(100);
  expect(missing).toBe(0);
});
