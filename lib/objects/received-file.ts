/** A file on its way into the bucket, whichever door it came through. */

/** What a file's first bytes are judged by; fewer only where the file is shorter. */
export const firstBytesCount = 16;

/** A body of more parts is refused. */
export const partsAtMost = 1000;

export interface FileHead {
  firstBytes: Buffer;
  /** As the part declares it. */
  contentType: string;
}

/** Where an object will lie, and how it is served. */
export interface Place {
  key: string;
  contentType: string;
  cacheControl?: string;
}

export interface ReceivedFile<P extends Place = Place> {
  place: P;
  /** As the client named it, without folders. */
  name: string | undefined;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Of its bytes, in hexadecimal. */
  sha256: string;
  /** Makes it an object under its place; until then there is none. May be called again. A file that is not stored stays none. */
  keep(): Promise<unknown>;
  /** Withdraws what has gone to the bucket and is not an object yet. */
  discard(): Promise<unknown>;
}

export interface ReceiveRules<P extends Place = Place> {
  field: string;
  maximumBytes: number;
  tooLarge(): Error;
  /** Called once, with the beginning of the file; throws to refuse it. */
  place(head: FileHead): P;
  /** Where not, nothing goes to the bucket: the file is hashed alone. */
  isStored: boolean;
}

/**
 * Takes in the first file of a field that is not empty. Undefined where there is none, or the body is no multipart body or
 * cut short. A body that has yet to arrive is not touched before the call.
 */
export type Receive = <P extends Place>(rules: ReceiveRules<P>) => Promise<ReceivedFile<P> | undefined>;
