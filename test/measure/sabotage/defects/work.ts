/** Work of many steps that does not end in its time, loses its rest or its place, and data that is disclosed or kept for too long. */
import { planted } from './planted.ts';

export const work = planted`
test/lib/table/keys.test.ts
  lib/table/items.ts
    an item that is asked for twice is asked of the table twice
    - [...new Map(keys.map((key) => [nameOf(key), key])).values()]
    + [...keys]
test/resources/waitlist/list-waitlisted-products.test.ts
  lib/resources/waitlist/waitlisted-product-records.ts
    a product that one query of the ranking shows twice is listed twice
    - found: firstOfEach([...found, ...arrived])
    + found: [...found, ...arrived]
  lib/resources/catalog/product-name-records.ts
    a search ends with its first query of names
    - next: LastEvaluatedKey };
    + next: undefined };
test/lib/work/rename-variants.test.ts
  lib/resources/catalog/product-records.ts
    an import that another one overtakes leaves its progress on the product
    - const recorded = variants_renamed && renamed_up_to !== undefined
    + const recorded = renamed_up_to !== undefined
test/background/full-batches.test.ts
  lib/runtime/batches.ts
    a change of standing with an idempotency key has more items than a transaction
    - changedReviews: Batch = { size: 32 }
    + changedReviews: Batch = { size: 33 }
    as many gift cards with a send date are issued at once as others
    - datedCards: Batch = { size: 16 }
    + datedCards: Batch = { size: 19 }
    more gift cards are issued in a transaction than DynamoDB takes
    - issuedCards: Batch = { size: 19 }
    + issuedCards: Batch = { size: 20 }
    a transaction imports more reviews than DynamoDB takes
    - importedReviews: Batch = { size: 19 }
    + importedReviews: Batch = { size: 21 }
    a transaction imports more cards than DynamoDB takes
    - importedCards: Batch = { size: 14 }
    + importedCards: Batch = { size: 15 }
    a restock of a few notifies more shoppers at once than DynamoDB takes
    - waitlistEntries: Batch = { size: 48 }
    + waitlistEntries: Batch = { size: 49 }
    more reviews are deleted with their author than DynamoDB takes
    - deletedReviews: Batch = { size: 24 }
    + deletedReviews: Batch = { size: 25 }
    more of what a customer owned is deleted at once than DynamoDB takes
    - ownedItems: Batch = { size: 24 }
    + ownedItems: Batch = { size: 25 }
    more gift cards forget their buyer at once than DynamoDB takes
    - forgottenCards: Batch = { size: 32 }
    + forgottenCards: Batch = { size: 33 }
    more entries forget their customer at once than DynamoDB takes
    - forgottenEntries: Batch = { size: 90 }
    + forgottenEntries: Batch = { size: 100 }
    more gift cards forget an address at once than DynamoDB takes
    - forgottenAddresses: Batch = { size: 45 }
    + forgottenAddresses: Batch = { size: 50 }
test/system/page-growth.test.ts
  lib/resources/waitlist/waitlisted-product-records.ts
    a search of a small page reads a thousand places of the ranking
    - Math.min(batches.firstRanked.size, batches.rankedForEach.size * limit)
    + batches.firstRanked.size
  lib/resources/catalog/product-name-records.ts
    the first query of a search reads a thousand names
    - (soFar ? batches.laterEndings : batches.firstEndings).size
    + batches.laterEndings.size
test/background/time-left.test.ts test/contract/adversity/time-left.test.ts
  lib/once/unit-of-work.ts
    work goes on until its function is killed
    - if (hasStarted && isShort(time))
    + if (hasStarted && isShort(undefined))
test/background/time-left.test.ts
  lib/once/unit-of-work.ts
    where the time is short from the beginning no work gets anywhere
    - if (hasStarted && isShort(time))
    + if (isShort(time))
  lib/chain/background.ts
    what is left of a message for lack of time is not queued again
    - await queueAgain(message);
    a message that is to go on counts as failed, and ends in the dead letters
    - if (!(error instanceof OutOfTime)) throw error;
    + if (error) throw error;
  lib/work/drop-waitlists.ts
    a message about very many variants is not divided
    - if (variant_ids.length > size)
    + if (variant_ids.length > 100 * size)
  lib/work/sweep.ts
    a sweep sees to its whole page, however short the time is
    - if (isShort(time)) break;
    a sweep that gets short of time never reaches the last parts
    - chunksOf(interleave(read), sideBySide)
    + chunksOf(interleave(read).toSorted((a, b) => Number(a.part) - Number(b.part)), sideBySide)
    a sweep that gets short of time starts again each time
    - for (const { part, due_sk } of portion) places.set(part, due_sk);
test/contract/adversity/time-left.test.ts
  lib/work/sweep-gift-cards.ts
    the sweep issues the cards of an order until its function is killed
    - issueFor(key, inTime(commitUnitOfWork, time))
    + issueFor(key, commitUnitOfWork)
  lib/work/issue-due-cards.ts
    an order of very many gift cards is answered with a failure
    - if (!(error instanceof OutOfTime)) throw error;
    + if (error) throw error;
  lib/chain/outcome.ts
    a function that needs another invocation does not say so
    - if (error instanceof OutOfTime) return new ApiError(
    + if (error === undefined) return new ApiError(
  lib/chain/storefront.ts
    a function goes on after the gateway has given up
    - time: stepsWithin(lastStepAfterMilliseconds, context),
    + time: context,
  lib/work/change-reviews.ts
    a renaming that was interrupted starts again each time
    - after: started.renamed_up_to
    + after: undefined
test/resources/waitlist/restocks.test.ts
  lib/schema/invocable.ts
    a failure of a function does not tell what to do
    - afterLostAnswer = 'Invoke the function again with the same payload'
    + afterLostAnswer = ''
test/lib/work/rename-variants.test.ts
  lib/work/change-reviews.ts
    a renaming notes its place for names that have changed since it began
    - ids.length === batches.changedReviews.size && isCurrent(started, product);
    + ids.length === batches.changedReviews.size;
  lib/resources/catalog/product-records.ts
    other names of variants are given to reviews from where the last ones had come to
    - removed: changesVariants ? ['renamed_up_to'] : [],
    + removed: [],
test/contract/adversity/cursors.test.ts
  lib/work/export-customer.ts
    the cursor of an export leads to another customer's order
    - if (!(await orders.isOf(store, customer, partlyRead)))
    + if (partlyRead === "")
test/resources/customers/what-stays.test.ts
  lib/resources/gift-cards/rules.ts
    the note of a card that a deleted customer paid with stays
    - { ...card, message: null, note: null, updated_at: now };
    + { ...card, message: null, updated_at: now };
`;
