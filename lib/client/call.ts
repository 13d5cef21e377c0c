/** Status, request id and limits of a response. */
export interface ResponseInfo {
  /** HTTP status. */
  status: number;
  /** Id of the request in the logs of the service. */
  requestId: string | undefined;
  /** Whether this is the stored response to an earlier request with the same idempotency key. */
  replayed: boolean;
  /** Rate limit of the API key: requests per window, requests left, and the end of the window in seconds since 1970. */
  rateLimit: { limit: number | undefined; remaining: number | undefined; reset: number | undefined };
}

/** Data and details of a response. */
export interface Answer<T> {
  data: T;
  response: ResponseInfo;
}

// biome-ignore lint/suspicious/noExplicitAny: what a Promise's own `catch` takes
type Rejected<B> = ((reason: any) => B | PromiseLike<B>) | null;

/** A call in progress. Await it for its data, or use `withResponse()` for the data and the response. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #answer: () => Promise<Answer<T>>;

  /** `answer` returns the same promise each time. */
  constructor(answer: () => Promise<Answer<T>>) {
    this.#answer = answer;
  }

  /** Returns the data with the status, the request id and the rate limit. */
  withResponse(): Promise<Answer<T>> {
    return this.#answer();
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is awaited
  then<A = T, B = never>(
    onFulfilled?: ((data: T) => A | PromiseLike<A>) | null,
    onRejected?: Rejected<B>,
  ): Promise<A | B> {
    return this.#answer()
      .then(({ data }) => data)
      .then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected?: Rejected<B>): Promise<T | B> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally);
  }
}

/** A call that is sent at once, even if it is never awaited. */
export function callOf<T>(answer: Promise<Answer<T>>): Call<T> {
  return new Call(() => answer);
}
