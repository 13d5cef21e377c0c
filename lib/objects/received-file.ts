/** A file on its way into the bucket, from an event's body or from a stream. */

/** This many first bytes determine the kind of file; a shorter file has fewer. */
export const firstBytesCount = 16;

/** A body of more parts is refused. */
export const partsAtMost = 1000;

export interface FileHead {
  firstBytes: Buffer;
  /** As the part declares it. */
  contentType: string;
}

/** The key of an object, and the headers that it is served with. */
export interface ObjectLocation {
  key: string;
  contentType: string;
  cacheControl?: string;
}

export interface ReceivedFile<P extends ObjectLocation = ObjectLocation> {
  place: P;
  /** As the client named it, without folders. */
  name: string | undefined;
  contentType: string;
  /** Bytes. */
  size: number;
  /** In hexadecimal. */
  sha256: string;
  /** Creates the object. May be called again. Does nothing for a file that is not stored. */
  keep(): Promise<unknown>;
  /** Deletes the parts in the bucket that are not an object yet. */
  discard(): Promise<unknown>;
}

export interface ReceiveRules<P extends ObjectLocation = ObjectLocation> {
  field: string;
  maximumBytes: number;
  tooLarge(): Error;
  /** Called once, with the beginning of the file; throws to refuse it. */
  place(head: FileHead): P;
  /** If false, the file is only hashed, and nothing goes to the bucket. */
  isStored: boolean;
}

/**
 * Receives the first non-empty file of a field. Undefined if there is no such file, or the body is cut short or
 * not multipart. Reads nothing of an arriving body before the call.
 */
export type Receive = <P extends ObjectLocation>(rules: ReceiveRules<P>) => Promise<ReceivedFile<P> | undefined>;
