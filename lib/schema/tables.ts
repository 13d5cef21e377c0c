/** The two tables as data, read by the stack, the local server and the tests. Attribute types: S string, N number. */
export interface TableIndex {
  name: string;
  partitionKey: string;
  sortKey: { name: string; type: 'S' | 'N' };
  /** The attributes of an item in the index: only its keys, or also these; all attributes by default. */
  projection?: 'keys' | readonly string[];
  /** The last release lacks it: functions run while AWS still builds it, so its readers have a fallback. */
  isNew?: true;
}

/**
 * The index partitions are split by what lists filter on, with a time-ordered sort key, so that a page is one query for
 * a store of any size.
 */
export const storeTableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /**
   * When the item may be deleted, in seconds since 1970: an ended waitlist entry, an attempt at a delivery, a delivered
   * event. No other items expire.
   */
  timeToLive: 'left_at',
  /** Events are made from the old and the new image of an item (Events page). */
  stream: 'NEW_AND_OLD_IMAGES',
  /** Items with this attribute, which is `true`, never have events: the function that reads the stream is not called for them. */
  withoutEvents: 'without_events',
  indexes: [
    /** A store's reviews by status, also by whether they have a reply; its gift cards by state; the attempts at deliveries to its webhooks. */
    { name: 'feed', partitionKey: 'feed_pk', sortKey: { name: 'feed_sk', type: 'S' } },
    /** A product's reviews by status; the shoppers who wait for each of its variants, by the time of joining. */
    { name: 'product_feed', partitionKey: 'product_feed_pk', sortKey: { name: 'product_feed_sk', type: 'S' } },
    /** A customer's reviews by status. */
    { name: 'customer_feed', partitionKey: 'customer_feed_pk', sortKey: { name: 'customer_feed_sk', type: 'S' } },
    /** A product's published reviews by their stars; a store's reviews by their stars and status. */
    {
      name: 'stars_feed',
      partitionKey: 'stars_feed_pk',
      sortKey: { name: 'stars_feed_sk', type: 'S' },
      isNew: true,
    },
    /** A store's products by waiting shoppers, over several partitions: every shopper who joins moves a product. */
    {
      name: 'ranking',
      partitionKey: 'ranking_pk',
      sortKey: { name: 'ranking', type: 'N' },
      projection: ['id', 'searchable_name'],
    },
    /** A store's gift cards that were active when last written, by the time at which they expire. */
    { name: 'expiring', partitionKey: 'expiring_pk', sortKey: { name: 'expiring_sk', type: 'S' } },
    /** Scheduled work of all stores, by kind and time, over several partitions. */
    { name: 'due', partitionKey: 'due_pk', sortKey: { name: 'due_sk', type: 'S' }, projection: 'keys' },
  ],
} as const satisfies {
  partitionKey: string;
  sortKey: string;
  timeToLive: string;
  stream: string;
  withoutEvents: string;
  indexes: readonly TableIndex[];
};

/** Idempotency records and rate-limit windows; items expire at `expires_at`, seconds since 1970. */
export const requestTableDefinition = { partitionKey: 'pk', timeToLive: 'expires_at' } as const;
