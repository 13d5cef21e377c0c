/** A search that finds what it must not find, misses what it should find, or lets a caller guess codes. */
import { planted } from './planted.ts';

export const search = planted`
test/resources/search/search.test.ts
  lib/resources/search/records.ts
    orders of the eleventh customer with an address are not found by it
    - { resource: 'customer', limit: searchResults }
    + { resource: 'customer', limit: searchedCustomers }
    a key without the area of gift cards finds them
    - isShown('gift_card')
    -       ? giftCards
    + isShown('product')
    +       ? giftCards
    a search with one unknown code too many is answered
    - if (counts && !attempt.isAdmitted && !isKnown && isShown('gift_card')) throw refusal(attempt.again);
    once too many codes were unknown, names with a digit are refused too
    - && !isKnown && isShown
    + && isShown
  lib/resources/customers/records.ts
    a search index keeps the name of a deleted customer
    -   ...terms.replace(store, id, found_by, undefined),
  lib/resources/search/term-records.ts
    items by an earlier name stay after a change
    - ...before.filter(lacks(after)).map((key) => items.removeAny(key)),
  lib/resources/search/name-rules.ts
    a search takes the two spellings of an accent for two letters
    - .trim().normalize('NFC'))
    + .trim())
    a search is strict about letter case
    - searchable(name.replace
    + (name.replace
  lib/resources/gift-cards/unknown-code-records.ts
    one API key may search for as many unknown codes as a whole store
    - return name.startsWith(keyMark) ? keyAtMost : shopperAtMost;
    + return name.startsWith(keyMark) ? storeAtMost : shopperAtMost;
test/resources/search/migration.test.ts
  lib/resources/search/migration-records.ts
    an earlier release leaves the name of a deleted customer in the search
    - , cardsByLast4, staleTerms];
    + , cardsByLast4];
    gift cards of an earlier release are not found by their last four characters
    - foundCards, cardsByLast4, staleTerms];
    + foundCards, staleTerms];
`;
