/**
 * Checks how a multipart body is framed before a parser sees any of it. Given bytes after the closing delimiter, a
 * part with endless headers or a body that is cut short, the parser waits forever or ends the whole process. Given the
 * end of a part's headers in two pieces, it loses the last header (fastify/busboy, issue 228 and pull request 218).
 * The check is stricter than RFC 7578, but only for bodies that no client sends.
 */

import { Busboy, type BusboyConfig, type BusboyInstance } from '@fastify/busboy';
import { partsAtMost } from './received-file.ts';

const boundaryCharacters = /^[\w'()+,./:=? -]{1,70}$/;

/** Of one part. */
const headerBytesAtMost = 16 * 1024;

/** The boundary in a `multipart/form-data` content type, quoted or not, or undefined. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const parameters = /^\s*multipart\/form-data\s*;(.*)$/is.exec(contentType ?? '')?.[1] ?? '';
  const match = /(?:^|;)\s*boundary=(?:"([^"\\]*)"|([^\s;"]+))\s*(?:;|$)/i.exec(parameters);
  const boundary = match?.[1] ?? match?.[2];
  return boundary !== undefined && boundaryCharacters.test(boundary) && !boundary.endsWith(' ') ? boundary : undefined;
}

/** The body from its first delimiter to its closing one, or undefined if it is malformed or cut short. */
export function framed(body: Buffer, boundary: string): Buffer | undefined {
  const { bytes, state } = new MultipartFrame(boundary).take(body);
  return state === 'closed' ? bytes : undefined;
}

const lineEnd = Buffer.from('\r\n');
const headersEnd = Buffer.from('\r\n\r\n');

/** Closed once the closing delimiter has been seen: what follows it is in no part. */
type FrameState = 'open' | 'closed' | 'malformed';

type Within = 'preamble' | 'delimiter' | 'headers' | 'content' | 'epilogue' | 'nothing';

/** Follows a body as it arrives, in pieces of any size; it keeps no more of it than the headers of one part. */
export class MultipartFrame {
  readonly #delimiter: Buffer;
  #within: Within = 'preamble';
  /** Bytes that are not checked yet. Starts with a line end, since the first delimiter may lack its own at the very beginning. */
  #rest = lineEnd;
  #parts = 0;
  /** Nothing of the present part's content has been seen. */
  #isAtContent = false;

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  get state(): FrameState {
    if (this.#within === 'nothing') return 'malformed';
    return this.#within === 'epilogue' ? 'closed' : 'open';
  }

  /**
   * Takes the next bytes and returns those that a parser may have now. In total, it returns everything from the first delimiter to the closing one.
   */
  take(chunk: Buffer): { bytes: Buffer; state: FrameState } {
    const bytes = Buffer.concat([this.#rest, chunk]);
    let from = this.#within === 'preamble' ? undefined : 0;
    let judged = 0;
    for (let next = this.#judge(bytes, 0); next !== undefined; next = this.#judge(bytes, judged)) {
      judged = next;
      if (from === undefined && this.#within === 'delimiter') from = judged - this.#delimiter.length + lineEnd.length;
    }
    this.#rest = bytes.subarray(judged);
    return { bytes: bytes.subarray(from ?? judged, judged), state: this.state };
  }

  /** How far the bytes are judged after one more step, or undefined if that needs more bytes. */
  #judge(bytes: Buffer, at: number): number | undefined {
    switch (this.#within) {
      case 'preamble':
      case 'content':
        return this.#findDelimiter(bytes, at);
      case 'delimiter':
        return this.#readMark(bytes, at);
      case 'headers':
        return this.#readHeaders(bytes, at);
      default:
        return undefined;
    }
  }

  #refuse(): undefined {
    this.#within = 'nothing';
  }

  #findDelimiter(bytes: Buffer, at: number): number | undefined {
    const found = bytes.indexOf(this.#delimiter, at);
    if (found === -1) {
      const judged = bytes.length - this.#delimiter.length + 1;
      if (judged <= at) return undefined;
      this.#isAtContent = false;
      return judged;
    }
    // The empty line that ends the headers is the delimiter's.
    if (this.#isAtContent && found === at) return this.#refuse();
    this.#within = 'delimiter';
    return found + this.#delimiter.length;
  }

  /** A delimiter is followed by the line end before a part's headers, or by two dashes if it closes the body. */
  #readMark(bytes: Buffer, at: number): number | undefined {
    if (bytes.length < at + 2) return undefined;
    const mark = bytes.toString('latin1', at, at + 2);
    if (mark === '--') {
      this.#within = 'epilogue';
      return at + 2;
    }
    if (mark !== '\r\n') return this.#refuse();
    this.#parts += 1;
    if (this.#parts > partsAtMost) return this.#refuse();
    this.#within = 'headers';
    return at;
  }

  #readHeaders(bytes: Buffer, at: number): number | undefined {
    const end = bytes.indexOf(headersEnd, at);
    if ((end === -1 ? bytes.length : end) - at > headerBytesAtMost) return this.#refuse();
    if (end === -1) return undefined;
    if (bytes.subarray(at, end).includes(this.#delimiter)) return this.#refuse();
    this.#within = 'content';
    this.#isAtContent = true;
    // The end of the empty line may already be the start of a delimiter.
    return end + lineEnd.length;
  }
}

/** The header with which a parser learns the boundary. */
export const contentTypeWith = (boundary: string): string => `multipart/form-data; boundary="${boundary}"`;

/**
 * How a body with a file in a field is parsed: parts of other names, and text parts of this one, are omitted. So is a
 * part without a name, which would end the process.
 */
export const parsing = (field: string) =>
  ({
    isPartAFile: (name, contentType, fileName) =>
      name === field && (fileName !== undefined || contentType === 'application/octet-stream'),
    limits: { fields: 0, parts: partsAtMost, fieldNameSize: Number.POSITIVE_INFINITY },
  }) satisfies Partial<BusboyConfig>;

/**
 * A part's file name as the client has it: browsers and `fetch` escape only what would end the header (WHATWG HTML,
 * "multipart/form-data encoding algorithm").
 */
export const fileNameOf = (written: string | undefined): string | undefined =>
  written?.replaceAll(/%(?:22|0D|0A)/g, decodeURIComponent);

/** Parses a framed body of this boundary. */
export const parserOf = (boundary: string, field: string): BusboyInstance =>
  new Busboy({ ...parsing(field), headers: { 'content-type': contentTypeWith(boundary) } });
