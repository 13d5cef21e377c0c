/**
 * How much work is done at once: in one transaction, on one page or in one call. Work that continues after a batch must be correct for every batch size, so tests make batches small. No function sets a size.
 */
interface Batch {
  readonly size: number;
}

/** Items of one transaction if each write is one item: DynamoDB accepts 100. */
export const transactionItems: Batch = { size: 100 };

/** Waiting shoppers who are notified or dropped in one transaction: each is two items, in addition to their count, their progress and the proof for their emails. */
export const waitlistEntries: Batch = { size: 48 };

/** Entries of one shopper that are listed at once. */
export const listedEntries: Batch = { size: 100 };

/** Longest-waiting shoppers that a restock with `notify_at_most` takes from one reading of the waitlist. Each needs a few hundred bytes of memory. */
export const longestWaiting: Batch = { size: 10_000 };

/** Turns of waiting shoppers that one query reads: less than DynamoDB's page of 1 MB, however long their addresses are. */
export const readTurns: Batch = { size: 1500 };

/** Variants for which one request reads side by side since when shoppers wait: each takes four queries. */
export const waitedVariants: Batch = { size: 25 };

/** Dropped variants in one message. Looking for their waiting shoppers takes no commit. A message with more variants is divided. */
export const droppedVariants: Batch = { size: 25 };

/** Reviews that change in one transaction: each is three items (the review, its copy and its product), in addition to their author or their product, and the record of the request. */
export const changedReviews: Batch = { size: 32 };

/** Reviews that are deleted in one transaction with their customer: each is four items (the review, its copy, its mark and its product), in addition to the customer and the three items that find them. */
export const deletedReviews: Batch = { size: 24 };

/** What a deleted customer owned: each is up to four items (a review, its copy, its mark and its product), in addition to the customer. */
export const ownedItems: Batch = { size: 24 };

/** Gift cards of an order that forget its customer: each is three items (the card, its entry, and the item that finds it by its recipient), in addition to the order, its link and the customer. */
export const forgottenCards: Batch = { size: 32 };

/** Entries in the ledger of a store credit that forget their customer: each is one item, in addition to the customer, the credit, its last entry and its link. */
export const forgottenEntries: Batch = { size: 90 };

/** Gift cards that an order issues: each is five items, in addition to the order. */
export const issuedCards: Batch = { size: 19 };

/** Gift cards that an order issues if some of its cards have a send date: each of those cards is six items. */
export const datedCards: Batch = { size: 16 };

/** Gift cards that a refund takes back in one transaction: each is up to three items (the card, its entry, and the item that finds it by its recipient), in addition to the order, the refund and the cards that paid. */
export const takenBackCards: Batch = { size: 24 };

/** The same if the refund may return money to store credits: up to ten, a new one, their customer and the list of the customer's credits. */
export const takenBackWithCredits: Batch = { size: 20 };

/** Gift cards of an order that a refund reads at once. It holds at most as many in one transaction, in addition to the order. */
export const refundedCards: Batch = { size: 90 };

/** Records that are imported in one transaction: each is up to seven items (a customer, and the items that find them, the earlier ones included). Even with the largest records, it stays below DynamoDB's 4 MB. */
export const importedRecords: Batch = { size: 10 };

/** Transactions that import records of another system side by side. */
export const importedSideBySide: Batch = { size: 10 };

/** Reviews of one customer that are imported in one transaction: each is five items, in addition to the customer. */
export const importedReviews: Batch = { size: 19 };

/** Gift cards that are imported in one transaction: each is up to seven items (the card, its code, three entries, its recipient's mark, and the import). */
export const importedCards: Batch = { size: 14 };

/** Addresses that are imported in one transaction: each is up to three items (the address, the import, and the check of its customer). */
export const importedAddresses: Batch = { size: 20 };

/** Records of another system that the command line sends in one call, which accepts up to 100. */
export const movedInRecords: Batch = { size: 100 };

/** Due items that a sweep reads from a part at once, and how many items it processes side by side. */
export const dueItems: Batch = { size: 100 };
export const dueSideBySide: Batch = { size: 40 };

/** Failing webhooks that are called side by side: each call may take 16 seconds. */
export const probedSideBySide: Batch = { size: 100 };

/** Pages of postponed deliveries that a round queues for a webhook that responds again, each with up to 400 deliveries. */
export const postponedPages: Batch = { size: 20 };

