/** The client's groups of methods, one for each noun; their methods are named where the operations are declared. */
import * as customerAddresses from '../resources/customer-addresses/operations.ts';
import * as digitalFiles from '../resources/digital-files/operations.ts';
import * as giftCards from '../resources/gift-cards/operations.ts';
import * as giftOptions from '../resources/gift-options/operations.ts';
import * as reviews from '../resources/reviews/operations.ts';
import * as stores from '../resources/stores/operations.ts';
import * as waitlist from '../resources/waitlist/operations.ts';

/** Methods that are one operation each. */
export const methods = {
  customerAddresses: customerAddresses.methods,
  giftOptions: giftOptions.methods,
  reviews: reviews.methods,
  giftCards: giftCards.methods,
  waitlist: waitlist.methods,
  digitalFiles: digitalFiles.methods,
  key: stores.methods,
} as const;

/** What the methods that upload a file are made of. */
export const uploads = {
  photo: giftOptions.uploads,
  file: digitalFiles.uploads,
} as const;
