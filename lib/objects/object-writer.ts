import { partSize } from '../resources/uploads/rules.ts';
import { abortMultipart, completeMultipart, putObject, putPart, startMultipart } from './objects.ts';
import type { ObjectLocation } from './received-file.ts';

const partsAtOnce = 3;

/** What has arrived of an object in a multipart upload. */
interface BegunUpload {
  multipart_id: string;
  /** ETags of the parts, in their order. */
  parts: readonly string[];
}

/** An object that was not written to its end. */
export interface PausedObject {
  /** Absent before the first part. */
  begun?: BegunUpload | undefined;
  /** The bytes after the parts. */
  rest: Buffer;
}

/**
 * Writes one object of any size in constant memory: parts go to S3 side by side while bytes arrive, from a few buffers
 * that are used again and again. A file that fits in one part is sent by `keep`, in one plain request. `pause` returns what another
 * writer needs to continue.
 */
export class ObjectWriter {
  readonly #place: ObjectLocation;
  #multipart: Promise<string> | undefined;
  readonly #parts: { part_number: number; etag: string }[] = [];
  #partNumber = 0;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #free: Buffer[] = [];
  #buffer: Buffer | undefined;
  #filled = 0;
  #kept: Promise<unknown> | undefined;
  readonly #abort = new AbortController();
  #failure: unknown;

  /** With `begun`, continues an object after the parts that have arrived. */
  constructor(place: ObjectLocation, begun?: BegunUpload) {
    this.#place = place;
    if (!begun) return;
    this.#multipart = Promise.resolve(begun.multipart_id);
    this.#parts.push(...begun.parts.map((etag, index) => ({ part_number: index + 1, etag })));
    this.#partNumber = begun.parts.length;
  }

  /** Takes the bytes; resolves when there is room for more. Throws if a part has failed. */
  async write(bytes: Buffer): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      this.#buffer ??= this.#free.pop() ?? Buffer.allocUnsafeSlow(partSize);
      const copied = bytes.copy(this.#buffer, this.#filled, from);
      from += copied;
      this.#filled += copied;
      if (this.#filled === partSize) await this.#sendPart();
    }
  }

  /** After the last byte: resolves when all parts have arrived. */
  async end(): Promise<void> {
    if (this.#multipart && this.#filled > 0) await this.#sendPart();
    await Promise.all(this.#underWay);
    this.#throwFailure();
  }

  /** What has been written so far, once all full parts have arrived. The writer can go on afterwards. */
  async pause(): Promise<PausedObject> {
    await Promise.all(this.#underWay);
    this.#throwFailure();
    const rest = Buffer.from(this.#buffer?.subarray(0, this.#filled) ?? '');
    if (!this.#multipart) return { rest };
    return { begun: { multipart_id: await this.#multipart, parts: this.#inOrder().map(({ etag }) => etag) }, rest };
  }

  /** Makes the object. May be called again. Resolves to undefined if its multipart upload is complete or gone. */
  keep(): Promise<unknown> {
    this.#kept ??= this.#multipart
      ? this.#complete(this.#multipart)
      : putObject(this.#place, this.#buffer?.subarray(0, this.#filled) ?? Buffer.alloc(0));
    return this.#kept;
  }

  /** Withdraws the parts that have arrived, unless they have become an object. */
  async discard(): Promise<void> {
    this.#abort.abort();
    await Promise.allSettled([...this.#underWay, this.#kept]);
    if (this.#multipart) await abortMultipart(this.#place.key, await this.#multipart);
  }

  async #complete(multipart: Promise<string>): Promise<unknown> {
    return completeMultipart(this.#place.key, await multipart, this.#inOrder());
  }

  #inOrder() {
    return this.#parts.toSorted((a, b) => a.part_number - b.part_number);
  }

  async #sendPart(): Promise<void> {
    while (this.#underWay.size >= partsAtOnce) await Promise.race(this.#underWay);
    this.#throwFailure();
    const buffer = this.#buffer ?? Buffer.alloc(0);
    const bytes = buffer.subarray(0, this.#filled);
    this.#buffer = undefined;
    this.#filled = 0;
    this.#partNumber += 1;
    const sending = this.#send(this.#partNumber, bytes)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => {
        this.#free.push(buffer);
        this.#underWay.delete(sending);
      });
    this.#underWay.add(sending);
  }

  async #send(partNumber: number, bytes: Buffer): Promise<void> {
    this.#multipart ??= startMultipart(this.#place);
    const part = { key: this.#place.key, multipartId: await this.#multipart, partNumber };
    this.#parts.push({ part_number: partNumber, etag: await putPart(part, bytes, this.#abort.signal) });
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}
