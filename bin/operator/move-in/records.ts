/** The records that a move-in imports, by the schemas of the functions that take them, and the calls that import them. */
import * as z from 'zod/mini';
import type { FunctionOptions, Operator } from '../../../lib/client/functions.ts';
import {
  importedAddress,
  importedGiftCard,
  importedReview,
  importedStoreCredit,
  importedWaitlistEntry,
} from '../../../lib/resources/move-in/fields.ts';
import type { ImportReport } from '../../../lib/schema/import.ts';

const giftCard = importedGiftCard.check(
  z.refine(({ balance, initial_value }) => balance > 0 || initial_value != null, {
    path: ['balance'],
    error: 'is 0, and the file has no initial value: there is nothing to import',
  }),
);

/** What each kind of file gives. */
export const records = {
  'gift-cards': giftCard,
  'store-credits': importedStoreCredit,
  reviews: importedReview,
  'customer-addresses': importedAddress,
  'waitlist-entries': importedWaitlistEntry,
} as const;

export type Kind = keyof typeof records;

/** A record of a kind, to pass to its function. */
export type MoveInRecord<K extends Kind = Kind> = z.output<(typeof records)[K]>;

type CardRecord = MoveInRecord<'gift-cards'>;

export const isCard = (record: MoveInRecord): record is CardRecord => 'code' in record;

/** A record of money: a gift card or a store credit. */
export type AccountRecord = CardRecord | MoveInRecord<'store-credits'>;

export const isAccount = (record: MoveInRecord): record is AccountRecord => isCard(record) || 'external_id' in record;

/** The identity of an account among those of its kind. */
export const identityOf = (record: AccountRecord): string => (isCard(record) ? record.code : record.external_id);

export const isAddress = (record: MoveInRecord): record is MoveInRecord<'customer-addresses'> => 'street1' in record;

/** How records of a kind are imported. */
interface ImportOf<K extends Kind> {
  /** Of two records of one identity the first is imported, and records of one customer would conflict: no two calls with them are made at once. */
  identityOf(record: MoveInRecord<K>): string;
  call(operator: Operator, call: ImportCall<K>, options: FunctionOptions): Promise<ImportReport>;
}

/** A call that imports records, or reports what it would import; `update` is for gift cards. */
export interface ImportCall<K extends Kind = Kind> {
  records: MoveInRecord<K>[];
  import_id: string | undefined;
  update: boolean;
  dry_run: boolean;
}

const imports: { [K in Kind]: ImportOf<K> } = {
  'gift-cards': {
    identityOf: ({ code }) => code,
    call: (operator, call, options) => operator.importGiftCards(call, options),
  },
  'store-credits': {
    identityOf: ({ customer_id }) => customer_id,
    call: (operator, { update: _, ...call }, options) => operator.importStoreCredits(call, options),
  },
  reviews: {
    identityOf: ({ customer_id }) => customer_id,
    call: (operator, { update: _, ...call }, options) => operator.importReviews(call, options),
  },
  'customer-addresses': {
    identityOf: ({ customer_id }) => customer_id,
    call: (operator, { update: _, ...call }, options) => operator.importCustomerAddresses(call, options),
  },
  'waitlist-entries': {
    identityOf: ({ variant_id, email }) => `${variant_id} ${email.toLowerCase()}`,
    call: (operator, { update: _, ...call }, options) => operator.importWaitlistEntries(call, options),
  },
};

/** Each record has been read by the schema of its kind. */
export const importOf = (kind: Kind) => imports[kind] as unknown as ImportOf<Kind>;
