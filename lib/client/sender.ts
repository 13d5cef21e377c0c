/** Sends requests. Only this module has the API key. */
import type { Answer, ResponseInfo } from './call.ts';
import { ConnectionError, NotFoundError, StoreCommerceError, TimeoutError, UnknownFieldsError } from './errors.ts';
import type { UploadOptions } from './file.ts';
import type { CallOptions, ClientOptions, Fetch, Observers } from './options.ts';
import { answerOf, infoOf, refusalOf } from './response.ts';
import { bounded, retrying } from './retries.ts';
import type { Route } from './route.ts';
import { causeOf, type Redact, reasonOf, redacting } from './secrets.ts';

/** Content of a request, in addition to its path. */
interface Input {
  body?: unknown;
  query?: object | undefined;
  form?: FormData;
  /** Bytes of an upload, which extend the timeout of an attempt. */
  bytes?: number;
}

/** Default timeout of an attempt in milliseconds, and maximum number of retries. */
const usual = { timeout: 35_000, maxRetries: 4 };

/** Names of all options of a call. A misspelled `idempotencyKey` would make a repeated call take effect twice. */
const optionNames: Readonly<Record<keyof UploadOptions, true>> = {
  idempotencyKey: true,
  signal: true,
  timeout: true,
  maxRetries: true,
  fileName: true,
  contentType: true,
  onProgress: true,
  concurrency: true,
  onStart: true,
  resume: true,
};

/** Slowest supported connection in bytes a second: uploads get so much more time. */
const slowestLine = 64 * 1024;

export class Sender {
  readonly #apiKey: string;
  readonly #redact: Redact;
  readonly #baseUrl: string;
  readonly #fetch: Fetch;
  readonly #usual: { timeout: number; maxRetries: number };
  readonly #observers: Observers;
  readonly #strict: boolean;
  readonly #logger: NonNullable<ClientOptions['logger']>;

  constructor({ timeout = usual.timeout, maxRetries = usual.maxRetries, fetch, ...options }: ClientOptions = {}) {
    const { strict = false, logger = console, onRequest, onResponse, onRetry } = options;
    const apiKey = options.apiKey ?? setting('STORE_COMMERCE_API_KEY', 'apiKey');
    const baseUrl = options.baseUrl ?? setting('STORE_COMMERCE_BASE_URL', 'baseUrl');
    // An error about an invalid header would contain the key.
    if (!isPrintable(apiKey)) throw new StoreCommerceError('apiKey must be an API key, sk_…');
    this.#apiKey = apiKey;
    this.#redact = redacting(apiKey);
    this.#baseUrl = checkedUrl(baseUrl);
    this.#fetch = fetch ?? ((url, init) => globalThis.fetch(url, init));
    this.#usual = { timeout, maxRetries };
    this.#observers = { onRequest, onResponse, onRetry };
    this.#strict = strict;
    this.#logger = logger;
  }

