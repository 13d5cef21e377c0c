/** All operations, for those who need the whole contract at once; a function imports only its own. */
import * as customerAddresses from './customer-addresses.ts';
import * as digitalFiles from './digital-files.ts';
import * as giftCards from './gift-cards.ts';
import * as giftOptions from './gift-options.ts';
import type { Operation } from './operation.ts';
import * as reviews from './reviews.ts';
import * as waitlist from './waitlist.ts';

/** What each section of the contract declares: operations, and the schemas of its objects and bodies. */
export const sections: readonly Readonly<Record<string, object>>[] = [
  customerAddresses,
  giftOptions,
  reviews,
  giftCards,
  waitlist,
  digitalFiles,
];

const isOperation = (value: object): value is Operation => 'method' in value && 'path' in value;

/** Every operation of the contract, in the contract's order. */
export const operations: readonly Operation[] = sections.flatMap((section) =>
  Object.values(section).filter(isOperation),
);
