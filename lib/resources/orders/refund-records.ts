/** Refunds by their ids, each with a copy under its order. */
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { digestOf, type Key, keys, timeKeys } from '../../table/keys.ts';
import { listUnder } from '../../table/reads.ts';
import type { RefundOfOrder } from './fields.ts';
import type { RefundRecord } from './refund-rules.ts';

const read = readerWith({
  refund_id: asStored,
  to_card: asStored,
  to_gift_card: asStored,
  to_store_credit: asStored,
  tax: asStored,
  order_id: asStored,
  amount: asStored,
  created_at: null,
  lines: asStored,
  keep_gift_cards: asStored,
  to: asStored,
  is_of_value: asStored,
} satisfies StoredAs<RefundRecord>);

/** The refund, or undefined. */
export async function find(store: string, id: string): Promise<Stored<RefundRecord> | undefined> {
  const found = await findOrReserved(store, id);
  return found && 'order_id' in found ? found : undefined;
}

/** Reserves the id of an unfinished refund, so that no other order can use the id. Earlier releases read it as another refund. */
interface ReservedRefund {
  refund_id: string;
  unfinished_of: string;
  created_at: string;
}

/** The refund, the reservation of an unfinished refund, or undefined. */
export const findOrReserved = (store: string, id: string) =>
  items.find<RefundRecord | ReservedRefund>(keys.refund(store, id), (item) => ('order_id' in item ? read(item) : item));

export const create = (store: string, refund: RefundRecord): Write[] => [
  items.create(keys.refund(store, refund.refund_id), refund),
  list(store, refund),
];

export const reserve = (store: string, reserved: ReservedRefund): Write =>
  items.create(keys.refund(store, reserved.refund_id), reserved);

/** Replaces the reservation with the finished refund. */
export const finish = (store: string, reserved: Stored<ReservedRefund>, refund: RefundRecord): Write[] => [
  items.replace(keys.refund(store, refund.refund_id), reserved, refund),
  list(store, refund),
];

export const removeReservation = (store: string, reserved: Stored<ReservedRefund>): Write =>
  items.remove(keys.refund(store, reserved.refund_id), reserved);

/** A copy of the refund with its order. A refund never changes. */
export const list = (store: string, refund: RefundRecord): Write => items.create(keyOfListed(store, refund), refund);

/** The key contains the refund's time, which is unknown before 0.5.0, and a digest of its id, which could be too long for a sort key. */
const keyOfListed = (store: string, { order_id, refund_id, created_at }: RefundOfOrder): Key =>
  keys.orderRefund(store, order_id, timeKeys.of(created_at ?? '', digestOf(refund_id).toString('hex')));

/** Whether the refund's copy is stored with its order. */
export const isListed = async (store: string, refund: RefundOfOrder): Promise<boolean> =>
  (await items.find(keyOfListed(store, refund), items.rawItem)) !== undefined;

/** Up to `limit` refunds of an order, newest first; those without a known time come last. */
export const listOf = (store: string, order: string, limit: number): Promise<RefundRecord[]> =>
  listUnder<RefundRecord>((at) => keys.orderRefund(store, order, at), { limit, newestFirst: true, read });
