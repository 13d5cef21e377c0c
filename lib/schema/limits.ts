/** Limits of the contract ("Limits") and of the decisions that fill its gaps, each stated once. */
export const limits = {
  pageDefault: 10,
  pageMaximum: 100,
  addressField: 255,
  giftOptionsPerSite: 20,
  giftOptionName: 256,
  giftOptionDescription: 1000,
  giftOptionPosition: 1000,
  rating: 5,
  reviewTitle: 120,
  reviewBody: 5000,
  hiddenNote: 1000,
  reviewReply: 5000,
  idempotencyKey: 255,
  /** Seconds a cached reply may be replayed. */
  idempotencySeconds: 86_400,
  rateLimit: { requests: 600, window_seconds: 60 },
  rateLimitRequests: 10_000_000,
  rateLimitWindowSeconds: 86_400,
  importRecords: 100,
  countries: 300,
  /** Code points of the `import_id` of an import call. */
  importId: 64,
  ratedProducts: 100,
  /**
   * Published reviews of a product in its public files: in each file, files of the newest reviews, and reviews in its structured data.
   */
  publicReviews: { ofFile: 50, files: 20, structured: 10 },
  /** Code points of all product names of one import: each code point may become an item for the search by name. */
  importNames: 25_000,
  /** Code points of a product's part number, brand or stock keeping unit. */
  productIdentifier: 70,
  giftCardValue: 10_000_000,
  giftCardText: 500,
  /** Letters and digits of a gift card code of another system; a code with fewer than `guessableBelow` can be guessed. */
  importedCode: { min: 8, max: 40, guessableBelow: 12 },
  /** Code points of an id of another system. */
  externalId: 255,
  /** Code points of the id of a shopper who types codes. */
  shopper: 100,
  /**
   * Largest numbers of unknown codes from one shopper, from a whole store, and from the searches of one API key, within this many seconds
   * after the first.
   */
  unknownCodes: { ofShopper: 10, ofStore: 1000, ofKey: 100, seconds: 3600 },
  searchQuery: 254,
  searchResults: 30,
  /** Customers with one email address, and the newest orders of all customers with it, that a search for the address returns. */
  searchedCustomers: 10,
  searchedOrders: 10,
  /** Seconds for which an imported waitlist entry is remembered after its shopper was notified or has left. */
  endedEntrySeconds: 30 * 86_400,
  /**
   * Seconds for which a notification by a restock with `notify_at_most` is remembered. The restock may take that long, and notifies each
   * shopper only once.
   */
  notifiedEntrySeconds: 86_400,
  /** Largest value of `notify_at_most` of a restock. */
  notifiedAtMost: 1_000_000,
  /** Bytes of the holds of one card: they are stored in the card's item, which may have up to 400 KB. */
  giftCardHoldBytes: 300 * 1024,
  /** Store credits of a customer that have a balance. */
  openStoreCredits: 100,
  checkoutId: 255,
  /** Gift cards that one checkout can hold. */
  checkoutPayments: 10,
  orderLines: 90,
  /** Units of one line, and gift cards of one order. */
  orderUnits: 10_000,
  /** Refunds that are shown with an order, and gift cards that were bought with it. */
  shownOfOrder: 100,
  /** How many days ahead the email of a gift card line can be scheduled. */
  sendAtDays: 366,
  /** Smallest currency units of one amount of an order. */
  orderAmount: 100_000_000_000,
  /** Bytes of a gift option's photo: 50 MB as the decisions count it. */
  photoBytes: 50 * 1024 * 1024,
  /** Bytes of a digital file: 500 MiB. */
  digitalFileBytes: 500 * 1024 * 1024,
  fileName: 255,
  /** Uploads straight to the bucket that a store may have open at once. */
  openUploads: 1000,
  /** Seconds for which a count of the open uploads is used again. */
  openUploadsCounted: 10,
  /** Seconds after which an unfinished upload is deleted. */
  uploadSeconds: 86_400,
  /** Seconds a link of such an upload is valid. */
  uploadLinkSeconds: 3600,
  /** Seconds a buyer's download link is valid. */
  downloadSeconds: 3600,
  /** Code points of a caller's own id of a restock. */
  restockId: 255,
  /** Seconds for which a shopper can unsubscribe with the link in an email: 90 days. */
  unsubscribeSeconds: 90 * 86_400,
  /** Requests of one shopper to the pages that emails lead to, and calls with the shopper's tokens. */
  shopperRateLimit: { requests: 30, window_seconds: 60 },
  /** Calls to the addresses under `/shop/` from one IP address, with all tokens of a store. */
  addressRateLimit: { requests: 120, window_seconds: 60 },
  /** Code points of the caller's own name of a shopper who is not signed in. */
  visitor: 100,
  /** Seconds for which a shopper token of `create-shopper-token` is valid. */
  shopperToken: { usual: 900, atMost: 3600 },
  /** Days between an order being fulfilled and the email that asks for reviews, and between that email and its reminder. */
  reviewRequests: { delayDays: { usual: 7, atMost: 60 }, remindAfterDays: 30 },
  /** Seconds for which the link in such an email lets its reader write reviews: 60 days. */
  reviewLinkSeconds: 60 * 86_400,
  /** Products in the list of what a customer may review. */
  reviewable: 100,
  /** Seconds after which a function is stopped: no commit is possible later. */
  functionSeconds: 60,
  /** The same for the function that writes feeds: it ends before its schedule calls it again after 15 minutes. */
  feedsFunctionSeconds: 840,
  /** How often a queue delivers a message that fails, before it becomes a dead letter. */
  queueDeliveries: 5,
  /** Seconds after which a queued email that was not sent counts as failed: by then its last delivery has ended. */
  mailSeconds: 3600,
  /** Bytes of a body that a function accepts: Lambda allows 6 MB for a request, with the body in Base64 and all headers. */
  functionBody: 4 * 1024 * 1024,
} as const;

/** Whether a text, spaces and hyphens aside, may be the gift card code of another system. */
export function isImportedCode(code: string): boolean {
  const { min, max } = limits.importedCode;
  return /^[A-Za-z0-9]*$/.test(code) && code.length >= min && code.length <= max;
}

/** Whether a code, without spaces and hyphens, is so short that all codes like it can be tried. */
export const isGuessable = (code: string): boolean => code.length < limits.importedCode.guessableBelow;
