/**
 * The two files of an issue, both in CSV: the cards to issue, a line each below a header, and the codes of the cards that are issued. A
 * code is all that it takes to spend a card, so only the owner of the file of codes can read it.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, readFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import type { StoreCommerce } from '../../../lib/client/store-commerce.ts';
import { issueGiftCardInput } from '../../../lib/resources/gift-cards/fields.ts';
import { csvLines, readCsv } from '../../command-line/csv.ts';
import { appendToPrivate, changePrivate, createPrivate } from '../../command-line/private-file.ts';
import { append } from '../files/journal.ts';
import { tableOf } from '../files/rows.ts';
import { amountOf, Refusal } from '../move-in/values.ts';

/** The API fields of a card. */
type IssueInput = z.input<typeof issueGiftCardInput>;

/** A card to issue, and its line. */
export interface Row {
  line: number;
  input: IssueInput;
}

/** What is wrong with a line. */
export interface Problem {
  line: number;
  reason: string;
}

/** The file's columns are the fields of the API's Issue. */
const columns: readonly string[] = Object.keys(issueGiftCardInput.shape);

/** What a file holds. */
export interface Survey {
  cards: number;
  /** SHA-256 of its bytes, in hexadecimal. */
  sha256: string;
  /** The lines on which a site is first named. */
  sites: ReadonlyMap<string, number>;
  namesRecipients: boolean;
  /** The total value of all cards, in the smallest unit of the store's currency. */
  value: number;
  problems: readonly Problem[];
}

/** How the amounts of a file are written: in the smallest unit, or as decimals of the store's currency (ISO 4217). */
export interface Amounts {
  decimal: boolean;
  currency: string;
}

/** Reads the whole file before anything is issued. Throws if the file is not CSV, or its header is invalid. */
export async function survey(file: string, amounts: Amounts): Promise<Survey> {
  const hash = createHash('sha256');
  const problems: Problem[] = [];
  const sites = new Map<string, number>();
  let [cards, value, namesRecipients] = [0, 0, false];
  for await (const { line, input, reason } of readRows(file, amounts, (bytes) => hash.update(bytes))) {
    cards += 1;
    if (reason === undefined) value += Number(input.value);
    if (reason !== undefined) problems.push({ line, reason });
    if (input.site_id && !sites.has(input.site_id)) sites.set(input.site_id, line);
    namesRecipients ||= Boolean(input.recipient_email);
  }
  return { cards, value, sha256: hash.digest('hex'), sites, namesRecipients, problems };
}

/** Each row, and what is wrong with it. */
export async function* readRows(
  file: string,
  amounts: Amounts,
  heard?: (bytes: Uint8Array) => unknown,
): AsyncGenerator<Row & { reason: string | undefined }> {
  const table = await tableOf(readCsv(file, heard));
  if (!table) throw new Error(`${file}: has no header. Columns: ${columns.join(',')} (value is required)`);
  const { headings, rows } = table;
  checkHeader(file, headings);
  for await (const { line, cells } of rows) {
    const { input, reason } = inputOf(headings, cells, amounts);
    yield { line, input, reason: reason ?? wrongWith(headings, cells, input) };
  }
}

function checkHeader(file: string, header: readonly string[]): void {
  const [only = ''] = header;
  if (header.length === 1 && /[;\t|]/.test(only)) {
    throw new Error(
      `${file}: Unknown column ${JSON.stringify(only)}. Separate columns with commas; allowed: ${columns}`,
    );
  }
  const wrong = header.find((name, place) => !columns.includes(name) || header.indexOf(name) !== place);
  if (wrong !== undefined)
    throw new Error(`${file}: ${JSON.stringify(wrong)} is unknown or repeated. Columns: ${columns}`);
  if (!header.includes('value')) throw new Error(`${file}: has no column value`);
}

/** Empty cells are omitted fields. A value that is not an amount is returned unchanged, with the reason. */
function inputOf(header: readonly string[], cells: readonly string[], amounts: Amounts) {
  const fields = header.map((name, place) => [name, cells[place] === '' ? undefined : cells[place]]);
  const input = Object.fromEntries(fields);
  try {
    return { input: { ...input, value: amountIn(input.value, amounts) } as IssueInput, reason: undefined };
  } catch (error) {
    if (error instanceof Refusal) return { input: input as IssueInput, reason: `value ${error.message}` };
    throw error;
  }
}

/** The amount in a text; without `decimal`, a text that is not an amount is returned unchanged. Throws a `Refusal` for a wrong decimal. */
function amountIn(text: string | undefined, { decimal, currency }: Amounts): unknown {
  if (text === undefined) return undefined;
  if (decimal) return amountOf(text, currency);
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

function wrongWith(header: readonly string[], cells: readonly string[], input: IssueInput): string | undefined {
  if (cells.length !== header.length) return `has ${cells.length} fields, the header ${header.length}`;
  const { value } = input as { value: unknown };
  const [, whole, cents] = /^(\d{1,13})[.,](\d\d)$/.exec(String(value)) ?? [];
  if (cents !== undefined)
    return `value is in the smallest unit of the currency: ${Number(whole + cents)} for ${value}, or use --decimal`;
  const { error, data } = issueGiftCardInput.safeParse(input);
  if (error) return error.issues[0]?.message ?? 'cannot be issued';
  // Some time passes before the last one is issued.
  return data.expires_at && Date.parse(data.expires_at) <= Date.now() ? 'expires_at must be in the future' : undefined;
}

/** The columns of the file of codes. */
const codeColumns = ['line', 'gift_card_id', 'code', 'value', 'currency', 'expires_at', 'recipient_email'];

type IssuedGiftCard = Awaited<ReturnType<StoreCommerce['giftCards']['issue']>>;

/** A card, by the line it was issued from. */
export interface Issued {
  line: number;
  card: IssuedGiftCard;
  /** As the file names them, mailed to or not. */
  recipient: string | null;
}

export interface Codes {
  /** Lines with codes in the file. */
  done: ReadonlySet<number>;
  /** Returns when they are on the disk. */
  add(cards: readonly Issued[]): Promise<void>;
  close(): Promise<void>;
}

/** Makes the file, which must not be there yet. */
export async function createCodes(file: string): Promise<Codes> {
  const handle = await createPrivate(file);
  await append(handle, csvLines([codeColumns]));
  return codesIn(handle, new Set());
}

/** Continues the file of a run that died; makes it if it is gone. */
export async function resumeCodes(file: string): Promise<Codes> {
  if (!existsSync(file)) return createCodes(file);
  const text = await readFile(file, 'utf8');
  // A line that was being written is asked for again.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const head = csvLines([codeColumns]);
  if (whole === '' ? !head.startsWith(text) : columnsOf(whole) !== codeColumns.join()) {
    throw new Error(`${file} contains no gift card codes`);
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
const columnsOf = (text: string): string => text.slice(0, text.indexOf('\n')).trim().replaceAll('"', '');

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
