/** What a client is made with. */
export interface ClientOptions extends Observers {
  /** An API key of the store, `sk_…`; by default the environment's `STORE_COMMERCE_API_KEY`. */
  apiKey?: string | undefined;
  /**
   * Where the service is, with or without `/api/v1/` or `/storefront/v1/`, such as `https://api.example.com`; by default the environment's
   * `STORE_COMMERCE_BASE_URL`.
   */
  baseUrl?: string | undefined;
  /** Milliseconds that one attempt may take, its body included; default 35,000. */
  timeout?: number | undefined;
  /** How often a call is tried again after its first attempt; default 4. */
  maxRetries?: number | undefined;
  /** With true, a call with a field that its operation does not have is an `UnknownFieldsError`, and nothing is sent. Otherwise the service ignores the field, and `logger` gets a warning. */
  strict?: boolean | undefined;
  /** Gets warnings about what a program should change; default `console`. */
  logger?: { warn(message: string): void } | undefined;
  /** Sends requests in place of the global `fetch`. */
  fetch?: Fetch | undefined;
}

/** One attempt of a call. It names neither the API key nor a filter. */
export interface Attempt {
  method: string;
  /** `/api/v1/gift-cards/gcd_1/` */
  path: string;
  /** 1 is the first. */
  attempt: number;
}

/** Functions that are called for each attempt, for logs and metrics. An error that they throw ends the call. */
export interface Observers {
  /** Before a request is sent. */
  onRequest?: ((attempt: Attempt) => void) | undefined;
  /** Once it has been answered, whatever the status. */
  onResponse?:
    | ((attempt: Attempt & { status: number; requestId: string | undefined; milliseconds: number }) => void)
    | undefined;
  /** Before the pause that comes before another attempt; `attempt` is the one that failed. */
  onRetry?: ((attempt: Attempt & { error: Error; milliseconds: number }) => void) | undefined;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What every call takes, in place of what the client was made with. */
export interface CallOptions {
  /**
   * Makes the call take effect once within 24 hours, also from another process: at most 255 printable ASCII characters. By default each
   * call has its own key, kept through its retries.
   */
  idempotencyKey?: string | undefined;
  /** Ends the call at once when it is aborted, with the signal's own reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds that one attempt may take, its body included. */
  timeout?: number | undefined;
  /** How often the call is tried again after its first attempt. */
  maxRetries?: number | undefined;
}

/** What every call of a function takes, in place of what the client was made with. */
export interface FunctionOptions {
  /** Ends the call at once when it is aborted, with the signal's own reason. */
  signal?: AbortSignal | undefined;
  timeout?: number | undefined;
  maxRetries?: number | undefined;
}