  /**
   * Calls an operation, with retries. Rejects with an `ApiError`, a `ConnectionError`, the signal's reason, or a `StoreCommerceError` for
   * an invalid call.
   */
  async send<T>(route: Route, ids: readonly unknown[], input: Input, options: CallOptions = {}): Promise<Answer<T>> {
    const { method } = route;
    const path = pathOf(route.path, ids);
    const headers: Record<string, string> = { Accept: 'application/json', Authorization: `Bearer ${this.#apiKey}` };
    const isKeyed = (method === 'POST' || method === 'PUT') && !route.isRepeatable;
    if (isKeyed) headers['Idempotency-Key'] = checkedKey(options.idempotencyKey);
    if (input.body !== undefined) headers['Content-Type'] = 'application/json';
    const url = `${this.#baseUrl}${path}${searchOf(input.query)}`;
    const init: RequestInit = { method, headers, redirect: 'manual', ...bodyOf(input) };
    const what = `${method} ${path}`;
    const unknownOptions = Object.keys(options).filter((name) => !Object.hasOwn(optionNames, name));
    if (this.#strict) refuseUnknown(what, [...unknownIn(route, input), ...unknownOptions]);
    if (unknownOptions.length > 0) {
      this.#logger.warn(`${what} has no option ${unknownOptions.join(', ')}: the client ignored it`);
    }
    const { onRequest, onResponse, onRetry } = this.#observers;
    const attempt = (tried: number) => ({ method, path, attempt: tried + 1 });
    const answered = await retrying(
      { ...this.patience(options), onRetry: (tried, retry) => onRetry?.({ ...attempt(tried), ...retry }) },
      (tried) => {
        onRequest?.(attempt(tried));
        const startedAt = performance.now();
        return this.fetchOnce(what, url, init, { ...options, bytes: input.bytes }, async (response) => {
          const text = await response.text();
          const info = infoOf(response);
          const { status, requestId } = info;
          onResponse?.({ ...attempt(tried), status, requestId, milliseconds: performance.now() - startedAt });
          if (response.ok) {
            return { data: answerOf<T>(status, text, what), response: info, unknown: this.#unknownIn(response) };
          }
          const refusal = refusalOf(response, text, { what, baseUrl: this.#baseUrl, redact: this.#redact });
          // An earlier attempt has deleted the record, so the call succeeded.
          if (tried > 0 && method === 'DELETE' && refusal instanceof NotFoundError) return gone<T>(info);
          throw refusal;
        });
      },
    );
    const { unknown, ...answer } = answered;
    if (unknown.length > 0) this.#logger.warn(`${what} has no field ${unknown.join(', ')}: the service ignored it`);
    return answer;
  }

  /** Ignores values that are not names of fields, such as those of a proxy. */
  #unknownIn({ headers }: Response): string[] {
    const named = headers.get('X-Unknown-Fields')?.split(', ') ?? [];
    return named.filter((name) => /^\??[\w-]{1,64}$/.test(name) && this.#redact(name) === name);
  }

  /** Sends bytes to a signed link, once, without the API key. */
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

  /** The maximum number of retries, and the signal that ends them. */
  patience({ maxRetries = this.#usual.maxRetries, signal }: CallOptions) {
    return { maxRetries, signal };
  }

  /** Sends one request. Rejects with a `ConnectionError` if there is no response, or the response cannot be read. */
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
        const cause = causeOf(error, this.#redact);
        throw new ConnectionError(`${what} was not answered${reasonOf(error, this.#redact)}`, cause && { cause });
      }
    });
  }
}

const gone = <T>(response: ResponseInfo) => ({ data: undefined as T, response, unknown: [] });

/** The value of an environment variable. Throws if it is missing or empty. */
function setting(name: string, option: string): string {
  const { env } = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process ?? {};
  const value = env?.[name];
  if (!value) throw new StoreCommerceError(`${option} is missing: pass it to the client, or set ${name}`);
  return value;
}

const isPrintable = (text: unknown): text is string => typeof text === 'string' && /^[\x21-\x7e]+$/.test(text);

function checkedUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new StoreCommerceError('baseUrl must be an http or https address, such as https://api.example.com');
  }
  // Errors of `fetch` contain the URL.
  const { username, password } = new URL(baseUrl);
  if (username !== '' || password !== '')
    throw new StoreCommerceError('baseUrl must not contain a user name or a password');
  return baseUrl.replace(/(?:\/(?:api|storefront)\/v1)?\/*$/, '');
}

/** The given key, or a new unique key. */
function checkedKey(given: string | undefined): string {
  if (given === undefined) return newKey();
  if (!/^[\x20-\x7e]+$/.test(given)) {
    throw new StoreCommerceError('idempotencyKey must be printable ASCII characters');
  }
  return given;
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Inserts the ids into the path. Refuses ids that would change the path. */
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

/** Names of the fields and filters that the operation does not have. */
function unknownIn({ fields }: Route, { body, query }: Input): string[] {
  const given = Object.entries(body ?? query ?? {}).filter(([, value]) => value !== undefined);
  return given.map(([name]) => name).filter((name) => fields && !fields.includes(name));
}

/** Throws an `UnknownFieldsError` if there are unknown names. */
function refuseUnknown(what: string, unknown: readonly string[]): void {
  if (unknown.length > 0) throw new UnknownFieldsError(what, unknown);
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
