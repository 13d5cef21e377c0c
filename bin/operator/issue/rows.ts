/** The file of gift cards to issue: a header, then a card a line. */
import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { issueGiftCardInput } from '../../../lib/resources/gift-cards/fields.ts';
import { readCsv } from '../../command-line/csv.ts';

/** What is asked of the API for a card. */
type IssueInput = z.input<typeof issueGiftCardInput>;

/** A card to issue, and the line it stands on. */
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
  problems: readonly Problem[];
}

/** Reads the whole file before anything is issued. Throws where it is no CSV, or its header is none. */
export async function survey(file: string): Promise<Survey> {
  const hash = createHash('sha256');
  const problems: Problem[] = [];
  const sites = new Map<string, number>();
  let [cards, namesRecipients] = [0, false];
  for await (const { line, input, reason } of readRows(file, (bytes) => hash.update(bytes))) {
    cards += 1;
    if (reason !== undefined) problems.push({ line, reason });
    if (input.site_id && !sites.has(input.site_id)) sites.set(input.site_id, line);
    namesRecipients ||= Boolean(input.recipient_email);
  }
  return { cards, sha256: hash.digest('hex'), sites, namesRecipients, problems };
}

/** Each row, and what is wrong with it. */
export async function* readRows(
  file: string,
  heard?: (bytes: Buffer) => unknown,
): AsyncGenerator<Row & { reason: string | undefined }> {
  let header: readonly string[] | undefined;
  for await (const { line, cells } of readCsv(file, heard)) {
    if (header === undefined) {
      header = checkedHeader(file, cells);
      continue;
    }
    const input = inputOf(header, cells);
    yield { line, input, reason: wrongWith(header, cells, input) };
  }
  if (header === undefined) throw new Error(`${file}: has no header: ${columns.join(',')}, of which value is needed`);
}

function checkedHeader(file: string, cells: readonly string[]): string[] {
  const header = cells.map((cell) => cell.trim());
  const [only = ''] = header;
  if (header.length === 1 && /[;\t|]/.test(only)) {
    throw new Error(
      `${file}: Unknown column ${JSON.stringify(only)}. Separate columns with commas; allowed: ${columns}`,
    );
  }
  const wrong = header.find((name, place) => !columns.includes(name) || header.indexOf(name) !== place);
  if (wrong !== undefined)
    throw new Error(`${file}: ${JSON.stringify(wrong)} is no column, or is one twice: ${columns}`);
  if (!header.includes('value')) throw new Error(`${file}: has no column value`);
  return header;
}

/** Empty cells are fields left out. */
function inputOf(header: readonly string[], cells: readonly string[]): IssueInput {
  const fields = header.map((name, place) => [name, cells[place] === '' ? undefined : cells[place]]);
  const { value, ...input } = Object.fromEntries(fields);
  return { ...input, value: /^\d{1,15}$/.test(value) ? Number(value) : value };
}

function wrongWith(header: readonly string[], cells: readonly string[], input: IssueInput): string | undefined {
  if (cells.length !== header.length) return `has ${cells.length} fields, the header ${header.length}`;
  const { value } = input as { value: unknown };
  const [, whole, cents] = /^(\d{1,13})[.,](\d\d)$/.exec(String(value)) ?? [];
  if (cents !== undefined)
    return `value is in the smallest unit of the currency: ${Number(whole + cents)} for ${value}`;
  const { error, data } = issueGiftCardInput.safeParse(input);
  if (error) return error.issues[0]?.message ?? 'cannot be issued';
  // Some time passes before the last one is issued.
  return data.expires_at && Date.parse(data.expires_at) <= Date.now() ? 'expires_at must be in the future' : undefined;
}
