/** Sends requests: the one place that knows the API key. */
import type { Answer, ResponseInfo } from './call.ts';
import { ConnectionError, NotFoundError, StoreCommerceError, TimeoutError } from './errors.ts';
import type { CallOptions, ClientOptions, Fetch } from './options.ts';
import { answerOf, infoOf, refusalOf } from './response.ts';
import { bounded, retrying } from './retries.ts';
import type { Route } from './route.ts';
import { type Redact, reasonOf, redacting } from './secrets.ts';

/** What a call sends beside its path. */
interface Input {
  body?: unknown;
  query?: object | undefined;
  form?: FormData;
  /** Bytes that the time of an attempt does not count. */
  bytes?: number;
}

/** Milliseconds that an attempt may take, and how often one follows on another. */
const usual = { timeout: 35_000, maxRetries: 4 };

/** Bytes in a second that a line carries at least: what is sent may take so much longer than what is not. */
const slowestLine = 64 * 1024;

export class Sender {
  readonly #apiKey: string;
  readonly #redact: Redact;
  readonly #baseUrl: string;
  readonly #fetch: Fetch;
  readonly #usual: { timeout: number; maxRetries: number };

  constructor({ apiKey, baseUrl, timeout = usual.timeout, maxRetries = usual.maxRetries, fetch }: ClientOptions) {
    // Whatever refused a header of such a key would name the key.
    if (!isPrintable(apiKey)) throw new StoreCommerceError('apiKey must be an API key, sk_…');
    this.#apiKey = apiKey;
    this.#redact = redacting(apiKey);
    this.#baseUrl = checkedUrl(baseUrl);
    this.#fetch = fetch ?? ((url, init) => globalThis.fetch(url, init));
    this.#usual = { timeout, maxRetries };
  }

  /**
   * Calls an operation, with retries. Rejects with an `ApiError`, a `ConnectionError`, the signal's reason, or a `StoreCommerceError` for
   * an invalid call.
   */
  async send<T>(route: Route, ids: readonly unknown[], input: Input, options: CallOptions = {}): Promise<Answer<T>> {
    const { method } = route;
    const path = pathOf(route.path, ids);
    const headers: Record<string, string> = { Accept: 'application/json', Authorization: `Bearer ${this.#apiKey}` };
    if (method === 'POST' || method === 'PUT') headers['Idempotency-Key'] = checkedKey(options.idempotencyKey);
    if (input.body !== undefined) headers['Content-Type'] = 'application/json';
    const url = `${this.#baseUrl}${path}${searchOf(input.query)}`;
    const init: RequestInit = { method, headers, redirect: 'manual', ...bodyOf(input) };
    const what = `${method} ${path}`;
    return retrying(this.patience(options), (tried) =>
      this.fetchOnce(what, url, init, { ...options, bytes: input.bytes }, async (response) => {
        const text = await response.text();
        if (response.ok) return { data: answerOf<T>(response.status, text, what), response: infoOf(response) };
        const refusal = refusalOf(response, text, what, this.#redact);
        // What an earlier attempt has deleted is what was asked for.
        if (tried > 0 && method === 'DELETE' && refusal instanceof NotFoundError) return gone<T>(infoOf(response));
        throw refusal;
      }),
    );
  }

  /** Sends bytes to a signed link, once; the API key does not go with them. */
  put(
    what: string,
    link: string,
    { body, headers, size }: { body: Blob | Uint8Array<ArrayBuffer>; headers: Record<string, string>; size: number },
    options: CallOptions,
  ): Promise<{ status: number; etag: string | null; text: string }> {
    const init: RequestInit = { method: 'PUT', body, headers, redirect: 'manual' };
    return this.fetchOnce(what, link, init, { ...options, bytes: size }, async (response) => {
      const text = await response.text();
      return { status: response.status, etag: response.headers.get('ETag'), text };
    });
  }

  /** How often, and until when, a call is tried again. */
  patience({ maxRetries = this.#usual.maxRetries, signal }: CallOptions) {
    return { maxRetries, signal };
  }

  /** One request. Rejects with a `ConnectionError` where it is not answered, or the answer cannot be read. */
  fetchOnce<T>(
    what: string,
    url: string,
    init: RequestInit,
    { signal, timeout = this.#usual.timeout, bytes = 0 }: CallOptions & { bytes?: number | undefined },
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const milliseconds = timeout + (bytes / slowestLine) * 1000;
    const late = () => new TimeoutError(`${what} was not answered within ${Math.round(milliseconds)} ms`);
    return bounded({ signal, limit: { timeout: milliseconds, late } }, async (stop) => {
      try {
        return await read(await this.#fetch(url, { ...init, signal: stop }));
      } catch (error) {
        if (error instanceof StoreCommerceError) throw error;
        throw new ConnectionError(`${what} was not answered${reasonOf(error, this.#redact)}`);
      }
    });
  }
}

const gone = <T>(response: ResponseInfo): Answer<T> => ({ data: undefined as T, response });

const isPrintable = (text: unknown): text is string => typeof text === 'string' && /^[\x21-\x7e]+$/.test(text);

function checkedUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new StoreCommerceError('baseUrl must be an http or https address, such as https://api.example.com');
  }
  // Errors of whoever sends a request name its address.
  const { username, password } = new URL(baseUrl);
  if (username !== '' || password !== '')
    throw new StoreCommerceError('baseUrl must not hold a user name or a password');
  return baseUrl.replace(/\/+$/, '');
}

/** A key as given, or one that nobody else has. */
function checkedKey(given: string | undefined): string {
  if (given === undefined) return newKey();
  if (!/^[\x20-\x7e]+$/.test(given)) {
    throw new StoreCommerceError('idempotencyKey must be printable ASCII characters');
  }
  return given;
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The path with its ids in their places. What would make it another path is refused. */
function pathOf(path: string, ids: readonly unknown[]): string {
  let place = 0;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[place++];
    if (typeof id !== 'string' || id === '' || id === '.' || id === '..') {
      throw new StoreCommerceError(`${name} must be an id, not ${JSON.stringify(id)}`);
    }
    return encodeURIComponent(id);
  });
}

function searchOf(query: object | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value != null) search.append(name, String(value));
  const text = search.toString();
  return text && `?${text}`;
}

function bodyOf({ body, form }: Input): Pick<RequestInit, 'body'> {
  if (form) return { body: form };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}
