/** Reads a JSON Lines file of records, a batch at a time: what is in memory does not grow with the file. */
import { createReadStream } from 'node:fs';
import * as z from 'zod/mini';
import { importedCustomer, importedProduct, importedSite } from '../../../lib/contract/functions/operator.ts';
import { limits } from '../../../lib/contract/kinds/limits.ts';
import { codePoints } from '../../../lib/contract/kinds/text.ts';

/** A line that cannot be imported. */
export class LineError extends Error {
  override readonly name = 'INVALID_LINE';
}

interface Records {
  sites: z.input<typeof importedSite>[];
  customers: z.input<typeof importedCustomer>[];
  products: z.input<typeof importedProduct>[];
}

export interface Batch extends Records {
  /** Bytes of its lines, as they stand in the file. */
  bytes: Buffer;
  /** Numbers of its lines, from 1. */
  firstLine: number;
  lastLine: number;
}

/** How a record of a kind joins the others of its batch; undefined where it is none. */
const reader =
  <T>(schema: z.ZodMiniType<unknown, T>, listIn: (records: Records) => T[]) =>
  (record: unknown) => {
    const isRecord = (value: unknown): value is T => schema.safeParse(value).success;
    if (isRecord(record)) return { issue: undefined, addTo: (records: Records) => listIn(records).push(record) };
    return { issue: schema.safeParse(record).error?.issues[0], addTo: () => 0 };
  };

const kinds = {
  site: reader(importedSite, ({ sites }) => sites),
  customer: reader(importedCustomer, ({ customers }) => customers),
  product: reader(importedProduct, ({ products }) => products),
};

interface Line {
  number: number;
  /** With its end. */
  bytes: Buffer;
}

/** A line that has been read; one that is empty holds no record. */
interface ReadLine extends Line {
  content: ReturnType<typeof recordOf>;
}

/**
 * Batches that one invocation takes, from a byte on, `lines` lines into the file. Throws a `LineError` at the first line
 * that is no record.
 */
export async function* readBatches(file: string, { bytes, lines }: { bytes: number; lines: number }) {
  let collected: ReadLine[] = [];
  for await (const line of readLines(file, bytes, lines)) {
    // What is before a line that is no record is still imported.
    if (collected.length === limits.importRecords) {
      yield batchOf(collected);
      collected = [];
    }
    const next = { ...line, content: recordOf(line) };
    if (!fits([...collected, next])) {
      yield batchOf(collected);
      collected = [];
    }
    collected.push(next);
  }
  if (collected.length > 0) yield batchOf(collected);
}

const fits = (lines: readonly ReadLine[]): boolean =>
  sum(lines.map(({ bytes }) => bytes.length)) <= batchBytes &&
  sum(lines.map(({ content }) => content?.nameLength ?? 0)) <= limits.importNames;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Below the 6 MB of an invocation's payload. */
const batchBytes = limits.functionBody;

async function* readLines(file: string, start: number, before: number): AsyncGenerator<Line> {
  let number = before;
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { start })) {
    const bytes = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf('\n') + 1; end > 0; end = bytes.indexOf('\n', from) + 1) {
      number += 1;
      yield { number, bytes: bytes.subarray(from, end) };
      from = end;
    }
    rest = bytes.subarray(from);
    if (rest.length > batchBytes) throw new LineError(`line ${number + 1}: longer than ${batchBytes} bytes`);
  }
  if (rest.length > 0) yield { number: number + 1, bytes: rest };
}

function batchOf(lines: readonly ReadLine[]): Batch {
  const batch: Batch = {
    sites: [],
    customers: [],
    products: [],
    bytes: Buffer.concat(lines.map(({ bytes }) => bytes)),
    firstLine: lines[0]?.number ?? 0,
    lastLine: lines.at(-1)?.number ?? 0,
  };
  for (const { content } of lines) content?.addTo(batch);
  return batch;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What a line says; undefined where it is empty. */
function recordOf({ number, bytes }: Line) {
  const value = parseLine(number, bytes);
  if (value === undefined) return undefined;
  const tagged = z.looseObject({ type: z.enum(['site', 'customer', 'product']) }).safeParse(value);
  if (!tagged.success) throw new LineError(`line ${number}, field type: must be site, customer, or product`);
  const { type, ...record } = tagged.data;
  const { issue, addTo } = kinds[type](record);
  if (issue) throw new LineError(`line ${number}, field ${issue.path.join('.')}: ${issue.message}`);
  return { addTo, nameLength: type === 'product' ? codePoints(String(record.name)) : 0 };
}

function parseLine(number: number, bytes: Buffer): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new LineError(`line ${number}: not UTF-8`);
  }
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new LineError(`line ${number}: not JSON`);
  }
}
