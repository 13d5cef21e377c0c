/** The two tables as data, read by the stack, the local server and the tests. Attribute types: S string, N number. */
export interface TableIndex {
  name: string;
  partitionKey: string;
  sortKey: { name: string; type: 'S' | 'N' };
}

/**
 * The index partitions are split by what lists filter on, with a time-ordered sort key, so that a page is one query
 * whatever the store's size. All attributes are projected.
 */
export const storeTableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  indexes: [
    /** A store's reviews by status, its gift cards by state. */
    { name: 'feed', partitionKey: 'feed_pk', sortKey: { name: 'feed_sk', type: 'S' } },
    /** A product's reviews by status. */
    { name: 'product_feed', partitionKey: 'product_feed_pk', sortKey: { name: 'product_feed_sk', type: 'S' } },
    /** A customer's reviews by status. */
    { name: 'customer_feed', partitionKey: 'customer_feed_pk', sortKey: { name: 'customer_feed_sk', type: 'S' } },
    /** A store's products by waiting shoppers. */
    { name: 'ranking', partitionKey: 'ranking_pk', sortKey: { name: 'ranking', type: 'N' } },
    /** What a store has to see to by itself, by time: gift cards that expire, holds that lapse, orders with cards to issue. */
    { name: 'due', partitionKey: 'due_pk', sortKey: { name: 'due_sk', type: 'S' } },
  ],
} as const satisfies { partitionKey: string; sortKey: string; indexes: readonly TableIndex[] };

/** Idempotency records and rate-limit windows; items expire at `expires_at`, seconds since 1970. */
export const requestTableDefinition = { partitionKey: 'pk', timeToLive: 'expires_at' } as const;
