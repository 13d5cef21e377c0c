/** Limits above 500 requests a second, by functions that each remember for themselves, on the real table. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { count, exhaustedWindow } from '../../../lib/chain/rate-limit.ts';
import type { RateLimit } from '../../../lib/resources/stores/rules.ts';
import { forgetAll } from '../../../lib/runtime/collections.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { watch } from '../../support/aws/aws-calls.ts';

const key = { permission: 'Write' as const, revoked_at: null };
const by = (rate_limit: RateLimit, ends = {}) => Promise.resolve({ store: { rate_limit }, key: { ...key, ...ends } });

const credentials = () => ({ storeId: newId('store'), keyHash: newId('apiKey'), apiKey: '' });

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

test('on several items: exactly the limit is let through, however requests meet', { tags: 'long' }, async () => {
  const limit = { requests: 1200, window_seconds: 1 };
  const caller = credentials();
  let admitted = 0;
  for (let batch = 0; batch < 14; batch += 1) {
    // As a function that knows nothing of what the others have counted.
    if (batch % 3 === 0) forgetAll();
    const windows = await Promise.all(Array.from({ length: 100 }, () => count(caller, by(limit))));
    admitted += windows.filter(({ remaining }) => remaining >= 0).length;
  }
  expect(admitted).toBe(1200);
});

test('in leases: a write for several requests, and never more than the limit', async () => {
  const limit = { requests: 60_000, window_seconds: 60 };
  const caller = credentials();
  await count(caller, by(limit));
  const { calls } = await watch(async () => {
    for (let n = 0; n < 20; n += 1) expect((await count(caller, by(limit))).remaining).toBeGreaterThan(0);
  });
  expect(calls).toHaveLength(10);
});

describe('a limit that is changed holds from the next request on', () => {
  const wide = { requests: 600_000, window_seconds: 60 };
  const narrow = { requests: 3, window_seconds: 60 };

  test('where a function has taken a lease of the former one', async () => {
    const caller = credentials();
    await count(caller, by(wide));

    const remaining = [];
    for (let n = 0; n < 4; n += 1) remaining.push((await count(caller, by(narrow))).remaining);

    expect(Math.max(...remaining)).toBeLessThan(narrow.requests);
    expect(remaining.at(-1)).toBe(-1);
  });

  test('where a function knows the window of the former one to be used up', async () => {
    const caller = credentials();
    for (let n = 0; n < 5; n += 1) await count(caller, by(narrow));
    expect((await count(caller, by(narrow))).remaining).toBe(-1);

    expect((await count(caller, by({ requests: 10, window_seconds: 60 }))).remaining).toBeGreaterThan(0);
  });
});

test('a window that is used up is remembered until its key ends, and for ten seconds at most', async () => {
  const limit = { requests: 1, window_seconds: 60 };
  const [ending, lasting] = [credentials(), credentials()];
  for (let n = 0; n < 2; n += 1) {
    await count(ending, by(limit, { expires_at: new Date(Date.now() + 2000).toISOString() }));
    await count(lasting, by(limit));
  }
  expect([exhaustedWindow(ending), exhaustedWindow(lasting)]).toEqual([expect.anything(), expect.anything()]);

  vi.setSystemTime(Date.now() + 2000);
  expect([exhaustedWindow(ending), exhaustedWindow(lasting)]).toEqual([undefined, expect.anything()]);
  vi.setSystemTime(Date.now() + 8000);
  expect(exhaustedWindow(lasting)).toBeUndefined();
});
