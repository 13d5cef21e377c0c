/** The records that a move-in imports, by the schemas of the functions that take them. */
import * as z from 'zod/mini';
import {
  importedAddress,
  importedGiftCard,
  importedReview,
  importedWaitlistEntry,
} from '../../../lib/resources/move-in/fields.ts';

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
