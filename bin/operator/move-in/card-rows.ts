/**
 * Which rows of a file count in its sum of money: a card may come several times. Three numbers are kept for each card, so a file of a
 * million cards fits in memory.
 */
import { hash } from 'node:crypto';
import { defaultsOf } from '../../../lib/resources/gift-cards/import-rules.ts';
import { textsOf } from '../../../lib/resources/move-in/records.ts';
import type { MoveInRecord } from './records.ts';

export type CardRecord = MoveInRecord<'gift-cards'>;

interface CountedRow {
  line: number;
  /** What stands for its whole record. */
  print: number;
  /** When it was exported, in milliseconds since 1970. */
  exportedAt: number;
}

/** A number that stands for a text. */
export const numberOf = (text: string): number => Number.parseInt(hash('sha256', text, 'hex').slice(0, 12), 16);

export class CardRows {
  readonly #rows = new Map<number, CountedRow>();

  /** Notes the row of a card, and says how it differs from an earlier row of the same code: of two, that of the later export counts. */
  note(line: number, record: CardRecord): 'first' | 'same' | 'other' {
    const key = numberOf(record.code);
    const row = {
      line,
      print: numberOf(textsOf(record, defaultsOf(record))[0]),
      exportedAt: Date.parse(record.exported_at ?? '') || 0,
    };
    const earlier = this.#rows.get(key);
    if (!earlier || earlier.exportedAt < row.exportedAt) this.#rows.set(key, row);
    return !earlier ? 'first' : earlier.print === row.print ? 'same' : 'other';
  }

  /** Whether it is the row of its card that counts. */
  counts(line: number, record: CardRecord): boolean {
    return this.#rows.get(numberOf(record.code))?.line === line;
  }
}
