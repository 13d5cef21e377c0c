/** All operations, for those who need the whole contract at once; a function imports only its own. */

import { methods, type Operation } from '../schema/operation.ts';
import * as customerAddresses from './customer-addresses/operations.ts';
import * as digitalFiles from './digital-files/operations.ts';
import * as giftCards from './gift-cards/operations.ts';
import * as giftOptions from './gift-options/operations.ts';
import * as reviews from './reviews/operations.ts';
import * as stores from './stores/operations.ts';
import * as waitlist from './waitlist/operations.ts';

/** In the contract's order. */
const sections = [customerAddresses, giftOptions, reviews, giftCards, waitlist, digitalFiles, stores];

const isOperation = (value: object): value is Operation => 'method' in value && 'path' in value;

/** A resource comes after what holds it, reading before writing: a module's exports have no order of their own. */
const inOrder = (a: Operation, b: Operation): number => {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return methods.indexOf(a.method) - methods.indexOf(b.method);
};

/** Every operation of the contract, by section. */
export const operations: readonly Operation[] = sections.flatMap((section) =>
  Object.values<object>(section).filter(isOperation).toSorted(inOrder),
);
