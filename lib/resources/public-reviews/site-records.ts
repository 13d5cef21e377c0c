/**
 * Sites with public reviews. The names of their files contain the site's id, so an id belongs to the first store that makes it public. A
 * site stays here after it is switched off: its files must be removed, and it may be switched on again.
 */
import { isOff } from '../../runtime/settings.ts';
import { ApiError } from '../../schema/errors.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';
import { listIdsUnder, listUnder, type Page } from '../../table/reads.ts';

/** A site that has, or had, public reviews. */
export interface PublicSiteRecord {
  id: string;
  store_id: string;
  /** What was last done about its files: all are being written, or all are removed for as long as one may still arrive. */
  files: 'due' | 'kept' | 'removing' | 'removed';
  /** Since when files are being removed. */
  removing_since?: string;
}

/** Whether a site's published reviews are public files. `SERVICE_REVIEWS=false` turns off all reviews. */
export const isPublic = (site: { public_reviews: boolean; reviews_enabled: boolean }): boolean =>
  site.public_reviews && site.reviews_enabled && !isOff('SERVICE_REVIEWS');

/** The record of a site that a key of the list leads to, or undefined. */
export const find = (id: string) => items.find<PublicSiteRecord>(keys.publicSite(id), items.rawItem);

/** Up to `limit` sites of all stores after the one with the id `after`. */
export const list = (page: Page): Promise<Stored<PublicSiteRecord>[]> =>
  listUnder<PublicSiteRecord>(keys.publicSite, { ...page, read: items.rawItem });

/** The ids of the store's sites that have, or had, public reviews. */
export const listIds = (store: string): Promise<string[]> =>
  listIdsUnder((id) => keys.publicSiteOf(store, id), { limit: sitesAtMost });

/** A store has a few sites. */
const sitesAtMost = 1000;

/** The writes that give sites to a store. Throws `DUPLICATE` for a site with the id of a public site of another store. */
export async function claim(store: string, ids: readonly string[]): Promise<Write[]> {
  const known = await items.findMany<PublicSiteRecord>(ids.map(keys.publicSite), items.rawItem);
  return ids.flatMap((id, index) => {
    const owner = known[index]?.store_id;
    if (owner === store) return [];
    if (owner !== undefined) throw foreign();
    return [
      items.create(keys.publicSite(id), { id, store_id: store, files: 'due' } satisfies PublicSiteRecord),
      items.create(keys.publicSiteOf(store, id), { id }),
    ];
  });
}

const foreign = () =>
  new ApiError('DUPLICATE', 'public_reviews cannot be true: another store has public reviews of a site with this id', {
    fields: ['sites'],
  });

/** Records what is being done about the files of a site. */
export const record = (
  read: Stored<PublicSiteRecord>,
  next: Pick<PublicSiteRecord, 'files' | 'removing_since'>,
): Write => items.change(keyOf(read), read, { removing_since: undefined, ...next });

const keyOf = ({ id }: PublicSiteRecord): Key => keys.publicSite(id);
