/** Reads JSON Lines of records, a batch at a time: what is in memory does not grow with the file. */
import { createHash, type Hash } from 'node:crypto';
import * as z from 'zod/mini';
import { importedProduct, importedSite } from '../../../lib/resources/catalog/fields.ts';
import { importedCustomer } from '../../../lib/resources/customers/fields.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { codePoints } from '../../../lib/schema/text.ts';
import { parsedJson } from '../../command-line/json.ts';

/** How far lines have been read: what of their file is before. */
export interface Position {
  bytes: number;
  lines: number;
  /** SHA-256 of these bytes, ready for more. */
  hash: Hash;
}

export const nothingRead = (): Position => ({ bytes: 0, lines: 0, hash: createHash('sha256') });

const schemas = { site: importedSite, customer: importedCustomer, product: importedProduct } as const;

type Kind = keyof typeof schemas;

export const kinds = ['site', 'customer', 'product'] as const satisfies Kind[];

/** A line that holds a record. */
export interface RecordLine {
  number: number;
  type: Kind;
  record: Readonly<Record<string, unknown>>;
  /** As it is there. */
  text: string;
}

/** A line that cannot be imported, and why. */
export interface Rejected {
  number: number;
  reason: string;
  /** As it is there; its beginning, where it is longer than any record. */
  text: string;
}

export interface Batch {
  records: RecordLine[];
  rejected: Rejected[];
  /** Behind its last line. */
  end: Position;
}

interface Line {
  number: number;
  /** With its end; undefined where it is longer than any record. */
  bytes: Buffer | undefined;
  beginning: Buffer;
  end: Position;
}

/** Below the 6 MB of an invocation's payload. */
const batchBytes = limits.functionBody;

/** Where hardly a line holds a record, what is rejected does not wait for a batch to fill. */
const linesAtMost = 1000;

/** What an invocation takes so much of. */
interface Weight {
  records: number;
  bytes: number;
  /** Code points of names of products. */
  names: number;
  lines: number;
}

const nothing: Weight = { records: 0, bytes: 0, names: 0, lines: 0 };

const fits = ({ records, bytes, names, lines }: Weight): boolean =>
  records <= limits.importRecords && bytes <= batchBytes && names <= limits.importNames && lines <= linesAtMost;

const together = (a: Weight, b: Weight): Weight => ({
  records: a.records + b.records,
  bytes: a.bytes + b.bytes,
  names: a.names + b.names,
  lines: a.lines + b.lines,
});

/** Batches that one invocation takes, of what comes after a position. */
export async function* readBatches(source: AsyncIterable<Buffer>, begin: Position): AsyncGenerator<Batch> {
  let batch: Batch = { records: [], rejected: [], end: begin };
  let weight = nothing;
  for await (const line of readLines(source, begin)) {
    const content = contentOf(line);
    const own = weightOf(line, content);
    if (weight.lines > 0 && !fits(together(weight, own))) {
      yield batch;
      batch = { records: [], rejected: [], end: batch.end };
      weight = nothing;
    }
    weight = together(weight, own);
    batch.end = line.end;
    if (content) put(batch, content);
  }
  if (weight.lines > 0) yield batch;
}

function weightOf({ bytes }: Line, content: Content): Weight {
  if (!content || !('record' in content)) return { ...nothing, lines: 1 };
  const { type, record } = content;
  const names = type === 'product' ? codePoints(String(record.name)) : 0;
  return { records: 1, bytes: bytes?.length ?? 0, names, lines: 1 };
}

function put({ records, rejected }: Batch, content: RecordLine | Rejected): void {
  if ('record' in content) records.push(content);
  else rejected.push(content);
}

/** Bytes of a line too long that are shown. */
const shownBytes = 1000;

async function* readLines(source: AsyncIterable<Buffer>, begin: Position): AsyncGenerator<Line> {
  let at = begin;
  let rest: Buffer[] = [];
  let length = 0;
  const take = (piece: Buffer) => {
    length += piece.length;
    at.hash.update(piece);
    // Of a line that is too long its beginning is enough.
    if (length <= batchBytes + piece.length) rest.push(piece);
  };
  const finish = (): Line => {
    at = { bytes: at.bytes + length, lines: at.lines + 1, hash: at.hash };
    const whole = Buffer.concat(rest);
    const line: Line = {
      number: at.lines,
      bytes: length > batchBytes ? undefined : whole,
      beginning: whole.subarray(0, shownBytes),
      end: { ...at, hash: at.hash.copy() },
    };
    [rest, length] = [[], 0];
    return line;
  };
  at = { ...begin, hash: begin.hash.copy() };
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf('\n') + 1; end > 0; end = chunk.indexOf('\n', from) + 1) {
      take(chunk.subarray(from, end));
      yield finish();
      from = end;
    }
    if (from < chunk.length) take(chunk.subarray(from));
  }
  if (length > 0) yield finish();
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

const tag = z.looseObject({ type: z.enum(kinds) });

/** What a line holds; undefined where it is empty. */
type Content = RecordLine | Rejected | undefined;

function contentOf({ number, bytes, beginning }: Line): Content {
  const reject = (reason: string, text = beginning.toString().trim()) => ({ number, reason, text });
  if (!bytes) return reject(`longer than ${batchBytes} bytes`);
  const text = decoded(bytes);
  if (text === undefined) return reject('not UTF-8');
  if (text === '') return undefined;
  const value = parsedJson(text);
  if (value === undefined) return reject('not JSON', text);
  const tagged = tag.safeParse(value);
  if (!tagged.success) return reject('field type: must be site, customer, or product', text);
  const { type, ...record } = tagged.data;
  const issue = schemas[type].safeParse(record).error?.issues[0];
  return issue ? reject(`field ${issue.path.join('.')}: ${issue.message}`, text) : { number, type, record, text };
}

function decoded(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes).trim();
  } catch {
    return undefined;
  }
}
