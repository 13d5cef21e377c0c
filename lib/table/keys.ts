import { createHash } from 'node:crypto';

/**
 * All keys of the table. Every partition key begins with the store's id, so that no look-up can cross stores; the
 * exceptions are the API key's hash, the deployment's secret, the mark of its key, the progress of sweeps and of migrations, the running replay,
 * the sites with public reviews, and the progress of their feeds. The grants of roles
 * contain the first two: `infra/grants.ts`.
 */
export interface Key {
  pk: string;
  sk: string;
}

const key = (pk: string, sk: string): Key => ({ pk, sk });

export const keys = {
  store: (store: string) => key(`${store}#STORE`, 'STORE'),

  /**
   * Where the sweep of a kind continues, in each part of the due index; each shard of a sweep has an item of its own.
   */
  sweepCursors: (kind: SweptKind, shard?: number) => key('SWEEPS', shard === undefined ? kind : `${kind}#${shard}`),

  /** The progress of a migration. */
  migration: (name: string) => key('MIGRATIONS', name),
  /** The scan of the table for migrations, and its progress in each segment. */
  migrationPass: key('MIGRATIONS', '#PASS'),
  migrationSegment: (segment: number) => key('MIGRATIONS', `#SEGMENT#${segment}`),

  deploymentSecret: key('DEPLOYMENT', 'SECRET'),

  /** Shows a function whether its deployment has the key that the table's data was written with. */
  deploymentKey: key('DEPLOYMENTKEY', 'MARK'),

  /** By the SHA-256 of the API key, in hexadecimal; the key itself is not stored. */
  apiKeyByHash: (hash: string) => key(`APIKEY#${hash}`, 'APIKEY'),
  apiKey: (store: string, id: string) => key(`${store}#APIKEYS`, `APIKEY#${id}`),

  /** Contains the id of the site that was imported first. */
  firstSite: (store: string) => key(`${store}#SITES`, 'FIRST'),
  site: (store: string, id: string) => key(`${store}#SITE#${id}`, 'SITE'),
  giftOption: (store: string, site: string, id: string) => key(`${store}#SITE#${site}`, `GIFTOPTION#${id}`),
  /** The names and positions of all gift options of a site: they are read to check the uniqueness and the limit. */
  giftOptionNames: (store: string, site: string) => key(`${store}#SITE#${site}`, 'GIFTOPTIONS'),

  /** A site that has, or had, public reviews: the names of its files contain its id, so an id belongs to one store. */
  publicSite: (id: string) => key('PUBLICSITES', id),
  /** The same, in a list of the store. */
  publicSiteOf: (store: string, id: string) => key(`${store}#PUBLICSITES`, id),
  /** How far the feeds of a public site are written. */
  publicFeeds: (site: string) => key('PUBLICFEEDS', site),
  /** Counts the requests for new feeds of a store. */
  feedRequests: (store: string) => key(`${store}#FEEDREQUESTS`, 'FEEDREQUESTS'),

  customer: (store: string, id: string) => key(`${store}#CUSTOMER#${id}`, 'CUSTOMER'),
  /** An item that belongs to the customer, of a kind that its noun declares. */
  ownedByCustomer: (store: string, customer: string, kind: string, id: string) =>
    key(`${store}#CUSTOMER#${customer}`, `${kind}#${id}`),

  /** Marks a review or an address of the customer as imported. The mark is deleted with the customer, but stays if only the review or the address is deleted. */
  importOf: (store: string, customer: string, kind: 'REVIEW' | 'ADDRESS', identity: string) =>
    key(`${store}#CUSTOMER#${customer}`, `IMPORT#${kind}#${identity}`),

  review: (store: string, id: string) => key(`${store}#REVIEW#${id}`, 'REVIEW'),
  /** The customer's one review of a product. */
  reviewOf: (store: string, customer: string, product: string) =>
    key(`${store}#CUSTOMER#${customer}`, `REVIEW#${product}`),
  /** Marks a review of a product, so that all of them can be found without an index. */
  reviewMark: (store: string, product: string, review: string) =>
    key(`${store}#PRODUCT#${product}#REVIEWS`, `REVIEW#${review}`),
  reviewFeed: (store: string, status: string, part: number): string => `${store}#REVIEWS#${status}#${part}`,
  productReviewFeed: (store: string, product: string, status: string): string =>
    `${store}#PRODUCT#${product}#REVIEWS#${status}`,
  /** Of a store's reviews by whether they have a reply; the copies of reviews are listed here. */
  repliedReviewFeed: (store: string, status: string, reply: 'REPLIED' | 'UNREPLIED', part: number): string =>
    `${store}#REVIEWS#${status}#${reply}#${part}`,
  /** Of a store's reviews by their stars; the copies of reviews are listed here. */
  ratedReviewFeed: (store: string, status: string, stars: number, part: number): string =>
    `${store}#REVIEWS#${status}#STARS#${stars}#${part}`,
  starsReviewFeed: (store: string, product: string, stars: number): string =>
    `${store}#PRODUCT#${product}#STARS#${stars}`,
  customerReviewFeed: (store: string, customer: string, status: string): string =>
    `${store}#CUSTOMER#${customer}#REVIEWS#${status}`,

  /** Outside of the customer's partition: it outlives the customer, as orders do. */
  purchase: (store: string, customer: string, product: string) =>
    key(`${store}#PURCHASES#${customer}`, `PRODUCT#${product}`),

  /** A card, its ledger, its extensions and the mark of its email share a partition. */
  giftCard: (store: string, id: string) => key(`${store}#GIFTCARD#${id}`, 'GIFTCARD'),
  /** Marks one of the card's codes as sent by email: after a replacement, the new code is sent in another email. */
  giftCardMailed: (store: string, card: string, hash: string) => key(`${store}#GIFTCARD#${card}`, `MAILED#${hash}`),
  /** When the last delivery of the email with one of the card's codes failed. */
  giftCardMailFailed: (store: string, card: string, hash: string) =>
    key(`${store}#GIFTCARD#${card}`, `MAILFAILED#${hash}`),
  /** The card's send date. */
  scheduledSend: (store: string, card: string) => key(`${store}#GIFTCARD#${card}`, 'DAY'),
  /** A credit, its ledger and its extensions. Outside of the customer's partition: the ledger outlives the customer. */
  storeCredit: (store: string, id: string) => key(`${store}#CREDIT#${id}`, 'CREDIT'),
  /**
   * Refers to a store credit of a customer. Outside of the customer's partition, which release 0.3.0 deletes without closing the credits.
   */
  creditOf: (store: string, customer: string, id: string) => key(`${store}#CREDITS#${customer}`, `CREDIT#${id}`),
  /** The ids of the customer's credits that have a balance; in their partition, this item is the last one. */
  openCredits: (store: string, customer: string) => key(`${store}#CREDITS#${customer}`, 'CREDITS'),
  /** By the hash of the code; the code itself is not stored. */
  giftCardByCode: (store: string, hash: string) => key(`${store}#CODE#${hash}`, 'CODE'),
  /** By the hash of the code that a card was imported with, not of its present code. */
  importedCard: (store: string, hash: string) => key(`${store}#IMPORTEDCARD#${hash}`, 'IMPORT'),
  /** By the SHA-256 of the credit's id in the other system, which may have any characters. */
  importedCredit: (store: string, hash: string) => key(`${store}#IMPORTEDCREDIT#${hash}`, 'IMPORT'),
  /** Refers to the card that a checkout holds. */
  checkout: (store: string, id: string) => key(`${store}#CHECKOUT#${id}`, 'CHECKOUT'),
  order: (store: string, id: string) => key(`${store}#ORDER#${id}`, 'ORDER'),
  /** Refers to an order of a customer, so that all orders of the customer can be found without an index. */
  orderOf: (store: string, customer: string, id: string) => key(`${store}#ORDERS#${customer}`, `ORDER#${id}`),
  /** Refers to a gift card that was bought with an order or paid for it, and to the entry of the card's ledger. */
  orderCard: (store: string, order: string, card: string) => key(`${store}#ORDER#${order}`, `CARD#${card}`),
  refund: (store: string, id: string) => key(`${store}#REFUND#${id}`, 'REFUND'),
  /** A copy of a refund in the order's partition, by creation time. */
  orderRefund: (store: string, order: string, at: string) => key(`${store}#ORDER#${order}`, `REFUND#${at}`),

  /** The emails that ask for reviews of an order. */
  reviewRequest: (store: string, order: string) => key(`${store}#ORDER#${order}`, 'REVIEWREQUEST'),
  /** An email address that gets no such emails, by an HMAC of its digest. */
  unsubscription: (store: string, mark: string) => key(`${store}#UNSUBSCRIBED#${mark}`, 'UNSUBSCRIBED'),
  /** How many such emails a store sent in a week, and how many reviews came of them. */
  reviewRequestWeek: (store: string, week: string) => key(`${store}#REVIEWREQUESTS`, `WEEK#${week}`),

  product: (store: string, id: string) => key(`${store}#PRODUCT#${id}`, 'PRODUCT'),
  /** Refers to a product of the store, so that all products can be listed. */
  productOf: (store: string, id: string) => key(`${store}#PRODUCTS`, `PRODUCT#${id}`),
  /** By the file's variant, which has at most one file. */
  digitalFile: (store: string, product: string, variant: string) =>
    key(`${store}#PRODUCT#${product}`, `FILE#${variant}`),
  /** The objects of an upload, or objects that have lost their owner, in one of several partitions of a store. */
  unowned: (store: string, part: number, id: string) => key(`${store}#UPLOADS#${part}`, `UPLOAD#${id}`),
  /** An upper bound of the number of a store's open uploads. */
  openUploads: (store: string) => key(`${store}#UPLOADS`, 'OPEN'),
  /** The waitlist entries of a product are in several partitions, since many shoppers may join at once. */
  waitlistEntry: (store: string, product: string, part: number, variant: string, shopper: string) =>
    key(`${store}#WAITLIST#${product}#${part}`, `ENTRY#${variant}#${shopper}`),
  /** The progress of removing an email address from gift cards, by the digest of the address. */
  forgetting: (store: string, shopper: string) => key(`${store}#FORGETTING#${shopper}`, 'FORGETTING'),
  /**
   * A waitlist entry of a shopper, or an email to them that is due, so that everything for an email address can be found without an index.
   */
  shopperEntry: (store: string, shopper: string, entry: string) =>
    key(`${store}#SHOPPER#${shopper}`, `JOINED#${entry}`),
  /** A waiting count in a shard, used while the product's own item is in contention. */
  countInShard: (store: string, product: string, part: number) => key(`${store}#WAITLIST#${product}#${part}`, 'COUNT'),
  /** By the caller's own id, unchanged. */
  webhook: (store: string, id: string) => key(`${store}#WEBHOOKS`, `WEBHOOK#${id}`),
  /** The next attempt at a delivery, until it is due. */
  delivery: (store: string, webhook: string, event: string) => key(`${store}#DELIVERY#${webhook}#${event}`, 'DELIVERY'),
  /** An attempt at a delivery that was made: attempts of one event to one webhook share a partition. */
  attempt: (store: string, webhook: string, event: string, id: string) =>
    key(`${store}#ATTEMPTS#${webhook}#${event}`, `ATTEMPT#${id}`),
  /** An event that webhooks of the store have got, so that it can be delivered again. */
  deliveredEvent: (store: string, id: string) => key(`${store}#EVENT#${id}`, 'EVENT'),
  /** The probe of a webhook, while deliveries to it are postponed. */
  probe: (store: string, webhook: string) => key(`${store}#PROBE#${webhook}`, 'PROBE'),
  /** By its id, which is also its name on the bus. A replayed event of another store finds no replay under its own store's id. */
  replay: (store: string, id: string) => key(`${store}#REPLAY#${id}`, 'REPLAY'),
  /** Refers to the last replay of a period to a webhook. */
  replayOf: (store: string, webhook: string, from: string, to: string) =>
    key(`${store}#REPLAYS#${webhook}`, `${from}#${to}`),
  /** Refers to the running replay: of all stores, only one replay runs at a time. */
  runningReplay: key('REPLAYS', 'RUNNING'),
  /** The ids of a store's webhooks, to limit their number. */
  webhookIds: (store: string) => key(`${store}#WEBHOOKS`, 'IDS'),
  /** A part of the figures of a store's overview. */
  overview: (store: string, part: number) => key(`${store}#OVERVIEW`, `OVERVIEW#${part}`),
  /** What the item in a partition of the store adds to the figures of the overview. */
  counted: (store: string, partition: string) => key(`${store}#COUNTED#${partition}`, 'COUNTED'),
  /** What the email of a gift card adds to them. */
  countedMail: (store: string, card: string) => key(`${store}#COUNTED#GIFTCARD#${card}`, 'COUNTEDMAIL'),
  restock: (store: string, id: string) => key(`${store}#RESTOCK#${id}`, 'RESTOCK'),
  restockPart: (store: string, id: string, part: number | '') => key(`${store}#RESTOCK#${id}`, `PART#${part}`),
  /** Shoppers notified in one transaction: this proves that their emails are due. */
  restockBatch: (store: string, id: string, batch: string) => key(`${store}#RESTOCK#${id}`, `BATCH#${batch}`),
  /** A customer or a gift card that a search finds by an email address: by an HMAC of the address. */
  foundByAddress: (store: string, mark: string, id: string) => key(`${store}#ADDRESSED#${mark}`, id),
  /** A customer or a product that a search finds by the start of a name. */
  foundByName: (store: string, name: string, id: string) =>
    key(
      `${store}#NAMED#${id.slice(0, id.indexOf('_'))}#${String.fromCodePoint(name.codePointAt(0) ?? 0)}`,
      // A tab sorts before the space: a whole name comes before longer names that start with it.
      `${name}\t${id}`,
    ),
  /** An ending of a product's name: a search finds the product by the first characters of the ending. */
  nameEnding: (store: string, ending: string, product: string) =>
    key(`${store}#NAMES#${String.fromCodePoint(ending.codePointAt(0) ?? 0)}`, `${ending}#${product}`),
} as const;

