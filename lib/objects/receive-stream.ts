/** The streaming receiver writes a multipart body of any size to the bucket, in constant memory. */
import { createHash } from 'node:crypto';
import { finished, type Readable, Writable } from 'node:stream';
import type { BusboyInstance } from '@fastify/busboy';
import { ApiError } from '../schema/errors.ts';
import { boundaryOf, fileNameOf, MultipartFrame, parserOf } from './multipart-frame.ts';
import { ObjectWriter } from './object-writer.ts';
import {
  firstBytesCount,
  type ObjectLocation,
  type Receive,
  type ReceivedFile,
  type ReceiveRules,
} from './received-file.ts';

/**
 * Receives a file from a body that is arriving, up to its closing delimiter. The body stays open, so that the client can still be
 * answered; what follows the delimiter is not read. A body that has not ended when `signal` aborts is cut short.
 */
export function streamReceiver(body: Readable, contentType: string | undefined, signal?: AbortSignal): Receive {
  return async (rules) => {
    const boundary = boundaryOf(contentType);
    if (boundary === undefined) return undefined;
    const parser = parserOf(boundary, rules.field);
    const intake = new FileReceiver(rules, parser);
    try {
      await Promise.race([passed(body, parser, new MultipartFrame(boundary), signal), intake.refused]);
      return await intake.file;
    } catch (error) {
      parser.destroy();
      await intake.discard();
      if (error instanceof MalformedBody) return undefined;
      throw error;
    }
  };
}

class MalformedBody extends Error {}

/** Resolves when the parser has had all parts of the body; rejects if it is malformed, or the client goes away. */
async function passed(
  body: Readable,
  parser: BusboyInstance,
  frame: MultipartFrame,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const framing = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (frame.state !== 'open') return done();
      const { bytes, state } = frame.take(chunk);
      if (state === 'malformed') return reject(new MalformedBody('Malformed multipart body'));
      parser.write(bytes, () => done());
      if (state === 'closed') parser.end();
    },
  });
  framing.once('finish', () => {
    if (frame.state !== 'closed') reject(new MalformedBody('The body is cut short'));
  });
  parser.on('error', (cause) => reject(new MalformedBody('The parser refuses the body', { cause })));
  parser.once('finish', resolve);
  parser.once('close', () => reject(new Error('The body was given up')));
  const unwatch = finished(body, { writable: false, ...(signal ? { signal } : {}) }, (cause) => {
    if (!cause || frame.state === 'closed') return;
    // No client reads the reply, but the log then records the failure as the client's.
    if (signal?.aborted) reject(new MalformedBody('The body is given up', { cause }));
    else reject(new ApiError('MISSING_FIELD', 'The client went away', { cause }));
  });
  body.pipe(framing);
  try {
    await promise;
  } finally {
    unwatch();
    body.unpipe(framing);
  }
}

type Writer = Pick<ObjectWriter, 'write' | 'end' | 'keep' | 'discard'>;

/** The writer for a file that is not stored. */
const discardWriter: Writer = {
  write: async () => undefined,
  end: async () => undefined,
  keep: async () => undefined,
  discard: async () => undefined,
};

/** Receives the first non-empty file of the field from the parser. */
class FileReceiver<P extends ObjectLocation> {
  file: Promise<ReceivedFile<P> | undefined> = Promise.resolve(undefined);
  /** Rejects as soon as the file is refused, not only when its body ends. */
  readonly refused: Promise<never>;
  readonly #rules: ReceiveRules<P>;
  readonly #refuse: (error: unknown) => void;
  readonly #contents: Readable[] = [];
  #writer: Writer | undefined;

  constructor(rules: ReceiveRules<P>, parser: BusboyInstance) {
    this.#rules = rules;
    const { promise, reject } = Promise.withResolvers<never>();
    this.refused = promise;
    this.refused.catch(() => undefined);
    this.#refuse = reject;
    parser.on('file', (_name, content, fileName, _encoding, contentType) =>
      this.#offer(content, fileNameOf(fileName), contentType),
    );
  }

  /** Stops the work in progress and deletes the parts that were sent to the bucket. */
  async discard(): Promise<void> {
    for (const content of this.#contents) content.destroy();
    await this.file.catch(() => undefined);
    await this.#writer?.discard();
  }

  #offer(content: Readable, fileName: string | undefined, contentType: string): void {
    // Until the content is read, an error of the body would otherwise have no handler.
    content.on('error', () => undefined);
    this.#contents.push(content);
    this.file = this.file.then((earlier) => {
      if (!earlier) return this.#take(content, fileName, contentType);
      content.resume();
      return earlier;
    });
    this.file.catch((error: unknown) => this.#refuse(error));
  }

  async #take(content: Readable, name: string | undefined, contentType: string): Promise<ReceivedFile<P> | undefined> {
    const hash = createHash('sha256');
    let size = 0;
    let head = Buffer.alloc(0);
    let started: { place: P; writer: Writer } | undefined;
    const begin = () => {
      const place = this.#rules.place({ firstBytes: head, contentType });
      this.#writer = this.#rules.isStored ? new ObjectWriter(place) : discardWriter;
      started = { place, writer: this.#writer };
      return started;
    };
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > this.#rules.maximumBytes) throw this.#rules.tooLarge();
      hash.update(chunk);
      if (started) await started.writer.write(chunk);
      else {
        head = Buffer.concat([head, chunk]);
        if (head.length >= firstBytesCount) await begin().writer.write(head);
      }
    }
    if (size === 0) return undefined;
    const { place, writer } = started ?? begin();
    if (size < firstBytesCount) await writer.write(head);
    await writer.end();
    return {
      place,
      name,
      contentType,
      size,
      sha256: hash.digest('hex'),
      keep: () => writer.keep(),
      discard: () => writer.discard(),
    };
  }
}
