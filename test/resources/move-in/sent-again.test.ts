/** A call that imports is sent again, since its answer was lost: it reports what it imported the first time. */
import { describe, expect, test } from 'vitest';
import { watch } from '../../support/aws/aws-calls.ts';
import { seconds } from '../../support/world/gift-cards.ts';
import {
  importAddresses,
  importCards,
  importCredits,
  importEntries,
  importedAddress,
  importedCard,
  importedCredit,
  importedEntry,
  importedReview,
  importReviews,
} from '../../support/world/move-in.ts';
import { count, notify, restock } from '../../support/world/restocks.ts';
import { leave } from '../../support/world/waitlist.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const none = { imported: 0, updated: 0, unchanged: 0, refused: [] };
const import_id = 'import 1';

type Importing = typeof importReviews;

/** What imports records of a kind, and two of them. */
const kinds: readonly [name: string, send: Importing, recordsOf: (world: World) => [object, object]][] = [
  ['gift cards', importCards, () => [importedCard(), importedCard()]],
  ['store credits', importCredits, (world) => [importedCredit(world), importedCredit(world)]],
  [
    'reviews',
    importReviews,
    (world) => [importedReview(world), importedReview(world, { product_id: world.products[1].id })],
  ],
  ['addresses', importAddresses, (world) => [importedAddress(world), importedAddress(world, { zip: '02109' })]],
  [
    'waitlist entries',
    importEntries,
    (world) => [importedEntry(world), importedEntry(world, { email: 'grace@example.com' })],
  ],
];

describe.each(kinds)('a call with %s', (_, send, recordsOf) => {
  test('reports the same when it is sent again, and a record that it has twice is unchanged both times', async () => {
    const world = await newWorld();
    const [first, second] = recordsOf(world);
    const records = [first, second, first];

    for (let time = 1; time <= 3; time += 1) {
      expect(await send(world, records, { import_id })).toEqual({ ...none, imported: 2, unchanged: 1 });
    }
    expect(await send(world, records, { import_id: 'import 2' })).toEqual({ ...none, unchanged: 3 });
    expect(await send(world, records)).toEqual({ ...none, unchanged: 3 });
  });

  test('that died half way reports what it has imported before', async () => {
    const world = await newWorld();
    const [first, second] = recordsOf(world);

    await watch(
      () => send(world, [first, second], { import_id }),
      (index, command) => (index > 0 && /^(?:Put|Transact)/.test(command) ? 'after' : undefined),
    );

    expect(await send(world, [first, second], { import_id })).toEqual({ ...none, imported: 2 });
  });

  test('without an import_id reports what it imported before as unchanged, as does any call with what that stored', async () => {
    const world = await newWorld();
    const records = recordsOf(world);
    expect(await send(world, records, { import_id: '' })).toEqual({ ...none, imported: 2 });

    expect(await send(world, records)).toEqual({ ...none, unchanged: 2 });
    expect(await send(world, records, { import_id: null })).toEqual({ ...none, unchanged: 2 });
    expect(await send(world, records, { import_id })).toEqual({ ...none, unchanged: 2 });
  });
});

test('a card that a call has imported and adjusted is both when the call is sent again, and when a later one has adjusted it', async () => {
  const world = await newWorld();
  const card = importedCard({ exported_at: seconds(-600) });
  const later = { ...card, balance: 900, exported_at: seconds(-60) };
  const call = () => importCards(world, [card, later], { import_id, update: true });

  expect(await call()).toEqual({ ...none, imported: 1, updated: 1 });
  expect(await call()).toEqual({ ...none, imported: 1, updated: 1 });
  await succeeded(
    importCards(world, [{ ...card, balance: 800, exported_at: seconds(-30) }], { import_id: 'import 2', update: true }),
  );
  expect(await call()).toEqual({ ...none, imported: 1, updated: 1 });
});

test('a shopper is imported when the call is sent again after they were notified or have left', async () => {
  const world = await newWorld();
  const records = [importedEntry(world), importedEntry(world, { email: 'grace@example.com' })];
  await succeeded(importEntries(world, records, { import_id }));
  await leave(world, world.products[0], 'grace@example.com');
  await succeeded(restock(world, 'delivery 1'));
  await notify(world, 'delivery 1');
  expect(await count(world)).toBe(0);

  expect(await importEntries(world, records, { import_id })).toEqual({ ...none, imported: 2 });
  expect(await importEntries(world, records)).toEqual({ ...none, unchanged: 2 });
});
