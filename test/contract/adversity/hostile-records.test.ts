/** Any record of an import ends as imported or as refused, and the records with it are imported. */
import { describe, expect, test } from 'vitest';
import type { ImportReport } from '../../../lib/schema/import.ts';
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
import { newWorld, type World } from '../../support/world/world.ts';

/** As deep as the tests can write it. */
const deep = (begin: string, end: string): unknown => JSON.parse(`${begin.repeat(3000)}1${end.repeat(3000)}`);

const hostile: readonly [string, unknown][] = [
  ['a deep list', deep('[', ']')],
  ['a deep object', deep('{"a":', '}')],
  ['a megabyte of text', 'x'.repeat(1_000_000)],
  ['a megabyte of emoji', '😀'.repeat(250_000)],
  ['deep markup', '<table><tr><td>'.repeat(300)],
  ['a hundred thousand fields', Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`f${at}`, at]))],
  ['a huge number', 1e308],
  ['a lone surrogate', '\ud800'],
  ['NUL', 'a\0b'],
  ['the name of a prototype', '__proto__'],
];

type Importing = (world: World, records: object[]) => Promise<object>;

describe.each<[string, Importing, (world: World) => object]>([
  ['import-gift-cards', importCards, () => importedCard()],
  ['import-store-credits', importCredits, (world) => importedCredit(world)],
  ['import-reviews', importReviews, (world) => importedReview(world)],
  ['import-customer-addresses', importAddresses, (world) => importedAddress(world)],
  ['import-waitlist-entries', importEntries, (world) => importedEntry(world)],
])('%s', (_, importAll, recordOf) => {
  test.each(hostile)('takes or refuses a record with %s in any field, and as a record', async (_, value) => {
    const world = await newWorld();
    const record = recordOf(world);
    const fields = [...Object.keys(record), 'unknown'];
    const records = [record, ...fields.map((field) => ({ ...record, [field]: value })), value as object];

    const report = (await importAll(world, records)) as ImportReport;

    expect(report).not.toHaveProperty('errorType');
    const { imported, unchanged, refused } = report;
    expect(imported + unchanged + refused.length).toBe(records.length);
    expect(refused.map(({ code }) => code)).not.toContain('INTERNAL_ERROR');
    expect(refused.map(({ index }) => index)).not.toContain(0);
  });
});
