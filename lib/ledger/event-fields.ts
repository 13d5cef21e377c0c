/** The fields of events about the entries of a ledger, and about an expiry. */
import * as z from 'zod/mini';
import { field, idOf, shownInteger } from '../schema/field.ts';
import { type Resource, replyId } from '../schema/ids.ts';

interface EntryEvents {
  resource: Resource;
  /** The name of the operation that lists entries. */
  list: string;
  noun: 'card' | 'credit';
  /** Of an entry's id. */
  example: string;
}

/** The fields of an event about an entry of an account. */
export const entryFieldsOf = ({ resource, list, noun, example }: EntryEvents) => ({
  transaction_id: idOf(resource, { words: `Id of the ledger entry, as returned by \`${list}\`.`, example }),
  amount: shownInteger({
    words: `Change of the balance, in the smallest unit of the currency of the ${noun}; 0 for \`disabled\` and \`enabled\`.`,
    example: 0,
  }),
  balance: shownInteger({ words: 'Balance after the entry.', example: 5000 }),
  order_id: field({
    shown: z.nullable(replyId('order')),
    words: 'The order that caused the entry, or null.',
    example: null,
  }),
});

/** The fields of an event about an expiry that has passed. */
export const expiredFields = {
  balance: shownInteger({ words: 'Balance that can no longer be spent.', example: 1000 }),
};
