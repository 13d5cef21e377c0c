/** The bytes of a file that is uploaded, read in their order. */
import { StoreCommerceError } from './errors.ts';
import type { CallOptions } from './options.ts';

/** A file whose bytes are made as they are read. */
export interface FileStream {
  stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Bytes of the whole file. */
  size: number;
}

/** What is uploaded: a `Blob` (a browser's `File`, what `openAsBlob(path)` of `node:fs` gives), or a stream of known size. */
export type FileSource = Blob | FileStream;

/** What uploads take beside the options of every call. */
export interface UploadOptions extends CallOptions {
  /** Default: the name of a `File`, else `file`. */
  fileName?: string | undefined;
  /** Default: the type of a `Blob`. */
  contentType?: string | undefined;
  /** Told how many bytes have arrived, each time more have. */
  onProgress?: ((progress: { loaded: number; total: number }) => void) | undefined;
  /** Parts that are sent side by side, and kept in memory where the file is a stream; default 4. */
  concurrency?: number | undefined;
  /**
   * Called with the id of an upload to the bucket before its first byte. With that id any process can resume the upload for 24 hours. An
   * upload without `onStart` that fails is abandoned.
   */
  onStart?: ((uploadId: string) => unknown) | undefined;
  /** The id of an upload of this very file that was begun before: only what has not arrived is sent. */
  resume?: string | undefined;
}

type Bytes = Blob | Uint8Array<ArrayBuffer>;

export interface OpenFile {
  /** The next bytes, as many as are asked for. Rejects where there are fewer. */
  next(bytes: number): Promise<Bytes>;
  /** Rejects where there are more bytes than the file was to have. */
  end(): Promise<void>;
  /** Reads no further. */
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
    if (!(value instanceof Uint8Array)) throw new StoreCommerceError('The stream must be one of Uint8Array');
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

/** Not every browser iterates its streams. */
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
