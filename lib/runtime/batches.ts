/**
 * How much is done at once where it may be more: in one transaction, on one page, with one call. Work that continues after a batch has to be right for every size, so tests make batches small. No function sets a size.
 */
interface Batch {
  readonly size: number;
}

/** Items of a transaction, which takes 100, where each is one. */
export const transactionItems: Batch = { size: 100 };

/** Waiting shoppers who are notified or dropped: each is two items, beside their count, their progress and the proof for their emails. */
export const waitlistEntries: Batch = { size: 48 };

/** Entries of one shopper that are listed at once. */
export const listedEntries: Batch = { size: 100 };

/** Those who have waited longest, as a restock of a few takes them from one reading of the waitlist: a few hundred bytes of memory for each. */
export const longestWaiting: Batch = { size: 10_000 };

/** Turns of waiting shoppers that one query reads: less than DynamoDB's page of 1 MB, however long their addresses are. */
export const readTurns: Batch = { size: 1500 };

/** Dropped variants of which it is looked who waits, which takes no commit: a message about more of them is divided. */
export const droppedVariants: Batch = { size: 25 };

/** Reviews that change in one transaction: each is two items, beside their author or their product. */
export const changedReviews: Batch = { size: 49 };

/** Reviews that go in one transaction with their customer: each is three items. */
export const deletedReviews: Batch = { size: 33 };

/** What a deleted customer owned: each is up to four items (a review, its copy, its mark and its product), beside the customer. */
export const ownedItems: Batch = { size: 24 };

/** Gift cards of an order that forget its customer: each is two items (the card and its entry). */
export const forgottenCards: Batch = { size: 45 };

/** Gift cards that an order issues: each is four items, beside the order. */
export const issuedCards: Batch = { size: 24 };

/** The same of an order of which some wait for their day: each of those is five. */
export const datedCards: Batch = { size: 19 };

/** Records that are imported: keeps a transaction of the largest ones below DynamoDB's 4 MB. */
export const importedRecords: Batch = { size: 10 };

/** Records of another system that are imported side by side, each in a transaction of its own. */
export const importedSideBySide: Batch = { size: 10 };

/** Reviews of one customer that are imported in one transaction: each is five items, beside the customer. */
export const importedReviews: Batch = { size: 19 };

/** Records of another system that the command line gives to one call, which takes 100. */
export const movedInRecords: Batch = { size: 100 };

/** Due items of a part, as a sweep reads them, and how many of them it processes side by side. */
export const dueItems: Batch = { size: 100 };
export const dueSideBySide: Batch = { size: 40 };

/** Failing webhooks that are called side by side: each call may take 16 seconds. */
export const probedSideBySide: Batch = { size: 100 };

/** Times that a round queues what is postponed for a webhook which answers again, up to 400 deliveries at a time. */
export const postponedPages: Batch = { size: 20 };

/** Reviews with ratings that an audit counts. */
export const auditedReviews: Batch = { size: 100 };

/** Gift cards, or orders, with ledgers that an audit proves in one answer. */
export const ledgersOnPage: Batch = { size: 50 };

/** What an export of a customer reads at once of each kind. */
export const exportedRecords: Batch = { size: 50 };

/** Gift cards on a page about their ledgers, and those that are read side by side for it. */
export const cardsOnPage: Batch = { size: 100 };
export const ledgersSideBySide: Batch = { size: 20 };

/** Entries of a card's ledger that are in memory at once where all of it is added up. */
export const ledgerEntries: Batch = { size: 1000 };

/** Entries at the beginning of a card's ledger that are read for those of its import, of which there seldom are more than two. */
export const importEntries: Batch = { size: 5 };

/** Entries of ledgers on a page of an export: with the longest of texts they fit in an answer of Lambda's, 6 MB of JSON within JSON. */
export const exportedEntriesOnPage: Batch = { size: 250 };

/** Entries after which a page of a report ends, so that one of much-used cards costs no more than others. */
export const reportedEntriesOnPage: Batch = { size: 2500 };

/** Entries that a search takes from a partition of the ranking: first, so many for each product of its page, up to a size; then each time. */
export const rankedForEach: Batch = { size: 4 };
export const firstRanked: Batch = { size: 125 };
export const laterRanked: Batch = { size: 500 };

/** Endings of product names that the first query of a search reads, and each further one: some 10 and 40 read units at most. */
export const firstEndings: Batch = { size: 250 };
export const laterEndings: Batch = { size: 1000 };

/** A store's uploads that are counted. */
export const countedUploads: Batch = { size: 500 };

/** Gift cards that are read beyond a page's need, so that those that have just expired seldom cost another round trip. */
export const spareCards: Batch = { size: 3 };

/** What one of the partitions of a list is asked for beyond its share of a page, in standard deviations of that share. */
export const spareOfFeed: Batch = { size: 3 };

/** Gift cards that forget an address in one transaction, beside how far that has come. */
export const forgottenAddresses: Batch = { size: 90 };

/** Items of the table that are read for the gift cards among them: DynamoDB ends a page at 1 MB. */
export const walkedItems: Batch = { size: 5000 };

/** Items that a migration reads at once in a segment of the table, and how many of them it changes side by side. */
export const migratedItems: Batch = { size: 500 };
export const migratedSideBySide: Batch = { size: 10 };

/** Keys of a `BatchGetItem`, which takes 100. */
export const readKeys: Batch = { size: 100 };

/** Messages of a call to SQS, and events of one to EventBridge, which take 10. */
export const queuedMessages: Batch = { size: 10 };
export const putEvents: Batch = { size: 10 };
