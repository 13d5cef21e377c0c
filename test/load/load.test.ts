import { expect, test } from 'vitest';
import { load } from './load.ts';

test('under load, everything acknowledged is there, once', async () => {
  const { acknowledged, missing, statuses, errors } = await load({ seconds: 2, connections: 8 });

  expect(acknowledged).toBeGreaterThan(10);
  expect(missing).toEqual([]);
  expect(errors).toBe(0);
  expect([...statuses.keys()]).toEqual([200, 201]);
});
