import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ApiKeyRecord,
  countingOf,
  defaultAddressSettings,
  endOf,
  grantOf,
  hasEnded,
  matchesRequest,
  missingArea,
  permits,
  refuseAreas,
  refuseEnded,
  refuseFunctions,
  revocationOf,
  revoke,
  updateStore,
  windowEnd,
} from '../../../lib/resources/stores/rules.ts';
import type { Permission } from '../../../lib/schema/operation.ts';

const store = {
  id: 'sto_1',
  name: 'Teapots',
  currency: 'USD',
  rate_limit: { requests: 600, window_seconds: 60 },
  ...defaultAddressSettings,
  created_at: '2026-01-01T00:00:00Z',
};

const asked = { name: store.name, currency: store.currency, rate_limit: store.rate_limit };

test('a store asked for again is the same, with any other fields', () => {
  expect(matchesRequest(store, asked)).toBe(true);
});

test.each([
  { name: 'Cups' },
  { currency: 'EUR' },
  { rate_limit: { requests: 601, window_seconds: 60 } },
  { rate_limit: { requests: 600, window_seconds: 61 } },
])('a store with %o is another', (other) => {
  expect(matchesRequest(store, { ...asked, ...other })).toBe(false);
});

test('a store that was changed was still made from what it was made from, and from nothing else', () => {
  const renamed = updateStore(updateStore(store, { name: 'Cups' }) ?? store, { name: 'Saucers' });

  expect(renamed).toMatchObject({ name: 'Saucers', rate_limit: store.rate_limit });
  expect([
    renamed && matchesRequest(renamed, asked),
    renamed && matchesRequest(renamed, { ...asked, name: 'Cups' }),
  ]).toEqual([true, false]);
});

test('an omitted field of a change stays, and a change of nothing is no change', () => {
  const rate_limit = { requests: 1, window_seconds: 60 };
  expect(updateStore(store, { rate_limit })).toMatchObject({ name: 'Teapots', rate_limit });
  expect(updateStore(store, { name: null })).toBeUndefined();
  expect(updateStore(store, asked)).toBeUndefined();
});

test('the countries of a store are replaced as a whole, and its name does not change with them', () => {
  const german = updateStore(store, { countries: { 1: 'US', 2: 'CA', 3: 'DE' }, address_rules: 'country' }) ?? store;

  expect(german).toMatchObject({ name: 'Teapots', countries: { 1: 'US', 2: 'CA', 3: 'DE' }, address_rules: 'country' });
  expect(matchesRequest(german, asked)).toBe(true);
  expect(updateStore(german, { countries: { 3: 'DE', 2: 'CA', 1: 'US' }, address_rules: 'country' })).toBeUndefined();
  expect(updateStore(german, { countries: { 1: 'US', 2: 'CA', 3: 'AT' } })?.countries).toEqual({
    1: 'US',
    2: 'CA',
    3: 'AT',
  });
  expect(updateStore(german, { countries: { 1: 'US', 2: 'CA', 4: 'DE' } })?.countries).toEqual({
    1: 'US',
    2: 'CA',
    4: 'DE',
  });
  expect(updateStore(german, { countries: { 1: 'US', 2: 'CA' } })?.countries).toEqual({ 1: 'US', 2: 'CA' });
  expect(updateStore(german, { address_rules: 'contract' })?.countries).toEqual(german.countries);
});

test('the currency of a store stays', () => {
  expect(() => updateStore(store, { currency: 'EUR', name: 'Cups' })).toThrow('currency cannot be changed');
});

describe('a limit', () => {
  test.each([
    [600, 60],
    [500, 1],
    [30_000, 60],
    [43_200_000 / 4.32, 86_400],
  ])('of %i in %i s is counted one by one, on one item', (requests, window_seconds) => {
    expect(countingOf({ requests, window_seconds })).toEqual({ items: 1, share: requests, lease: 1 });
  });

  test.each([
    ['in leases where functions cannot leave much unused', 60_000, 60, { items: 1, share: 60_000, lease: 2 }],
    ['on several items where they could', 1000, 1, { items: 2, share: 500, lease: 1 }],
    ['in both ways where it is huge', 10_000_000, 1, { items: 40, share: 250_000, lease: 500 }],
  ])('above 500 a second is counted %s', (_, requests, window_seconds, counting) => {
    expect(countingOf({ requests, window_seconds })).toEqual(counting);
  });

  const anyLimit = fc.record({
    requests: fc.integer({ min: 1, max: 10_000_000 }),
    window_seconds: fc.integer({ min: 1, max: 86_400 }),
  });

  test('never lets an item be written more than 500 times a second, nor wastes more than a twentieth', () => {
    fc.assert(
      fc.property(anyLimit, (limit) => {
        const { items, share, lease } = countingOf(limit);
        expect(limit.requests / limit.window_seconds / lease / items).toBeLessThanOrEqual(500);
        expect(lease).toBeGreaterThan(0);
        expect((lease - 1) * 1000).toBeLessThanOrEqual(limit.requests * 0.05);
        expect(items * share).toBeLessThanOrEqual(limit.requests);
        expect(items * share).toBeGreaterThanOrEqual(limit.requests * 0.95);
      }),
    );
  });

  test('grants, over any writes of a counter, its share and no more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 200 }),
        (share, sizes) => {
          let used = 0;
          let granted = 0;
          for (const size of sizes) {
            used += size;
            granted += grantOf({ items: 1, share, lease: size }, { used, size });
          }
          expect(granted).toBe(Math.min(share, used));
        },
      ),
    );
  });
});

