/** What an answer tells beside its data. */
export interface ResponseInfo {
  /** HTTP status. */
  status: number;
  /** Names the request in the logs of the service. */
  requestId: string | undefined;
  /** Whether this is the answer to an earlier request with the same idempotency key. */
  replayed: boolean;
  /** The window of the API key: requests it allows, requests left, and when it ends, in seconds since 1970. */
  rateLimit: { limit: number | undefined; remaining: number | undefined; reset: number | undefined };
}

/** The data of an answer, and what the answer tells beside. */
export interface Answer<T> {
  data: T;
  response: ResponseInfo;
}

// biome-ignore lint/suspicious/noExplicitAny: what a Promise's own `catch` takes
type Rejected<B> = ((reason: any) => B | PromiseLike<B>) | null;

/** A call that is being made: awaited for its data, or with `withResponse()` for all that the answer tells. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #answer: () => Promise<Answer<T>>;

  /** Answers however often it is asked, with one and the same promise. */
  constructor(answer: () => Promise<Answer<T>>) {
    this.#answer = answer;
  }

  /** The data with the status, the request's id and the state of the rate limit. */
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

/** A call that is made at once, whether or not anybody waits for it. */
export function begun<T>(answer: Promise<Answer<T>>): Call<T> {
  return new Call(() => answer);
}
