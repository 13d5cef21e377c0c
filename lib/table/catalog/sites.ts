import type { SiteRecord } from '../../contract/functions/operator.ts';
import { notFound } from '../../contract/kinds/errors.ts';
import { check, get, merge, type Stored, type Write } from '../entities.ts';
import { keys } from '../keys.ts';

/** A site as mirrored from the store. */
export interface Site {
  id: string;
  name: string;
  /** The sender of the site's mails. */
  email_from: string;
  url: string;
  reviews_enabled: boolean;
  gift_notes_enabled: boolean;
  gift_note_max_length: number;
}

/** The site, or undefined. */
export const findSite = (store: string, id: string) => get<Site>(keys.site(store, id));

/** The site. Throws 404 where it does not exist. */
export async function getSite(store: string, id: string): Promise<Stored<Site>> {
  const site = await findSite(store, id);
  if (!site) throw notFound();
  return site;
}

/** The id of the site that was imported first, or undefined for a store without sites. */
export async function getFirstSiteId(store: string): Promise<string | undefined> {
  return (await get<{ site_id: string }>(keys.firstSite(store)))?.site_id;
}

/** Holds the commit to the site being there, unchanged. */
export const checkSite = (store: string, site: Stored<Site>): Write => check(keys.site(store, site.id), site);

/** Replaces the site's record; what is left out takes its default. */
export const importSite = (store: string, site: SiteRecord): Write =>
  merge(keys.site(store, site.id), {
    set: {
      id: site.id,
      name: site.name,
      email_from: site.email_from,
      url: site.url,
      reviews_enabled: site.reviews_enabled ?? true,
      gift_notes_enabled: site.gift_notes_enabled ?? true,
      gift_note_max_length: site.gift_note_max_length ?? 500,
    },
  });

/** Makes a site the store's first where it has none yet. */
export const importFirstSite = (store: string, id: string): Write =>
  merge(keys.firstSite(store), { set: {}, defaults: { site_id: id } });
