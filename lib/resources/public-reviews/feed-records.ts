/** How far the feeds of each public site are written. Nothing here is shown to anyone. */
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';

/** Up to where the reviews of a store are in its feeds. */
export interface Position {
  /** All products before this one are. */
  product: string;
  /** And all reviews of it up to this one; all of them if absent. */
  review?: string | undefined;
}

/** Feeds that are being written. */
export interface FeedRun {
  /** The store's requests for feeds when the run began. */
  requests: number;
  /** When the run began. */
  started_at: string;
  /** Where the run continues; absent until its first pause. */
  paused?: { after: Position; object: string } | undefined;
  /** How often it has failed since its last pause. */
  failures?: number | undefined;
}

export interface FeedsRecord {
  site_id: string;
  /** The last complete feeds: when their run began, and the store's requests for feeds at that time. */
  written?: { requests: number; at: string } | undefined;
  run?: FeedRun | undefined;
  /** The function that works on the run, and until when. It may have died. */
  claimed_by?: string | undefined;
  claimed_until?: string | undefined;
  /** When a function last worked on the feeds. */
  worked_at?: string | undefined;
}

/** What is recorded of the feeds of these sites, in the order of the sites; undefined for a site without feeds so far. */
export const findMany = (sites: readonly string[]) =>
  items.findMany<FeedsRecord>(sites.map(keys.publicFeeds), items.rawItem);

export const find = (site: string) => items.find<FeedsRecord>(keys.publicFeeds(site), items.rawItem);

export const record = (read: Stored<FeedsRecord> | undefined, next: FeedsRecord): Write =>
  items.createOrChange(keys.publicFeeds(next.site_id), read, { ...next, without_events: true });

/** Requests new feeds of a store. Requests are counted, so none is lost if several come at once. */
export const request = (store: string): Write =>
  items.update(keys.feedRequests(store), { added: { requests: 1 }, set: { without_events: true } });

/** How often new feeds of each store were requested, in the order of the stores. */
export async function countRequests(stores: readonly string[]): Promise<number[]> {
  const found = await items.findMany<{ requests: number }>(stores.map(keys.feedRequests), items.rawItem);
  return found.map((counter) => counter?.requests ?? 0);
}
