/** Options of a client. */
export interface ClientOptions extends Observers {
  /** API key of the store, `sk_…`; default: the environment variable `STORE_COMMERCE_API_KEY`. */
  apiKey?: string | undefined;
  /**
   * URL of the service, with or without `/api/v1/` or `/storefront/v1/`, such as `https://api.example.com`; default: the environment
   * variable `STORE_COMMERCE_BASE_URL`.
   */
  baseUrl?: string | undefined;
  /** Timeout of one attempt in milliseconds, including the body; default 35,000. */
  timeout?: number | undefined;
  /** Maximum number of retries; default 4. */
  maxRetries?: number | undefined;
  /**
   * If true, a call with an unknown field or option throws an `UnknownFieldsError`, and nothing is sent. Otherwise the field or option is
   * ignored, and `logger` gets a warning.
   */
  strict?: boolean | undefined;
  /** Receives warnings, such as unknown fields and options; default `console`. */
  logger?: { warn(message: string): void } | undefined;
  /** Replaces the global `fetch`. */
  fetch?: Fetch | undefined;
}

/** One attempt of a call. It contains neither the API key nor filters. */
export interface Attempt {
  method: string;
  /** `/api/v1/gift-cards/gcd_1/` */
  path: string;
  /** Number of the attempt, from 1. */
  attempt: number;
}

/** Callbacks for each attempt, for logs and metrics. If a callback throws, the call fails with its error. */
export interface Observers {
  /** Called before a request is sent. */
  onRequest?: ((attempt: Attempt) => void) | undefined;
  /** Called after each response, with any status. */
  onResponse?:
    | ((attempt: Attempt & { status: number; requestId: string | undefined; milliseconds: number }) => void)
    | undefined;
  /** Called before the pause before a retry; `attempt` is the number of the failed attempt. */
  onRetry?: ((attempt: Attempt & { error: Error; milliseconds: number }) => void) | undefined;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Options of every call. They override those of the client. */
export interface CallOptions {
  /**
   * The call takes effect once within 24 hours for each key, also across processes. At most 255 printable ASCII characters. By default,
   * each call has its own key, and retries use the same key.
   */
  idempotencyKey?: string | undefined;
  /** Ends the call at once when it is aborted, with the signal's own reason. */
  signal?: AbortSignal | undefined;
  /** Timeout of one attempt in milliseconds, including the body. */
  timeout?: number | undefined;
  /** Maximum number of retries. */
  maxRetries?: number | undefined;
}

/** Options of every call of a function. They override those of the client. */
export interface FunctionOptions {
  /** Ends the call at once when it is aborted, with the signal's own reason. */
  signal?: AbortSignal | undefined;
  timeout?: number | undefined;
  maxRetries?: number | undefined;
}