/**
 * What sweeps process: cards at their expiry or send date, store credits at their expiry, holds that lapse, orders that owe cards, objects without an
 * owner, deliveries, probes, replays, emails that ask for reviews.
 */
export type SweptKind =
  | 'CARDS'
  | 'CREDITS'
  | 'CHECKOUTS'
  | 'ORDERS'
  | 'DAYS'
  | 'MAILS'
  | 'OBJECTS'
  | 'DELIVERIES'
  | 'PROBES'
  | 'REPLAYS'
  | 'REVIEWREQUESTS';

/** Deliveries to one webhook that are postponed until it answers. No sweep processes them; only the webhook's probe does. */
type PostponedKind = `POSTPONED#${string}`;

export const postponedTo = (store: string, webhook: string): PostponedKind => `POSTPONED#${store}#${webhook}`;

/** The kinds by which the index of due items is divided. */
export type DueKind = SweptKind | PostponedKind;

/** Sort keys that begin with a time. */
export const timeKeys = {
  of: (time: string, name: string): string => `${time}#${name}`,
  /** Sorts after all keys up to a time, including that second: `$` is the character after `#`. */
  upTo: (time: string): string => `${time}$`,
  timeOf: (key: string): string => key.slice(0, key.indexOf('#')),
} as const;

/** The store that a key belongs to. */
export const storeOf = ({ pk }: Key): string => pk.slice(0, pk.indexOf('#'));

