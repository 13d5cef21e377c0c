/** Reads the bytes of an uploaded file in order. */
import { StoreCommerceError } from './errors.ts';
import type { CallOptions } from './options.ts';

/** A file as a stream of known size. */
export interface FileStream {
  stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Size of the whole file in bytes. */
  size: number;
}

/** A file to upload: a `Blob` (a browser's `File`, or the result of `openAsBlob(path)` of `node:fs`), or a stream of known size. */
export type FileSource = Blob | FileStream;

/** Options of uploads, in addition to those of every call. */
export interface UploadOptions extends CallOptions {
  /** Default: the name of a `File`, otherwise `file`. */
  fileName?: string | undefined;
  /** Default: the type of a `Blob`. */
  contentType?: string | undefined;
  /** Called with the number of uploaded bytes after each step. */
  onProgress?: ((progress: { loaded: number; total: number }) => void) | undefined;
  /** Number of concurrent parts; those of a stream are kept in memory. Default 4. */
  concurrency?: number | undefined;
  /**
   * Called with the id of an upload to the bucket before the first byte is sent. Any process can resume the upload with this id for 24
   * hours. Without `onStart`, an upload that fails is abandoned.
   */
  onStart?: ((uploadId: string) => unknown) | undefined;
  /** Id of an earlier upload of the same file: only the missing parts are sent. */
  resume?: string | undefined;
}

type Bytes = Blob | Uint8Array<ArrayBuffer>;

export interface OpenFile {
  /** Returns the next bytes. Rejects if the file has fewer. */
  next(bytes: number): Promise<Bytes>;
  /** Rejects if the file is longer than its given size. */
  end(): Promise<void>;
  /** Stops reading. */
  close(): Promise<unknown>;
}

export const isBlob = (file: FileSource): file is Blob => 'slice' in file;

export const openFile = (file: FileSource): OpenFile => (isBlob(file) ? openBlob(file) : openStream(file));

function openBlob(blob: Blob): OpenFile {
  let from = 0;
  return {
    async next(bytes) {
      from += bytes;
      return blob.slice(from - bytes, from);
    },
    end: async () => undefined,
    close: async () => undefined,
  };
}

function openStream({ stream, size }: FileStream): OpenFile {
  const chunks = iteratorOf(stream);
  let rest: Uint8Array = new Uint8Array(0);
  const read = async (): Promise<boolean> => {
    const { done, value } = await chunks.next();
    if (done) return false;
    if (!(value instanceof Uint8Array)) throw new StoreCommerceError('The stream must contain Uint8Array chunks');
    rest = value;
    return true;
  };
  return {
    async next(bytes) {
      const part = new Uint8Array(bytes);
      for (let filled = 0; filled < bytes; ) {
        if (rest.length === 0 && !(await read()))
          throw new StoreCommerceError(`The stream is shorter than ${size} bytes`);
        const taken = rest.subarray(0, bytes - filled);
        part.set(taken, filled);
        filled += taken.length;
        rest = rest.subarray(taken.length);
      }
      return part;
    },
    async end() {
      while (rest.length === 0) if (!(await read())) return;
      throw new StoreCommerceError(`The stream is longer than ${size} bytes`);
    },
    close: async () => chunks.return?.(),
  };
}

/** Some browsers cannot iterate streams. */
function iteratorOf(stream: FileStream['stream']): Pick<AsyncIterator<Uint8Array, unknown>, 'next' | 'return'> {
  if (!('getReader' in stream)) return stream[Symbol.asyncIterator]();
  const reader = stream.getReader();
  return {
    next: async () => {
      const { done, value } = await reader.read();
      return done ? { done, value: undefined } : { done, value };
    },
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}
