/** Finds the changes of the store table that public files show, and queues the work on them. */
import { isDeepStrictEqual } from 'node:util';
import { type PublicFilesWork, queuePublicFiles } from '../queue/send.ts';
import * as publicSites from '../resources/public-reviews/site-records.ts';
import type { ItemChange } from '../table/item-change.ts';
import { type Key, storeOf } from '../table/keys.ts';

/** Queues each product or site with files that are due, once. Throws if not all could be queued. */
export async function queueChangedFiles(changes: readonly ItemChange[]): Promise<void> {
  const due = changes.flatMap(workOf);
  const distinct = [...new Map(due.map((work) => [JSON.stringify(work), work])).values()];
  const byStore = [...Map.groupBy(distinct, ({ store_id }) => store_id)];
  const shown = await Promise.all(
    byStore.map(async ([store, work]) => ((await publicSites.listIds(store)).length > 0 ? work : [])),
  );
  await queuePublicFiles(shown.flat());
}

type Item = Key & Readonly<Record<string, unknown>>;

function workOf({ before, after }: ItemChange): PublicFilesWork[] {
  const item = (after ?? before) as Item | undefined;
  const [was, is] = [before, after] as (Item | undefined)[];
  if (item?.sk === 'PRODUCT' && was?.public_version !== is?.public_version) {
    return [{ work: 'product', store_id: storeOf(item), product_id: String(item.id) }];
  }
  if (
    item?.sk === 'SITE' &&
    (was?.public_reviews || is?.public_reviews) &&
    !isDeepStrictEqual(shownOf(was), shownOf(is))
  ) {
    return [{ work: 'site', store_id: storeOf(item), site_id: String(item.id) }];
  }
  return [];
}

/** What the files of a site's products depend on. */
const shownOf = ({ name, url, locale, reviews_enabled, public_reviews }: Partial<Item> = {}) => ({
  name,
  url,
  locale,
  reviews_enabled,
  public_reviews,
});