/** Reviews with ratings that an audit counts. */
export const auditedReviews: Batch = { size: 100 };

/** Gift cards, or orders, with ledgers that an audit checks in one call. */
export const ledgersOnPage: Batch = { size: 50 };

/** Records of each kind that an export of a customer reads at once. */
export const exportedRecords: Batch = { size: 50 };

/** Gift cards on a page about their ledgers, and how many ledgers are read side by side for it. */
export const cardsOnPage: Batch = { size: 100 };
export const ledgersSideBySide: Batch = { size: 20 };

/** Entries of a card's ledger that are in memory at once when the whole ledger is added up. */
export const ledgerEntries: Batch = { size: 1000 };

/** Entries at the beginning of a card's ledger that are read to find the entries of its import; there are seldom more than two. */
export const importEntries: Batch = { size: 5 };

/** Entries of ledgers on a page of an export: even with the longest texts they fit in a Lambda response, 6 MB of JSON within JSON. */
export const exportedEntriesOnPage: Batch = { size: 250 };

/** Entries after which a page of a report ends, so that a page of frequently used cards costs no more than others. */
export const reportedEntriesOnPage: Batch = { size: 2500 };

/** Reviews or gift cards that a list judges by filters that no index knows, before its page ends without a match. */
export const candidatesOnPage: Batch = { size: 1000 };

/** Entries that a search reads from a partition of the ranking: first `rankedForEach` for each product of its page, up to `firstRanked`; then `laterRanked` each time. */
export const rankedForEach: Batch = { size: 4 };
export const firstRanked: Batch = { size: 125 };
export const laterRanked: Batch = { size: 500 };

/** Endings of product names that the first query of a search reads, and that each further query reads: at most about 10 and 40 read units. */
export const firstEndings: Batch = { size: 250 };
export const laterEndings: Batch = { size: 1000 };

/** Uploads of a store that are read at once to count them. */
export const countedUploads: Batch = { size: 500 };

/** Gift cards that are read beyond a page's need, so that those that have just expired seldom cost another round trip. */
export const spareCards: Batch = { size: 3 };

/** Extra items that a list reads from each partition beyond its share of a page, in standard deviations of that share. */
export const spareOfFeed: Batch = { size: 3 };

/** Gift cards that forget an email address in one transaction: each is two items (the card, and the item that finds it), in addition to the item with the progress. */
export const forgottenAddresses: Batch = { size: 45 };

/** Items of the table that are read at once to find gift cards. DynamoDB ends a page at 1 MB. */
export const walkedItems: Batch = { size: 5000 };

/** Items that a migration reads at once in a segment of the table, and how many of them it changes side by side. */
export const migratedItems: Batch = { size: 500 };
export const migratedSideBySide: Batch = { size: 10 };

/** Keys of a `BatchGetItem`, which takes 100. */
export const readKeys: Batch = { size: 100 };

/** Changed items that are counted in the figures of a store in one transaction, in addition to the figures; and emails that are counted side by side. */
export const countedItems: Batch = { size: 99 };
export const countedMails: Batch = { size: 10 };

/** Emails that ask for reviews, sent side by side: Amazon SES limits the emails per second. */
export const reviewRequests: Batch = { size: 2 };

/** Newest reviews of a product that are judged by their marks for its public files, before an index proposes older ones. */
export const markedReviews: Batch = { size: 3000 };

/** Public files of a product that are put side by side. */
export const publicFilesSideBySide: Batch = { size: 10 };

/** Products that are read at once to queue the work on their public files, and pages of them that one message queues. */
export const publicProducts: Batch = { size: 100 };
export const pagesOfPublicProducts: Batch = { size: 20 };

/** Products in one call that rebuilds public files, and how many of them side by side. */
export const rebuiltProducts: Batch = { size: 50 };
export const rebuiltSideBySide: Batch = { size: 5 };

/** Products that are listed at once for the feeds of a store, and how many of them have their first reviews read side by side. */
export const feedProducts: Batch = { size: 100 };
export const feedProductsSideBySide: Batch = { size: 10 };

/** Reviews of a product that are read at once for a feed: up to 20 KB each. */
export const feedReviews: Batch = { size: 300 };

/** Public sites that a sweep reads at once. */
export const publicSites: Batch = { size: 100 };

/** Messages of a call to SQS, and events of one to EventBridge, which take 10. */
export const queuedMessages: Batch = { size: 10 };
export const putEvents: Batch = { size: 10 };
