/** The calls that import records of each kind. */
import type { Operator } from '../../../lib/client/functions.ts';
import type { ImportReport } from '../../../lib/schema/import.ts';
import type { Kind, MoveInRecord } from './records.ts';

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
