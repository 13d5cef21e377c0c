/** Limits above 500 requests a second, by functions that each remember for themselves, on the real table. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { count } from '../../../lib/http/rate-limit.ts';
import { forgetAll } from '../../../lib/runtime/bounded-map.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { watch } from '../../support/aws/aws-calls.ts';

const credentials = () => ({ storeId: newId('store'), keyHash: newId('apiKey'), apiKey: '' });

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

test('on several items: exactly the limit is let through, however requests meet', async () => {
  const limit = { requests: 1200, window_seconds: 1 };
  const caller = credentials();
  let admitted = 0;
  for (let batch = 0; batch < 14; batch += 1) {
    // As a function that knows nothing of what the others have counted.
    if (batch % 3 === 0) forgetAll();
    const windows = await Promise.all(Array.from({ length: 100 }, () => count(caller, Promise.resolve(limit))));
    admitted += windows.filter(({ remaining }) => remaining >= 0).length;
  }
  expect(admitted).toBe(1200);
});

test('in leases: a write for several requests, and never more than the limit', async () => {
  const limit = { requests: 60_000, window_seconds: 60 };
  const caller = credentials();
  await count(caller, Promise.resolve(limit));
  const { calls } = await watch(async () => {
    for (let n = 0; n < 20; n += 1) expect((await count(caller, Promise.resolve(limit))).remaining).toBeGreaterThan(0);
  });
  expect(calls).toHaveLength(10);
});
