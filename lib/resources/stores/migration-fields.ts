/** Migrations as operators see them: each runs once over all stored data. */
import * as z from 'zod/mini';
import { field, shownInteger, shownOf, shownText } from '../../schema/field.ts';
import { timestamp } from '../../schema/times.ts';

const failure = shownOf({
  pk: shownText({ words: 'The partition key of the item.', example: 'sto_demo#GIFTCARD#gcd_01m8' }),
  sk: shownText({ words: 'The sort key of the item.', example: 'GIFTCARD' }),
});

const migrationState = shownOf({
  name: shownText({ words: 'Name of the migration; it never changes.', example: 'divided-lists' }),
  release: shownText({ words: 'The first release that needs it.', example: '0.2.0' }),
  read: shownInteger({ words: 'Items read so far.', example: 0 }),
  changed: shownInteger({ words: 'Items changed so far.', example: 0 }),
  failed: shownInteger({
    words: 'Items that the last run could not change. The log contains the cause of each.',
    example: 0,
  }),
  failures: field({
    shown: z.array(failure),
    words: 'Keys of up to 20 of these items.',
    example: [],
  }),
  accepted: shownInteger({ words: 'How many of these items an operator has accepted.', example: 0 }),
  done_at: field({
    shown: z.nullable(timestamp),
    words: 'When the migration was completed; null until then.',
    example: '2026-02-14T09:30:00Z',
  }),
});

export type MigrationState = z.output<typeof migrationState>;

const ended = ([name, release]: readonly [string, string]): MigrationState => ({
  ...{ name, release, read: 0, changed: 0, failed: 0, failures: [], accepted: 0 },
  done_at: '2026-02-14T09:30:00Z',
});

export const migrationStates = {
  migrations: field({
    shown: z.array(migrationState),
    words: 'All migrations of this release, oldest first.',
    example: (
      [
        ['divided-lists', '0.2.0'],
        ['forgotten-cards', '0.3.0'],
        ['listed-sites', '0.3.0'],
        ['reviews-by-stars', '0.3.0'],
        ['marked-key', '0.3.0'],
        ['order-details', '0.5.0'],
        ['closed-credits', '0.5.0'],
        ['review-filters', '0.6.0'],
        ['waiting-by-variant', '0.6.0'],
        ['searched-records', '0.6.0'],
        ['overview-figures', '0.6.0'],
      ] as const
    ).map(ended),
  }),
  done: field({
    shown: z.boolean(),
    words: 'Whether all migrations are completed and an operator has accepted every item that could not be changed.',
    example: true,
  }),
};
