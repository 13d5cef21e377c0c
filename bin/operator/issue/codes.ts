/** The file of the codes of issued gift cards, in CSV: whoever has one can spend its card, so only its owner can read the file. */
import { existsSync } from 'node:fs';
import { type FileHandle, readFile } from 'node:fs/promises';
import type { StoreCommerce } from '../../../lib/client/store-commerce.ts';
import { csvLines, readCsv } from '../../command-line/csv.ts';
import { appendToPrivate, changePrivate, createPrivate } from '../../command-line/private-file.ts';
import { append } from '../journal.ts';

const header = ['line', 'gift_card_id', 'code', 'value', 'currency', 'expires_at', 'recipient_email'];

type IssuedGiftCard = Awaited<ReturnType<StoreCommerce['giftCards']['issue']>>;

/** A card, by the line it was issued from. */
export interface Issued {
  line: number;
  card: IssuedGiftCard;
  /** As the file names them, mailed to or not. */
  recipient: string | null;
}

export interface Codes {
  /** Lines whose codes are in the file. */
  done: ReadonlySet<number>;
  /** Returns when they are on the disk. */
  add(cards: readonly Issued[]): Promise<void>;
  close(): Promise<void>;
}

/** Makes the file, which must not be there yet. */
export async function createCodes(file: string): Promise<Codes> {
  const handle = await createPrivate(file);
  await append(handle, csvLines([header]));
  return codesIn(handle, new Set());
}

/** Goes on with the file of a run that died; makes it where it is gone. */
export async function resumeCodes(file: string): Promise<Codes> {
  if (!existsSync(file)) return createCodes(file);
  const text = await readFile(file, 'utf8');
  // A line that was being written is asked for again.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const head = csvLines([header]);
  if (whole === '' ? !head.startsWith(text) : headerOf(whole) !== header.join()) {
    throw new Error(`${file} holds no codes of gift cards`);
  }
  const handle = await changePrivate(file);
  await handle.truncate(Buffer.byteLength(whole));
  await handle.close();
  const appending = await appendToPrivate(file);
  if (whole === '') await append(appending, head);
  const done = new Set<number>();
  for await (const { line, cells } of readCsv(file)) if (line > 1) done.add(Number(cells[0]));
  return codesIn(appending, done);
}

/** Without quotes: earlier versions wrote none. */
const headerOf = (text: string): string => text.slice(0, text.indexOf('\n')).trim().replaceAll('"', '');

const codesIn = (handle: FileHandle, done: ReadonlySet<number>): Codes => ({
  done,
  add: (cards) => append(handle, csvLines(cards.map(rowOf))),
  close: () => handle.close(),
});

const rowOf = ({ line, card, recipient }: Issued) => [
  line,
  card.id,
  card.code,
  card.initial_value,
  card.currency,
  card.expires_at,
  recipient,
];
