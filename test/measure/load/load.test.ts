import { expect, test } from 'vitest';
import { load } from './load.command.ts';

test('under load, everything acknowledged is there, once', async () => {
  const { acknowledged, missing, statuses, errors } = await load({ connections: 8, until: { amount: 120 } });

  expect(acknowledged).toBeGreaterThan(20);
  expect(missing).toEqual([]);
  expect(errors).toBe(0);
  expect([...statuses.keys()]).toEqual([200, 201]);
});