test('a window ends at a multiple of its length', () => {
  expect(windowEnd(120, { requests: 1, window_seconds: 60 })).toBe(180);
  expect(windowEnd(179, { requests: 1, window_seconds: 60 })).toBe(180);
});

const key: ApiKeyRecord = {
  ...{ id: 'key_1', store_id: 'sto_1', hash: '', name: 'Till', created_at: '2026-11-21T12:00:00Z', revoked_at: null },
  permission: 'Read',
};

test('a key works until it is revoked', () => {
  expect(hasEnded(key, '2026-11-21T12:00:00Z')).toBe(false);
  expect(hasEnded({ ...key, revoked_at: '2026-11-21T13:00:00Z' }, '2026-11-21T13:00:00Z')).toBe(true);
});

test('a revoked key has ended where a clock is behind the one that revoked it', () => {
  expect(hasEnded({ ...key, revoked_at: '2026-11-21T13:00:03Z' }, '2026-11-21T13:00:00Z')).toBe(true);
});

test('a key that expires works until that second', () => {
  const expiring = { ...key, expires_at: '2026-11-21T13:00:00Z' };
  expect(hasEnded(expiring, '2026-11-21T12:59:59Z')).toBe(false);
  expect(hasEnded(expiring, '2026-11-21T13:00:00Z')).toBe(true);
});

describe('a revocation', () => {
  const [noon, one, two] = ['2026-11-21T12:00:00Z', '2026-11-21T13:00:00Z', '2026-11-21T14:00:00Z'] as const;

  test('without a time, or with a past one, is now, by any clock', () => {
    for (const at of [undefined, null, noon]) {
      const revoked = revoke(key, at, one);
      expect(revoked).toMatchObject({ revoked_at: one });
      expect(revoked && hasEnded(revoked, noon)).toBe(true);
    }
  });

  test('to come takes effect at its second', () => {
    const revoked = revoke(key, one, noon);
    expect(revoked && [revocationOf(revoked), hasEnded(revoked, noon), hasEnded(revoked, one)]).toEqual([
      one,
      false,
      true,
    ]);
  });

  test('to come can be brought forward, and not put off', () => {
    const later = { ...key, revokes_at: two };
    expect(revoke(later, one, noon)).toMatchObject({ revokes_at: one });
    expect(revoke(later, undefined, noon)).toMatchObject({ revoked_at: noon });
    expect(revoke({ ...key, revokes_at: one }, two, noon)).toBeUndefined();
  });

  test('that has happened stays', () => {
    expect(revoke({ ...key, revoked_at: noon }, undefined, one)).toBeUndefined();
    expect(revoke({ ...key, revokes_at: noon }, undefined, one)).toBeUndefined();
    expect(revoke({ ...key, revokes_at: noon }, noon, one)).toBeUndefined();
  });

  test('ends a key that would expire later, and not one that expires before', () => {
    expect(endOf({ ...key, revokes_at: one, expires_at: two })).toBe(one);
    expect(endOf({ ...key, revokes_at: two, expires_at: one })).toBe(one);
    expect(endOf(key)).toBeNull();
  });
});

test('a key cannot be made that has ended already', () => {
  const now = '2026-11-21T12:00:00Z';

  for (const none of [undefined, null, '2026-11-21T12:00:01Z']) expect(() => refuseEnded(none, now)).not.toThrow();
  for (const past of [now, '2026-11-21T11:59:59Z']) {
    expect(() => refuseEnded(past, now)).toThrow('expires_at must be in the future');
  }
});

test('Write includes Read, and Storefront is separate', () => {
  const permitted = (permission: Permission) =>
    (['Read', 'Write', 'Storefront', 'Any'] as const).filter((needed) =>
      permits({ permission }, { permission: needed, name: 'an-operation' }),
    );

  expect(permitted('Read')).toEqual(['Read', 'Any']);
  expect(permitted('Write')).toEqual(['Read', 'Write', 'Any']);
  expect(permitted('Storefront')).toEqual(['Storefront', 'Any']);
});

test('a Storefront key calls the functions that it is limited to', () => {
  const key = { permission: 'Storefront', functions: ['post-review'] } as const;
  const permitted = (name: string) =>
    permits({ ...key, functions: [...key.functions] }, { permission: 'Storefront', name });

  expect([permitted('post-review'), permitted('pay-order')]).toEqual([true, false]);
});

test('only a Storefront key can be limited to functions', () => {
  expect(() => refuseFunctions({ permission: 'Storefront', functions: ['post-review'] })).not.toThrow();
  expect(() => refuseFunctions({ permission: 'Read', functions: null })).not.toThrow();
  expect(() => refuseFunctions({ permission: 'Write', functions: ['post-review'] })).toThrow(
    'functions can only be given with permission Storefront',
  );
});

test('a key without areas may use every area, even if the key was stored before areas existed', () => {
  for (const areas of [null, undefined]) expect(missingArea({ areas }, { area: 'reviews' })).toBeNull();
});

test('a key with areas may use no other area, but every operation without an area', () => {
  const areas = ['reviews' as const];

  expect(missingArea({ areas }, { area: 'gift_cards' })).toBe('gift_cards');
  expect(missingArea({ areas }, { area: 'reviews' })).toBeNull();
  expect(missingArea({ areas }, { area: null })).toBeNull();
});

test('a Storefront key cannot be limited to areas', () => {
  expect(() => refuseAreas({ permission: 'Read', areas: ['reviews'] })).not.toThrow();
  expect(() => refuseAreas({ permission: 'Storefront', areas: null })).not.toThrow();
  expect(() => refuseAreas({ permission: 'Storefront', areas: ['reviews'] })).toThrow(
    'areas can only be given with permission Read or Write',
  );
});
