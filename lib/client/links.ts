/** Signed links to the bucket: where each part of an upload goes, and what the bucket's answer means. */
import { ConnectionError, refusalError, StoreCommerceError } from './errors.ts';

/** A part of an upload. A photo is one part. */
export interface Part {
  part_number: number;
  url: string;
  etag?: string | null;
}

/** What the bucket answered to bytes that were sent to a link. */
interface LinkAnswer {
  status: number;
  etag: string | null;
  /** The body, which is XML where there is one. */
  text: string;
}

/** The bucket did not take the bytes: the link has ended and another one is needed, or something else is wrong. */
export interface Refusal {
  hasEnded: boolean;
  error: StoreCommerceError;
}

/** The credentials that signed the link have ended. Past its own time a link is a 403. */
const endedCredentials = new Set(['ExpiredToken', 'InvalidToken', 'TokenRefreshRequired']);

/** Bytes were lost on their way: the bucket waited for them until its time-out. */
const lostBytes = new Set(['RequestTimeout', 'IncompleteBody']);

/** Judges the answer to a link. No error holds the link, nor anything of the answer but its status and its code. */
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

/** Where parts go. Links end; new ones are asked for once, however many parts find theirs ended. */
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

  /** Gets new links, unless the part has another one than `ended` by now. */
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
