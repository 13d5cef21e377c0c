/** Signed links to the bucket for the parts of an upload, and the meaning of the bucket's responses. */
import { ConnectionError, refusalError, StoreCommerceError } from './errors.ts';

/** A part of an upload. A photo is one part. */
export interface Part {
  part_number: number;
  url: string;
  etag?: string | null;
}

/** Response of the bucket to a PUT. */
interface LinkAnswer {
  status: number;
  etag: string | null;
  /** The body, XML or empty. */
  text: string;
}

/** The bucket refused the bytes: the link has expired, or another error occurred. */
export interface Refusal {
  hasEnded: boolean;
  error: StoreCommerceError;
}

/** The credentials that signed the link have expired. If the link itself has expired, the status is 403. */
const endedCredentials = new Set(['ExpiredToken', 'InvalidToken', 'TokenRefreshRequired']);

/** Bytes were lost in transit: the bucket waited for them until its timeout. */
const lostBytes = new Set(['RequestTimeout', 'IncompleteBody']);

/** Evaluates the response to a PUT. Errors contain only the status and the code, never the link. */
export function judge(what: string, { status, etag, text }: LinkAnswer): { etag: string } | Refusal {
  if (status === 200) {
    if (etag) return { etag };
    return failed(new StoreCommerceError('The bucket must let browsers read the ETag of its answers'));
  }
  const code = /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? '';
  const message = `${what} was answered ${`${status} ${code}`.trim()} by the bucket`;
  if (lostBytes.has(code)) return failed(new ConnectionError(message));
  const hasEnded = status === 403 || endedCredentials.has(code);
  return {
    hasEnded,
    error: refusalError({ status, message, code: undefined, requestId: undefined, retryAfter: undefined }),
  };
}

const failed = (error: StoreCommerceError): Refusal => ({ hasEnded: false, error });

/** Links of all parts. When links expire, new ones are requested once for all parts. */
export class Links {
  readonly #urls: Map<number, string>;
  readonly #renew: () => Promise<readonly Part[]>;
  #renewing: Promise<void> | undefined;

  constructor(parts: readonly Part[], renew: () => Promise<readonly Part[]>) {
    this.#urls = new Map(parts.map(({ part_number, url }) => [part_number, url]));
    this.#renew = renew;
  }

  of({ part_number }: Part): string {
    return this.#urls.get(part_number) ?? '';
  }

  /** Gets new links, unless the part already has a link other than `ended`. */
  async replace(part: Part, ended: string): Promise<void> {
    if (this.of(part) !== ended) return;
    this.#renewing ??= this.#renewAll().finally(() => {
      this.#renewing = undefined;
    });
    await this.#renewing;
  }

  async #renewAll(): Promise<void> {
    for (const { part_number, url } of await this.#renew()) this.#urls.set(part_number, url);
  }
}