/** The partition of a key within its store. */
export const partitionOf = ({ pk }: Key): string => pk.slice(pk.indexOf('#') + 1);

/** The items in the partition of an account, a gift card or a store credit, by the account's key. */
export const ledgerKeys = {
  entry: ({ pk }: Key, id: string) => key(pk, `TRANSACTION#${id}`),
  /** A later expiry that an expired account got; the key contains the expiry that had passed. Reads of the whole partition return it before the ledger. */
  extension: ({ pk }: Key, expired_at: string) => key(pk, `EXTENSION#${expired_at}`),
};

/** Partitions of the indexes. */
export const partitions = {
  /** Of the ranking: one of the parts of a store's waitlisted products. */
  ranking: (store: string, part: number): string => `${store}#RANKING#${part}`,
  /** Of the feed: one of the parts of a store's cards by state, as it was when last written. */
  giftCards: (store: string, state: string, part: number): string => `${store}#GIFTCARDS#${state}#${part}`,
  /** Of the feed: one of the parts of all cards of a store, each by the entry that issued it. */
  issuedCards: (store: string, part: number): string => `${store}#ISSUEDCARDS#${part}`,
  /** Of the feed: one of the parts of all store credits of a store, each by the entry that issued it. */
  issuedCredits: (store: string, part: number): string => `${store}#ISSUEDCREDITS#${part}`,
  /** Of the feed: gift cards by the last four characters of their code, each by the item of its code. */
  cardsByLast4: (store: string, last4: string): string => `${store}#LAST4#${last4}`,
  /** Of the feed: one of the parts of a store's orders that a gift card paid for. */
  giftCardOrders: (store: string, part: number): string => `${store}#GIFTCARDORDERS#${part}`,
  /** Of the feed: the orders of a customer, by their time. */
  customerOrders: (store: string, customer: string): string => `${store}#CUSTOMERORDERS#${customer}`,
  /** Of the product feed: one of the parts of the shoppers who wait for a variant, by the time of joining. */
  waiting: (store: string, product: string, variant: string, part: number): string =>
    `${store}#PRODUCT#${product}#WAITING#${variant}#${part}`,
  /** Of the feed: one of the parts of all attempts at deliveries to a webhook. */
  attempts: (store: string, webhook: string, part: number): string => `${store}#ATTEMPTS#${webhook}#${part}`,
  /** Of the expiring index: one of the parts of a store's cards. */
  expiringCards: (store: string, part: number): string => `${store}#EXPIRING#${part}`,
  /** Of the due index: one of the partitions of a kind. */
  due: (kind: DueKind, part: number): string => `DUE#${kind}#${part}`,
  /** Of the feed: the sites of a store. */
  sites: (store: string): string => `${store}#SITES`,
  /** Of the feed: all stores. */
  stores: 'STORES',
} as const;

