/** Finds deleted reviews among the changes of the store table: the feeds of their stores are written again, without them. */
import { commitUnitOfWork } from '../once/unit-of-work.ts';
import { request } from '../resources/public-reviews/feed-records.ts';
import * as publicSites from '../resources/public-reviews/site-records.ts';
import { isDeleted } from '../resources/reviews/records.ts';
import type { ItemChange } from '../table/item-change.ts';
import { type Key, storeOf } from '../table/keys.ts';

/** Requests the feeds of each store with a deleted review, even if the review was deleted with its author. */
export async function requestFeeds(changes: readonly ItemChange[]): Promise<void> {
  const stores = changes.flatMap(({ before, after }) => (before && isDeletion(before, after) ? [storeOf(before)] : []));
  await Promise.all([...new Set(stores)].map(requestFeedsOf));
}

/** A hidden review counts too: it may have been published when the feeds were written. */
const isDeletion = (before: Key, after: Key | undefined): boolean =>
  before.sk === 'REVIEW' && !isDeleted(before) && (after === undefined || isDeleted(after));

/** Requests the feeds of a store, if it has any. */
export const requestFeedsOf = (store: string): Promise<void> =>
  commitUnitOfWork({
    async decide() {
      const ids = await publicSites.listIds(store);
      return { writes: ids.length > 0 ? [request(store)] : [], reply: undefined };
    },
  });
