/** The streaming receiver: a multipart body of any size into the bucket, in constant memory. */
import { createHash } from 'node:crypto';
import { finished, type Readable } from 'node:stream';
import busboy, { type Busboy, type FileInfo } from 'busboy';
import { ObjectWriter } from './object-writer.ts';
import { firstBytesCount, partsAtMost, type Receive, type ReceivedFile, type ReceiveRules } from './received-file.ts';

/** Receives from a body that is arriving. It is left open, so that a refusal can still be answered. */
export function streamReceiver(body: Readable, contentType: string | undefined): Receive {
  return async (rules, cleared) => {
    await cleared;
    const parser = parserOf(contentType);
    if (!parser) return undefined;
    const intake = new Intake(rules, parser);
    try {
      await Promise.race([passed(body, parser), intake.refused]);
      return await intake.file;
    } catch (error) {
      body.unpipe(parser);
      parser.destroy();
      await intake.discard();
      if (error instanceof MalformedBody) return undefined;
      throw error;
    }
  };
}

class MalformedBody extends Error {}

function parserOf(contentType = ''): Busboy | undefined {
  if (!/^\s*multipart\/form-data\s*;/i.test(contentType)) return undefined;
  try {
    const limits = { parts: partsAtMost + 1 };
    return busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8', limits });
  } catch {
    return undefined;
  }
}

/** Resolves when the whole body has passed the parser; rejects where it is malformed, or the client goes away. */
function passed(body: Readable, parser: Busboy): Promise<void> {
  return new Promise((resolve, reject) => {
    // It may fail twice: malformed, and then unfinished when it is destroyed.
    parser.on('error', (cause) => reject(new MalformedBody('Malformed multipart body', { cause })));
    parser.once('partsLimit', () => reject(new MalformedBody('Too many parts')));
    parser.once('close', resolve);
    finished(body, { writable: false }, (error) => {
      if (error) reject(new Error('The client went away', { cause: error }));
    });
    body.pipe(parser);
  });
}

/** The first file of the field that is not empty, as it comes out of the parser. */
class Intake {
  file: Promise<ReceivedFile | undefined> = Promise.resolve(undefined);
  /** Rejects as soon as the file is refused, not only when its body ends. */
  readonly refused: Promise<never>;
  readonly #rules: ReceiveRules;
  #refuse: (error: unknown) => void = () => undefined;
  #writer: ObjectWriter | undefined;

  constructor(rules: ReceiveRules, parser: Busboy) {
    this.#rules = rules;
    this.refused = new Promise((_, reject) => {
      this.#refuse = reject;
    });
    this.refused.catch(() => undefined);
    parser.on('file', (name, content, info) => {
      // Before anybody reads it, an error of the body would otherwise be nobody's.
      content.on('error', () => undefined);
      if (name === rules.field) this.#offer(content, info);
      else content.resume();
    });
  }

  async discard(): Promise<void> {
    await this.file.catch(() => undefined);
    await this.#writer?.discard();
  }

  #offer(content: Readable, info: FileInfo): void {
    this.file = this.file.then((earlier) => {
      if (!earlier) return this.#take(content, info);
      content.resume();
      return earlier;
    });
    this.file.catch((error: unknown) => this.#refuse(error));
  }

  async #take(content: Readable, { filename, mimeType }: FileInfo): Promise<ReceivedFile | undefined> {
    const hash = createHash('sha256');
    let size = 0;
    let head = Buffer.alloc(0);
    const begin = (): ObjectWriter => {
      this.#writer = new ObjectWriter(this.#rules.place({ firstBytes: head, contentType: mimeType }));
      return this.#writer;
    };
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > this.#rules.maximumBytes) throw this.#rules.tooLarge();
      hash.update(chunk);
      if (this.#writer) await this.#writer.write(chunk);
      else {
        head = Buffer.concat([head, chunk]);
        if (head.length >= firstBytesCount) await begin().write(head);
      }
    }
    if (size === 0) return undefined;
    const writer = this.#writer ?? begin();
    if (size < firstBytesCount) await writer.write(head);
    await writer.end();
    return {
      name: filename,
      contentType: mimeType,
      size,
      sha256: hash.digest('hex'),
      keep: () => writer.keep(),
      discard: () => writer.discard(),
    };
  }
}
