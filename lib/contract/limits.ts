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
  idempotencyKey: 255,
  /** Seconds a cached reply may be replayed. */
  idempotencySeconds: 86_400,
  /** Seconds a function may remember an API key: revoking one takes effect within this time. */
  apiKeySeconds: 60,
  rateLimit: { requests: 600, window_seconds: 60 },
  rateLimitRequests: 10_000_000,
  rateLimitWindowSeconds: 86_400,
  importRecords: 100,
  email: 320,
  /** Bytes of a request that API Gateway carries. */
  gatewayPayload: 10 * 1024 * 1024,
} as const;
