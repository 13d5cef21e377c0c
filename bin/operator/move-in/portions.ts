/** Groups the records of a file into calls of its function, some of which are made side by side. */
import * as batches from '../../../lib/runtime/batches.ts';
import { type CardRecord, numberOf } from './card-rows.ts';
import type { ReadRow } from './reading.ts';
import type { Kind, MoveInRecord } from './records.ts';
import type { BadRow } from './row.ts';

/** A record and the line of its row. */
export interface Placed {
  line: number;
  record: MoveInRecord;
}

/** So many rows of a file. */
export interface Portion {
  rows: number;
  /** Records of one identity are in one call, in the order of the file: of two that differ, the first is imported. */
  calls: readonly (readonly Placed[])[];
  bad: readonly BadRow[];
}

const callsSideBySide = 4;

/** Rows without a record, or bad ones, do not wait for calls to fill. */
const rowsAtMost = 1000;

const identities: { [K in Kind]: (record: MoveInRecord<K>) => string } = {
  'gift-cards': ({ code }) => code,
  reviews: ({ customer_id, product_id }) => `${customer_id} ${product_id}`,
  'customer-addresses': ({ customer_id }) => customer_id,
  'waitlist-entries': ({ variant_id, email }) => `${variant_id} ${email.toLowerCase()}`,
};

/** Divides rows into portions, each of which is imported before the next. */
export async function* chunksOf(rows: AsyncIterable<ReadRow>, kind: Kind): AsyncGenerator<Portion> {
  const identityOf = identities[kind] as (record: MoveInRecord) => string;
  const begin = () => ({
    rows: 0,
    calls: Array.from({ length: callsSideBySide }, (): Placed[] => []),
    bad: [] as BadRow[],
  });
  let portion = begin();
  for await (const { line, records, bad } of rows) {
    portion.rows += 1;
    portion.bad.push(...bad);
    for (const record of records) {
      portion.calls[numberOf(identityOf(record)) % callsSideBySide]?.push({ line, record });
    }
    const isFull = portion.calls.some((call) => call.length + recordsOfRow > batches.movedInRecords.size);
    if (!isFull && portion.rows < rowsAtMost) continue;
    yield portion;
    portion = begin();
  }
  if (portion.rows > 0) yield portion;
}

/** A row holds so many at most. */
const recordsOfRow = 2;

export const isCard = (record: MoveInRecord): record is CardRecord => 'code' in record;
