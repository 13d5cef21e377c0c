/** Records of sites, customers and products in JSON Lines: how lines are read, and how batches of them are sent. */
import { createHash, type Hash } from 'node:crypto';
import * as z from 'zod/mini';
import { FunctionError, type Operator } from '../../../lib/client/functions.ts';
import { importedProduct, importedSite } from '../../../lib/resources/catalog/fields.ts';
import { importedCustomer } from '../../../lib/resources/customers/fields.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { codePoints } from '../../../lib/schema/text.ts';
import { type Line, linesOf, parsedJson } from '../../command-line/text.ts';

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

const kinds = ['site', 'customer', 'product'] as const satisfies Kind[];

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

/** What a line holds; undefined if it is empty. */
type Content = RecordLine | Rejected | undefined;

interface ReadLine {
  content: Content;
  bytes: number;
  /** Behind the line. */
  end: Position;
}

/** Below the 6 MB of an invocation's payload. */
const batchBytes = limits.functionBody;

/** Where hardly a line holds a record, what is rejected does not wait for a batch to fill. */
const linesAtMost = 1000;

/** What one invocation takes: records, bytes, code points of names of products, and lines. */
export const batching = {
  most: [limits.importRecords, batchBytes, limits.importNames, linesAtMost],
  weightOf({ content, bytes }: ReadLine): number[] {
    if (!isRecord(content)) return [0, 0, 0, 1];
    return [1, bytes, content.type === 'product' ? codePoints(String(content.record.name)) : 0, 1];
  },
};

const isRecord = (content: Content): content is RecordLine => content !== undefined && 'record' in content;

const isRejected = (content: Content): content is Rejected => content !== undefined && 'reason' in content;

/** What the lines of a batch hold. */
export interface Batch {
  records: RecordLine[];
  rejected: Rejected[];
  /** Behind its last line. */
  end: Position;
}

export function batchOf(lines: readonly ReadLine[]): Batch {
  const contents = lines.map(({ content }) => content);
  return {
    records: contents.filter(isRecord),
    rejected: contents.filter(isRejected),
    end: lines.at(-1)?.end ?? nothingRead(),
  };
}

/** Reads the lines after a position, where the source begins. */
export async function* readLines(source: AsyncIterable<Uint8Array>, begin: Position): AsyncGenerator<ReadLine> {
  const hash = begin.hash.copy();
  for await (const line of linesOf(source, batchBytes, (bytes) => hash.update(bytes))) {
    const end = { bytes: begin.bytes + line.end, lines: begin.lines + line.number, hash: hash.copy() };
    yield { content: contentOf(end.lines, line), bytes: line.bytes.length, end };
  }
}

/** Bytes of a line too long that are shown. */
const shownBytes = 1000;

const tagged = z.looseObject({ type: z.enum(kinds) });

/** Whether a value says that it is a record of one of the kinds. */
export const isTagged = (value: unknown): boolean => tagged.safeParse(value).success;

function contentOf(number: number, { bytes, isWhole }: Line): Content {
  const reject = (reason: string, text = bytes.subarray(0, shownBytes).toString().trim()) => ({ number, reason, text });
  if (!isWhole) return reject(`longer than ${batchBytes} bytes`);
  const text = decoded(bytes);
  if (text === undefined) return reject('not UTF-8');
  if (text === '') return undefined;
  const value = parsedJson(text);
  if (value === undefined) return reject('not JSON', text);
  const { data } = tagged.safeParse(value);
  if (!data) return reject('field type: must be site, customer, or product', text);
  const { type, ...record } = data;
  const issue = schemas[type].safeParse(record).error?.issues[0];
  return issue ? reject(`field ${issue.path.join('.')}: ${issue.message}`, text) : { number, type, record, text };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decoded(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes).trim();
  } catch {
    return undefined;
  }
}

const ofTheRecords = new Set<string>(['INVALID_FIELD', 'MISSING_FIELD']);

/**
 * Imports records together. After a refusal, which stores nothing, tries each half, until only the refused records are left. Throws when
 * nothing can be imported.
 */
export async function importAll(records: readonly RecordLine[], operator: Operator): Promise<Rejected[]> {
  const [first, ...others] = records;
  if (!first) return [];
  try {
    await operator.importRecords(payloadOf(records));
    return [];
  } catch (error) {
    if (!(error instanceof FunctionError) || !ofTheRecords.has(error.code)) throw error;
    if (others.length === 0) return [{ number: first.number, reason: error.message, text: first.text }];
    const middle = Math.ceil(records.length / 2);
    // One after the other: of several records with one id the last wins.
    const refused = await importAll(records.slice(0, middle), operator);
    return [...refused, ...(await importAll(records.slice(middle), operator))];
  }
}

type Payload = Parameters<Operator['importRecords']>[0];

/** Each has been read by the schema of its kind. */
function payloadOf(records: readonly RecordLine[]): Payload {
  const of = (type: Kind) => records.filter((each) => each.type === type).map(({ record }) => record);
  return { sites: of('site'), customers: of('customer'), products: of('product') } as Payload;
}
