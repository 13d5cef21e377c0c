/** What a client is made with. */
export interface ClientOptions {
  /** An API key of the store, `sk_…`. */
  apiKey: string;
  /** Where the service is: what stands in front of `/api/v1/`, such as `https://api.example.com`. */
  baseUrl: string;
  /** Milliseconds that one attempt may take, its body included; default 35,000. */
  timeout?: number | undefined;
  /** How often a call is tried again after its first attempt; default 4. */
  maxRetries?: number | undefined;
  /** Sends requests in the place of the global `fetch`. */
  fetch?: Fetch | undefined;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What every call takes, in the place of what the client was made with. */
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
