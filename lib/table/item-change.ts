/** A change of an item of the store table, as the table's stream delivers it. */
import type { Key } from './keys.ts';

/** An item before and after a change; undefined if it did not exist, or no longer does. */
export interface ItemChange {
  before: Key | undefined;
  after: Key | undefined;
  /** When it was committed, `YYYY-MM-DDThh:mm:ssZ`. */
  time: string;
  /** The creation time of the table's stream, from the stream's ARN. It identifies one lifetime of the table. */
  epoch: string;
  /** Rises with every change of an item, in one lifetime of the table. */
  sequence: string;
}
