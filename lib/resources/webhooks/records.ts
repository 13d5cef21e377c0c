/** Webhooks of a store, in one partition: a delivery reads all of them with one call. */
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';
import { listUnder, type Page } from '../../table/reads.ts';
import { type Webhook, webhooksAtMost } from './rules.ts';

const read = readerWith({
  id: asStored,
  url: asStored,
  types: null,
  description: null,
  status: asStored,
  disabled_reason: null,
  secrets: asStored,
  created_at: asStored,
  enabled_at: asStored,
  last_success_at: null,
  last_failure: null,
  failures: asStored,
  is_slow: asStored,
  silent_at: null,
  made_from: asStored,
} satisfies StoredAs<Webhook>);

/** The ids of a store's webhooks, the oldest first. */
interface WebhookIds {
  ids: readonly string[];
}

/** The webhook, or undefined. */
export const find = (store: string, id: string) => items.find<Webhook>(keys.webhook(store, id), read);

/** The webhook. Throws 404 where the store has none with this id. */
export const get = async (store: string, id: string) => items.orNotFound(await find(store, id));

/** Webhooks after the one with the id `after`, the greatest id first. */
export const list = (store: string, page: Page) =>
  listUnder<Webhook>((id) => keys.webhook(store, id), { ...page, newestFirst: true, read });

/** All webhooks of a store, in one call. */
export const listAll = (store: string) => list(store, { limit: webhooksAtMost });

export const findIds = (store: string) => items.find<WebhookIds>(keys.webhookIds(store), items.rawItem);

/** Creates a webhook. The commit fails if the store's webhooks have changed since they were read, so a store never has too many. */
export const create = (store: string, read: Stored<WebhookIds> | undefined, webhook: Webhook): Write[] => [
  items.createOrChange(keys.webhookIds(store), read, { ids: [...(read?.ids ?? []), webhook.id] }),
  items.create(keys.webhook(store, webhook.id), webhook),
];

export const replace = (store: string, read: Stored<Webhook>, next: Webhook): Write =>
  items.change(keys.webhook(store, read.id), read, next);

export const remove = (store: string, read: Stored<Webhook>, ids: Stored<WebhookIds> | undefined): Write[] => [
  items.createOrChange(keys.webhookIds(store), ids, { ids: (ids?.ids ?? []).filter((id) => id !== read.id) }),
  items.remove(keys.webhook(store, read.id), read),
];
