import { expect, test } from 'vitest';
import { eventsOf } from '../../../lib/events/events-of.ts';
import { entitiesOf } from '../../support/aws/table-contents.ts';
import { setClock } from '../../support/world/clock.ts';
import { seconds } from '../../support/world/gift-cards.ts';
import { importEntries, importedEntry } from '../../support/world/move-in.ts';
import { count, join, notify, restock } from '../../support/world/restocks.ts';
import { leave } from '../../support/world/waitlist.ts';
import { newWorld, succeeded } from '../../support/world/world.ts';

const none = { imported: 0, updated: 0, unchanged: 0, refused: [] };
const day = 86_400;

test('a shopper waits once, in any letter case, and an entry that exists stays as it is', async () => {
  const world = await newWorld();
  await join(world, 'grace@example.com');
  const records = [
    importedEntry(world),
    importedEntry(world, { email: 'ADA@example.com' }),
    importedEntry(world, { email: 'grace@example.com' }),
  ];

  expect(await importEntries(world, records)).toEqual({ ...none, imported: 1, unchanged: 2 });
  expect(await importEntries(world, records)).toEqual({ ...none, unchanged: 3 });
  expect(await count(world)).toBe(2);
  const entries = (await entitiesOf(world.store.id)).filter(({ sk }) => sk.startsWith('ENTRY#'));
  expect(entries).toContainEqual(
    expect.objectContaining({ email: 'ada@example.com', joined_at: '2025-03-01T12:00:00Z' }),
  );
});

test('50 shoppers of one product are imported and counted by one call', async () => {
  const world = await newWorld();
  const records = Array.from({ length: 50 }, (_, index) =>
    importedEntry(world, { email: `shopper${index}@example.com` }),
  );

  expect(await importEntries(world, records)).toEqual({ ...none, imported: 50 });
  expect(await count(world)).toBe(50);
});

test('an imported shopper who was notified or has left is unchanged for 30 days, and may join again at once', async () => {
  const world = await newWorld();
  const [product] = world.products;
  const [ada, grace] = [importedEntry(world), importedEntry(world, { email: 'grace@example.com' })];
  await succeeded(importEntries(world, [ada, grace]));
  await leave(world, product, grace.email);
  await succeeded(restock(world, 'delivery 1'));
  await notify(world, 'delivery 1');
  expect(await count(world)).toBe(0);

  for (const days of [0, 29]) {
    setClock(seconds(days * day));
    expect(await importEntries(world, [ada, grace])).toEqual({ ...none, unchanged: 2 });
  }
  await join(world, grace.email);
  expect(await count(world)).toBe(1);
  setClock(seconds(2 * day));
  expect(await importEntries(world, [ada, grace])).toEqual({ ...none, imported: 1, unchanged: 1 });
});

test('the remains of an imported entry show whether its shopper was notified or has left', () => {
  const key = { pk: 'sto_1#WAITLIST#pro_1#3', sk: 'ENTRY#prv_1#x' };
  const before = { ...key, id: 'wle_1', version: 1, imported: true };
  const typesAfter = (left: object) =>
    eventsOf(before, { ...key, id: 'wle_1', version: 2, left_at: 1, ...left } as never, {
      time: '2026-02-14T09:30:00Z',
      epoch: '1',
    }).map(({ type }) => type);

  expect(typesAfter({ notified: true })).toEqual(['waitlist.notified']);
  expect(typesAfter({})).toEqual(['waitlist.left']);
});

test.each([
  ['product_id', { product_id: 'pro_none' }, 'NOT_FOUND', 'product_id is no product of the store'],
  ['variant_id', { variant_id: 'prv_none' }, 'NOT_FOUND', 'variant_id is no variant of the product'],
  ['site_id', { site_id: 'sit_none' }, 'NOT_FOUND', 'site_id is no site of the store'],
  ['email', { email: 'nobody' }, 'INVALID_FIELD', 'email must be an email address'],
  ['joined_at', { joined_at: '2089-01-01T00:00:00Z' }, 'INVALID_FIELD', 'joined_at must be in the past'],
])(
  'a record with a wrong %s is refused by its index, and does not delay the others',
  async (_, wrong, code, message) => {
    const world = await newWorld();
    const records = [importedEntry(world, wrong), importedEntry(world, { email: 'grace@example.com' })];

    expect(await importEntries(world, records)).toEqual({
      ...none,
      imported: 1,
      refused: [{ index: 0, code, message }],
    });
  },
);
