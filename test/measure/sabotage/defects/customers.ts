/** Customers that are imported, changed, deleted or forgotten wrongly. */
import { planted } from './planted.ts';

export const customers = planted`
test/resources/customers/get-customer.test.ts
  lib/resources/customers/records.ts
    an import sets the first import of a customer who was imported long ago
    - ...(known === undefined && { created_at: now })
    + created_at: now
  lib/work/change-reviews.ts
    a standing that a customer already has counts as a change
    - const begins = standing !== customer.standing;
    + const begins = true;
test/resources/customers/change-customer-standing.test.ts
  functions/api/customers/change-customer-standing.ts
    a repeated request for a standing does not continue what an interruption left
    -   { afterwards: ({ store, path }, commit) => continueStanding(commit, store.id, path.id) },
    the reviews that one transaction does not change keep their status
    - isWhole: !reply.sweeping
    + isWhole: true
test/resources/customers/list-customer-orders.test.ts
  lib/resources/orders/records.ts
    the page after an order of another customer begins from the newest order
    - if (time === undefined) return [];
    orders of a former customer with the same id are listed
    - found.filter(({ forgotten }) => !forgotten)
    + found
test/resources/customers/forget-address.test.ts
  lib/resources/gift-cards/records.ts
    items by a forgotten address stay in the search
    - changed.recipient_email === null;
    + changed.recipient_email === '';
    a change of a card also removes what an earlier release left in the search
    - isForgotten ? { ...changed, found_by: undefined }
    + changed.recipient_email === null ? { ...changed, found_by: undefined }
  lib/resources/gift-cards/rules.ts
    a message stays on a card that has forgotten its recipient
    - return { ...card, recipient_email: null, message: null, locales: [], updated_at: now };
    + return { ...card, recipient_email: null, locales: [], updated_at: now };
  lib/work/forget.ts
    an address is forgotten in the very letters alone
    - shopperOf(address) === shopper;
    + address === address.toUpperCase() && shopperOf(address) === shopper;
    only the first page of the table is read
    - if (!after) return forgotten;
    + if (after || !after) return forgotten;
  lib/resources/customers/forgetting-records.ts
    a walk that was interrupted an hour ago goes on past new cards
    - found && found.begun_at > secondsBefore(now, continuedSeconds)
    + found && found.begun_at > secondsBefore(now, 99 * continuedSeconds)
test/contract/adversity/time-left.test.ts
  lib/resources/customers/forgetting-records.ts
    an interrupted walk begins at the start each time
    - if (next.after) return [
    + if (!next) return [
`;
