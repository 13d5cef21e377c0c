import { duplicate } from '../schema/errors.ts';
import type { Write } from '../table/items.ts';

/**
 * What makes a request happen once: its first commit leaves a record in the table, and a repeat is answered from that record.
 *
 * The record is an item that the decision's own writes create (an order, a refund), or one that `write` adds to them. Either way
 * the commit of a repeat fails, because the record exists.
 *
 * The unit of work calls `find` beside the reads of each decision, and again when the decision refuses: a concurrent duplicate may
 * have done what the decision refuses to do a second time. With `read` the first decision goes without `find`, which saves
 * a read for every request that is no repeat: the failed `write` brings the record. A decision that does something before its
 * commit must come without `read`, since a repeat would do that again.
 */
export interface RecordOfRequest<R> {
  /** The reply of the same request where it has been committed, or undefined. Throws where another request has left the record. */
  find(): Promise<R | undefined>;
  /** Creates the record with the reply; the first write of each commit. Fails where the record exists. */
  write?(reply: R): Write;
  /** The reply in the record that has made `write` fail. Throws as `find` does. */
  read?(existing: object): R;
}

interface CreatedItem<T, R> {
  find(): Promise<T | undefined>;
  /** Whether the item was created by the same request. */
  isSame(existing: T): boolean;
  replyOf(existing: T): R;
}

/** The record of a request that creates one item: that item. Another request with its id is a `DUPLICATE`. */
export const recordInItem = <T, R>({ find, isSame, replyOf }: CreatedItem<T, R>): RecordOfRequest<R> => ({
  async find() {
    const existing = await find();
    if (existing && !isSame(existing)) throw duplicate();
    return existing && replyOf(existing);
  },
});
