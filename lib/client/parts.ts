/** Sends the parts of a file to the bucket in parallel. */
import { type FileSource, type OpenFile, openFile, type UploadOptions } from './file.ts';
import { judge, Links, type Part, type Refusal } from './links.ts';
import { backoff, bounded, retrying, waitBefore } from './retries.ts';
import type { Sender } from './sender.ts';

/** An upload straight to the bucket, as Start or Resume return it. A photo is one part. */
export interface Plan {
  id: string;
  partSize: number;
  parts: Part[];
  /** Headers of each part. */
  headers?: Record<string, string>;
}

/**
 * Sends the missing parts and returns all parts with their ETags. Each part is retried separately, with a link from `renew` if its own link
 * has expired. At most `concurrency` parts are in memory.
 */
export async function sendParts(
  sender: Sender,
  file: FileSource,
  { parts, partSize, headers = {} }: Plan,
  renew: () => Promise<readonly Part[]>,
  options: UploadOptions,
): Promise<Part[]> {
  const { concurrency = 4, onProgress, signal } = options;
  const source = openFile(file);
  const stop = new AbortController();
  const abort = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const links = new Links(parts, renew);
  const sizeOf = ({ part_number }: Part) => Math.min(partSize, file.size - (part_number - 1) * partSize);
  let loaded = 0;
  const read = inTurn(source, stop.signal);
  const work = async (part: Part): Promise<Part> => {
    const size = sizeOf(part);
    const bytes = await read(size);
    const put = () => putPart(sender, links, part, { body: bytes, headers, size }, { ...options, signal: stop.signal });
    const etag = part.etag ?? (await put());
    loaded += size;
    onProgress?.({ loaded, total: file.size });
    return { ...part, etag };
  };
  try {
    const sent = await sideBySide(parts, Math.max(1, concurrency), work, stop);
    await bounded({ signal: stop.signal }, () => source.end());
    return sent;
  } finally {
    signal?.removeEventListener('abort', abort);
    await source.close().catch(() => undefined);
  }
}

/** Reads the parts of a file one after another, in the order of the calls. */
function inTurn(source: OpenFile, signal: AbortSignal) {
  let last: Promise<unknown> = Promise.resolve();
  return (bytes: number) => {
    const next = last.then(() => bounded({ signal }, () => source.next(bytes)));
    last = next.catch(() => undefined);
    return next;
  };
}

/** Runs `work` for each item, at most `atOnce` at a time. Rejects with the first failure after all running work has ended. */
async function sideBySide<T, R>(
  each: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<R>,
  stop: AbortController,
): Promise<R[]> {
  const results: R[] = [];
  let nextIndex = 0;
  const worker = async () => {
    for (let index = nextIndex++; index < each.length && !stop.signal.aborted; index = nextIndex++) {
      results[index] = await work(each[index] as T);
    }
  };
  const workers = Array.from({ length: Math.min(atOnce, each.length) }, () =>
    worker().catch((error: unknown) => stop.abort(error)),
  );
  await Promise.all(workers);
  stop.signal.throwIfAborted();
  return results;
}

interface Sent {
  body: Blob | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
  size: number;
}

/** Sends a part and returns its ETag. Rejects with a `StoreCommerceError`, or the signal's reason. */
function putPart(sender: Sender, links: Links, part: Part, sent: Sent, options: UploadOptions): Promise<string> {
  const what = `Part ${part.part_number} of the upload`;
  let refusal: Refusal | undefined;
  const attempt = async () => {
    refusal = undefined;
    const link = links.of(part);
    const answer = await sender.put(what, link, sent, options);
    const verdict = judge(what, answer);
    if ('etag' in verdict) return verdict.etag;
    refusal = verdict;
    if (verdict.hasEnded) await links.replace(part, link);
    throw verdict.error;
  };
  return retrying(sender.patience(options), attempt, (error, tried) => {
    if (refusal === undefined) return waitBefore(error, tried);
    // New links are not available, after enough retries.
    if (error !== refusal.error) return undefined;
    return refusal.hasEnded ? backoff(tried) : waitBefore(error, tried);
  });
}
