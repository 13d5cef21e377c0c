/** The records that a move-in imports, by the schemas of the functions that take them, and the calls that import them. */
import * as z from 'zod/mini';
import type { Operator } from '../../../lib/client/functions.ts';
import {
  importedAddress,
  importedGiftCard,
  importedReview,
  importedWaitlistEntry,
} from '../../../lib/resources/move-in/fields.ts';
import type { ImportReport } from '../../../lib/schema/import.ts';

const giftCard = importedGiftCard.check(
  z.refine(({ balance, initial_value }) => balance > 0 || initial_value != null, {
    path: ['balance'],
    error: 'is 0, and the file does not tell the initial value: nothing is left to import',
  }),
);

/** What each kind of file gives. */
export const records = {
  'gift-cards': giftCard,
  reviews: importedReview,
  'customer-addresses': importedAddress,
  'waitlist-entries': importedWaitlistEntry,
} as const;

export type Kind = keyof typeof records;

/** A record of a kind, to pass to its function. */
export type MoveInRecord<K extends Kind = Kind> = z.output<(typeof records)[K]>;

type Call = (operator: Operator, records: readonly MoveInRecord[], update: boolean) => Promise<ImportReport>;

/** Each record has been read by the schema of its kind. */
const of = <K extends Kind>(records: readonly MoveInRecord[]) => [...records] as MoveInRecord<K>[];

export const calls: Readonly<Record<Kind, Call>> = {
  'gift-cards': (operator, records, update) => operator.importGiftCards({ records: of<'gift-cards'>(records), update }),
  reviews: (operator, records) => operator.importReviews({ records: of<'reviews'>(records) }),
  'customer-addresses': (operator, records) =>
    operator.importCustomerAddresses({ records: of<'customer-addresses'>(records) }),
  'waitlist-entries': (operator, records) =>
    operator.importWaitlistEntries({ records: of<'waitlist-entries'>(records) }),
};
