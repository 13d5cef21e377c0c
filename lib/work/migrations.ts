/** What a release needs of stored data that earlier ones wrote, the oldest release first. */
import { listedSites } from '../resources/catalog/migration-records.ts';
import * as giftCards from '../resources/gift-cards/migration-records.ts';
import * as giftOptions from '../resources/gift-options/migration-records.ts';
import * as orders from '../resources/orders/migration-records.ts';
import * as reviews from '../resources/reviews/migration-records.ts';
import * as uploads from '../resources/uploads/migration-records.ts';
import * as waitlist from '../resources/waitlist/migration-records.ts';
import type { ItemMigration } from '../table/item-migration.ts';
import { markedKey } from './marked-key.ts';

export interface Migration {
  /** Never changes: by it a deployment knows that this one has run. */
  name: string;
  /** The release that needs it. */
  release: string;
  items: readonly ItemMigration[];
}

export const migrations: readonly Migration[] = [
  {
    name: 'divided-lists',
    release: '0.2.0',
    items: [
      ...giftCards.itemMigrations,
      ...giftOptions.itemMigrations,
      ...orders.itemMigrations,
      ...reviews.itemMigrations,
      ...uploads.itemMigrations,
      ...waitlist.itemMigrations,
    ],
  },
  // One of its own, on orders that the first has made forget: `divided-lists` may have run before there was this.
  { name: 'forgotten-cards', release: '0.3.0', items: [giftCards.forgottenCards] },
  { name: 'listed-sites', release: '0.3.0', items: [listedSites] },
  { name: 'reviews-by-stars', release: '0.3.0', items: reviews.reviewsByStars },
  { name: 'marked-key', release: '0.3.0', items: [markedKey] },
];
