/** Writes all public files of a store again, and removes what should not be there. */
import { deletePublicFolder, listPublicFolders } from '../objects/public-objects.ts';
import * as products from '../resources/catalog/product-records.ts';
import { type FeedName, feedNames, type LeftOutReason, leftOutReasons } from '../resources/public-reviews/fields.ts';
import * as publicSites from '../resources/public-reviews/site-records.ts';
import * as batches from '../runtime/batches.ts';
import { isShort, type TimeLeft } from '../runtime/clock.ts';
import { chunksOf } from '../runtime/collections.ts';
import { objectKeys } from '../table/keys.ts';
import { requestFeedsOf } from './request-feeds.ts';
import { removeIfOff } from './switch-public-files.ts';
import { sum, type Written, writePublicFiles } from './write-public-files.ts';

interface Rebuilt extends Written {
  products: number;
  left_out: LeftOut[];
  /** The product after which the rebuild continues, or null. */
  next: string | null;
}

/** How many products have reviews that a feed omits, and why. */
interface LeftOut {
  feed: FeedName;
  reason: LeftOutReason;
  products: number;
}

/**
 * Rebuilds the files of a page of products, the ones after the id `after`. The page ends early when time runs short. The first page
 * requests the feeds of the store, which the next run of their schedule writes.
 */
export async function rebuildPublic(store: string, after: string | undefined, time?: TimeLeft): Promise<Rebuilt> {
  const site_ids = await publicSites.listIds(store);
  const switched = after === undefined ? await removeSwitchedOff(site_ids, time) : 0;
  if (after === undefined) await requestFeedsOf(store);
  const ids = await products.listIds(store, { after, limit: batches.rebuiltProducts.size });
  const written: Awaited<ReturnType<typeof writePublicFiles>>[] = [];
  let [last, done] = [after, 0];
  for (const portion of chunksOf(ids, batches.rebuiltSideBySide.size)) {
    if (done > 0 && isShort(time)) break;
    written.push(...(await Promise.all(portion.map((id) => writePublicFiles(store, id)))));
    last = portion.at(-1);
    done += portion.length;
  }
  const isEnd = done === ids.length && ids.length < batches.rebuiltProducts.size;
  const range = { after, last: isEnd ? undefined : last };
  const removed = await Promise.all(site_ids.map((id) => removeStrange(store, id, range)));
  const { files, removed: replaced } = sum(written);
  return {
    products: done,
    files,
    removed: switched + replaced + removed.reduce((total, each) => total + each, 0),
    left_out: leftOutOf(written.map(({ left_out }) => left_out)),
    next: isEnd ? null : (last ?? null),
  };
}

const leftOutOf = (reasons: readonly (readonly LeftOutReason[])[]): LeftOut[] =>
  feedNames.flatMap((feed) =>
    leftOutReasons
      .map((reason) => ({ feed, reason, products: reasons.filter((own) => own.includes(reason)).length }))
      .filter(({ products }) => products > 0),
  );

async function removeSwitchedOff(ids: readonly string[], time: TimeLeft | undefined): Promise<number> {
  let removed = 0;
  for (const id of ids) removed += await removeIfOff(id, time);
  return removed;
}

interface Range {
  after: string | undefined;
  /** The last product of the range; if undefined, the range has no end. */
  last: string | undefined;
}

/** Removes the folders in a range of products that belong to no product of the store. Returns how many files there were. */
async function removeStrange(store: string, site: string, { after, last }: Range): Promise<number> {
  let removed = 0;
  for (let begin = after; ; ) {
    const page = await listPublicFolders(objectKeys.publicProducts(site), begin);
    const inRange = last === undefined ? page : page.filter((id) => id <= last);
    const known = await products.findMany(store, inRange);
    const strange = inRange.filter((_, index) => known[index] === undefined);
    for (const id of strange) removed += await deletePublicFolder(objectKeys.publicProduct(site, id), async () => true);
    begin = page.at(-1);
    if (begin === undefined || inRange.length < page.length) return removed;
  }
}