/** A key without the name of a customer by which a search finds them, for logs and reports. */
export const impersonal = ({ pk, sk }: Key): Key => ({ pk, sk: sk.slice(sk.lastIndexOf('\t') + 1) });

/** Names of objects in the bucket. Only what is under `media/` and `public/` is ever public. */
export const objectKeys = {
  /** The path of a photo on the storefront, without its first slash. */
  photo: ({ url }: { url: string }): string => url.slice(1),
  digitalFile: (store: string, id: string): string => `files/${store}/${id}`,
  /** A photo that is uploaded straight to the bucket; the bucket's lifecycle rule deletes leftover photos. */
  pending: (store: string, upload: string): string => `pending/${store}/${upload}`,
  /** The folder of a site's public files, and that of a product's; both end with a slash. */
  publicSite: (site: string): string => `public/${site}/`,
  publicProducts: (site: string): string => `public/${site}/products/`,
  publicProduct: (site: string, product: string): string => `public/${site}/products/${product}/`,
  publicFeed: (site: string, file: string): string => `public/${site}/feeds/${file}`,
  /** What a pause leaves of unfinished feeds. The bucket's lifecycle rule deletes what is left behind. */
  feedsInProgress: (site: string, id: string): string => `pending/feeds/${site}/${id}`,
} as const;

/** The parts, from 0. */
export const shards = (parts: number): readonly number[] => Array.from({ length: parts }, (_, part) => part);

/** The part that an item belongs to. There can be at most 256 parts. */
export const shardOf = (name: string, parts: number): number => partOfDigest(digestOf(name), parts);

export const partOfDigest = (digest: Buffer, parts: number): number => digest.readUInt8(0) % parts;

/** SHA-256: names of any form spread evenly. */
export const digestOf = (name: string): Buffer => createHash('sha256').update(name).digest();
