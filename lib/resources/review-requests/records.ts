import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { dueAt, notDue } from '../../table/due.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';
import { findPresent } from '../../table/reads.ts';
import type { ReviewRequest } from './rules.ts';

const read = readerWith({
  id: asStored,
  order_id: asStored,
  step: asStored,
  send_at: asStored,
  requested_at: asStored,
  reminded_at: asStored,
  dropped: asStored,
  unsubscribed: asStored,
} satisfies StoredAs<ReviewRequest>);

/** The emails of an order, or undefined. */
export const find = (store: string, order: string) => findAt(keys.reviewRequest(store, order));

/** The emails of orders with these ids. */
export const findMany = (store: string, orders: readonly string[]): Promise<Stored<ReviewRequest>[]> =>
  findPresent(
    orders.map((order) => keys.reviewRequest(store, order)),
    read,
  );

/** The emails under a key, or undefined. */
export const findAt = (key: Key) => items.find<ReviewRequest>(key, read);

export const create = (store: string, request: ReviewRequest): Write =>
  items.create(keys.reviewRequest(store, request.order_id), itemOf(store, request));

export const replace = (store: string, was: Stored<ReviewRequest>, next: ReviewRequest): Write =>
  items.change(keys.reviewRequest(store, was.order_id), was, itemOf(store, next));

const itemOf = (store: string, request: ReviewRequest): object => ({
  ...request,
  ...(request.step && request.send_at
    ? dueAt('REVIEWREQUESTS', request.send_at, keys.reviewRequest(store, request.order_id))
    : notDue),
});
