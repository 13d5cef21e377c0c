import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { listFeedOf } from '../../table/feeds.ts';
import type { Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys, partitions } from '../../table/keys.ts';
import type { Page } from '../../table/reads.ts';
import { absentOfSite, type ImportedSite } from './fields.ts';

/** A site as mirrored from the store. */
export interface Site {
  id: string;
  name: string;
  /** The sender of the site's emails. */
  email_from: string;
  url: string;
  /** The language of its emails (BCP 47), used if neither the recipient nor the customer has one. */
  locale: string;
  logo_url: string | null;
  /** `#rrggbb` */
  color: string | null;
  reviews_enabled: boolean;
  gift_notes_enabled: boolean;
  gift_note_max_length: number;
  gift_cards_buy_gift_cards: boolean;
  /** Whether its published reviews are also public files. */
  public_reviews: boolean;
  review_requests: ReviewRequestSettings;
}

/** How a site asks buyers for reviews: days after the fulfilment and after the first email, and the shop's own page. */
export interface ReviewRequestSettings {
  enabled: boolean;
  delay_days: number;
  /** Null without a reminder. */
  remind_after_days: number | null;
  /** Null for the page of this service. */
  page_url: string | null;
}

const read = readerWith({
  id: asStored,
  name: asStored,
  email_from: asStored,
  url: asStored,
  ...absentOfSite,
} satisfies StoredAs<Site>);

/** The site, or undefined. */
export const find = (store: string, id: string) => items.find<Site>(keys.site(store, id), read);

/** The sites with these ids, in the order given; undefined for a missing one. */
export const findMany = (store: string, ids: readonly string[]) =>
  items.findMany<Site>(
    ids.map((id) => keys.site(store, id)),
    read,
  );

/** The site. Throws 404 where it does not exist. */
export const get = async (store: string, id: string) => items.orNotFound(await find(store, id));

/** A store's sites after the one with the id `after`, by id. */
export const list = async (store: string, page: Page) =>
  (await listFeedOf<Site>('feed', partitions.sites(store), { ...page, oldestFirst: true })).map(read);

/** The id of the site that was imported first, or undefined for a store without sites. */
export async function findFirstId(store: string): Promise<string | undefined> {
  return (await items.find<{ site_id: string }>(keys.firstSite(store), items.rawItem))?.site_id;
}

/** Replaces the site's record; omitted fields take their defaults. */
export const merge = (store: string, site: ImportedSite): Write =>
  items.merge(keys.site(store, site.id), {
    set: {
      id: site.id,
      name: site.name,
      email_from: site.email_from,
      url: site.url,
      locale: site.locale ?? absentOfSite.locale,
      logo_url: site.logo_url ?? absentOfSite.logo_url,
      color: site.color ?? absentOfSite.color,
      reviews_enabled: site.reviews_enabled ?? absentOfSite.reviews_enabled,
      gift_notes_enabled: site.gift_notes_enabled ?? absentOfSite.gift_notes_enabled,
      gift_note_max_length: site.gift_note_max_length ?? absentOfSite.gift_note_max_length,
      gift_cards_buy_gift_cards: site.gift_cards_buy_gift_cards ?? absentOfSite.gift_cards_buy_gift_cards,
      public_reviews: site.public_reviews ?? absentOfSite.public_reviews,
      review_requests: settingsOf(site),
      ...listing(store, site.id),
    },
  });

function settingsOf({ review_requests: given }: ImportedSite): ReviewRequestSettings {
  const { review_requests: absent } = absentOfSite;
  return {
    enabled: given?.enabled ?? absent.enabled,
    delay_days: given?.delay_days ?? absent.delay_days,
    remind_after_days: given?.remind_after_days ?? absent.remind_after_days,
    page_url: given?.page_url ?? absent.page_url,
  };
}

/** Lists a site that was imported before there was a list. */
export const enlist = (store: string, id: string): Write =>
  items.update(keys.site(store, id), { set: listing(store, id), exists: true });

const listing = (store: string, id: string) => ({ feed_pk: partitions.sites(store), feed_sk: id });

/** Makes a site the first of the store, if the store has none yet. */
export const makeFirst = (store: string, id: string): Write =>
  items.merge(keys.firstSite(store), { defaults: { site_id: id } });
