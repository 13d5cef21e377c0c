/**
 * Attempts that were made. Each is an item under its event, and in the feed of its webhook, which has several partitions: a
 * busy webhook gets more attempts a second than one partition takes. The table deletes them after 30 days.
 */
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { listFeeds } from '../../table/feeds.ts';
import type { Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys, partitions, shardOf, shards } from '../../table/keys.ts';
import { listUnder, type Page } from '../../table/reads.ts';
import { type AttemptRecord, expiryOf } from './attempt-rules.ts';

/** A partition takes 1,000 writes a second, and a webhook at most about 2,500 deliveries. */
const parts = 8;

/** The webhook that was called. */
export interface Called {
  store_id: string;
  webhook_id: string;
}

const read = readerWith({
  id: asStored,
  event_id: asStored,
  type: asStored,
  attempt: asStored,
  at: asStored,
  status: null,
  milliseconds: asStored,
  message: null,
  next_at: null,
} satisfies StoredAs<AttemptRecord>);

export const create = ({ store_id, webhook_id }: Called, made: AttemptRecord): Write =>
  items.create(keys.attempt(store_id, webhook_id, made.event_id, made.id), {
    ...made,
    feed_pk: partitions.attempts(store_id, webhook_id, shardOf(made.id, parts)),
    feed_sk: made.id,
    left_at: expiryOf(made.at),
    without_events: true,
  });

/** Attempts of all events to a webhook, newest first. */
export const list = ({ store_id, webhook_id }: Called, page: Page) =>
  listFeeds<AttemptRecord>(
    'feed',
    [shards(parts).map((part) => partitions.attempts(store_id, webhook_id, part))],
    page,
    read,
  );

/** Attempts of one event to a webhook, newest first. */
export const listOfEvent = ({ store_id, webhook_id }: Called, event: string, page: Page) =>
  listUnder<AttemptRecord>((id) => keys.attempt(store_id, webhook_id, event, id), { ...page, newestFirst: true, read });
