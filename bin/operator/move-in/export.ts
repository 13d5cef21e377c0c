/** Reads a file of another system, or of our own formats, as records to import. */
import { debuglog } from 'node:util';
import type { AddressSettings } from '../../../lib/resources/customer-addresses/rules.ts';
import { rulesOfImported } from '../../../lib/resources/move-in/address-rules.ts';
import { defaultAddressSettings } from '../../../lib/resources/stores/rules.ts';
import { type BadRow, isBad, type Row, type Rows, rowsOf } from '../files/rows.ts';
import type { Field, Fields, Format, Given } from './format.ts';
import { fieldsOf, formatOf } from './formats.ts';
import { isAddress, type Kind, type MoveInRecord, records } from './records.ts';
import { type DateOrder, dateOrders, type ReadDate, Refusal, readDate } from './values.ts';

interface Asked extends Omit<Given, 'dates' | 'addresses'> {
  /** Reads the settings of the store, for a file of addresses; default: those of a new store. */
  addressesOfStore?: (() => Promise<AddressSettings>) | undefined;
  /** The format's name, if the header should not determine it. */
  as?: string | undefined;
  dates?: DateOrder | undefined;
}

interface Export {
  format: Format;
  /** How the file is read where it leaves something open, in sentences for the operator. */
  notes: readonly string[];
  rows: AsyncIterable<ReadRow>;
}

/**
 * Opens a file to read its records, a row at a time. The file is read twice: first for what its dates leave open. Throws, and says what
 * to do, where its format or the order of its dates is not clear, or where it cannot be read.
 */
export async function openExport(
  open: () => AsyncIterable<Uint8Array>,
  { as, dates, addressesOfStore, ...given }: Asked,
): Promise<Export> {
  const first = await rowsOf(open());
  const format = formatOf(first, as);
  const { order, hasLocal, hasDays } = await survey(first, format, dates);
  const addresses = (format.kind === 'customer-addresses' && (await addressesOfStore?.())) || defaultAddressSettings;
  return {
    format,
    notes: [
      ...(hasLocal ? ['Dates without a time zone are read as UTC.'] : []),
      ...(hasDays && format.kind in expiring
        ? [`${expiring[format.kind]} with an expiry date but no time can be spent until the end of that day in UTC.`]
        : []),
    ],
    rows: readRows(await rowsOf(open()), format, { ...given, addresses, dates: order }),
  };
}

const expiring: Partial<Record<Kind, string>> = { 'gift-cards': 'A card', 'store-credits': 'A store credit' };

interface Survey {
  order: DateOrder;
  /** Whether a date has no zone, so that it is read as one in UTC. */
  hasLocal: boolean;
  /** Whether a date has no time. */
  hasDays: boolean;
}

/**
 * Finds out whether dates such as `03/04/2025` begin with the day or the month: every date must fit. Throws if the file does not
 * show it, and asks for `--dates`.
 */
export async function survey(file: Rows, format: Format, given: DateOrder | undefined): Promise<Survey> {
  const fitting = new Set(dateOrders);
  let [isOpen, hasLocal, hasDays] = [false, false, false];
  for await (const { readings, hasTime, hasZone } of datesOf(file, format)) {
    hasLocal ||= !hasZone;
    hasDays ||= !hasTime;
    if (readings['day-first'] === readings['month-first']) continue;
    isOpen = true;
    for (const order of dateOrders) if (readings[order] === undefined) fitting.delete(order);
  }
  return { order: given ?? (isOpen ? orderOf([...fitting]) : 'day-first'), hasLocal, hasDays };
}

async function* datesOf({ rows }: Rows, format: Format): AsyncGenerator<ReadDate> {
  const columns = [...new Set(fieldsOf(format).flatMap(({ from, isDate }) => (isDate ? from : [])))];
  for await (const row of rows) {
    if (isBad(row)) continue;
    yield* columns.map((column) => readDate(cellOf(row, column) ?? '')).filter((date) => date !== undefined);
  }
}

function orderOf([order, other]: readonly DateOrder[]): DateOrder {
  if (order !== undefined && other === undefined) return order;
  const why =
    order === undefined
      ? 'begin with the day in some rows and with the month in others'
      : 'may begin with the day or with the month';
  throw new Error(`dates such as 03/04/2025 ${why}: choose --dates day-first or --dates month-first`);
}

/** The outcome of a row: its records, one for most rows, and what is wrong with those that cannot be imported. */
export interface ReadRow {
  line: number;
  records: readonly MoveInRecord[];
  bad: readonly BadRow[];
}

/** Reads the records of each row. A row that holds none, as a customer without an address, comes without any. */
export async function* readRows({ columns, rows }: Rows, format: Format, given: Given): AsyncGenerator<ReadRow> {
  for await (const row of rows) {
    if (isBad(row)) {
      yield { line: row.line, records: [], bad: [row] };
      continue;
    }
    const read = format.records
      .filter(({ where }) => !where || where.some((name) => cellOf(row, name) !== undefined))
      .map(({ fields }) => recordOf({ row, columns, given }, fields, format.kind));
    yield { line: row.line, records: read.filter(isRecord), bad: read.filter(isBad) };
  }
}

const isRecord = (read: MoveInRecord | BadRow): read is MoveInRecord => !('rule' in read);

interface Read {
  row: Row;
  columns: Rows['columns'];
  given: Given;
}

function recordOf(read: Read, fields: Fields, kind: Kind): MoveInRecord | BadRow {
  const outcomes = Object.entries(fields).map(([name, field]) => [name, fieldValue(read, field)] as const);
  for (const [name, outcome] of outcomes) {
    if (outcome instanceof Refusal) return badRow(read, fields[name], outcome.message);
  }
  const { data, error } = records[kind].safeParse(
    Object.fromEntries(outcomes.filter(([, outcome]) => outcome !== undefined)),
  );
  const [issue] = data ? brokenByStore(data, read.given) : error.issues;
  return issue ? badRow(read, fields[String(issue.path?.[0])], issue.message) : (data as MoveInRecord);
}

/** The rules of the store that a record breaks besides those of its fields. */
const brokenByStore = (record: MoveInRecord, { addresses }: Given) =>
  isAddress(record) ? rulesOfImported(record, addresses) : [];

/** `NODE_DEBUG=move-in` shows the cause of a row that could not be read. */
const debug = debuglog('move-in');

/** No cell stops an import, with any content. */
function fieldValue({ row, given }: Read, { from, read }: Field): unknown {
  try {
    return read(
      from.map((column) => cellOf(row, column)),
      given,
    );
  } catch (error) {
    if (error instanceof Refusal) return error;
    debug('line %d: %o', row.line, error);
    return new Refusal('could not be read');
  }
}

/** Names the column that holds the field, or would. */
function badRow({ row, columns }: Read, field: Field | undefined, rule: string): BadRow {
  const from = field?.from ?? [];
  const name =
    from.find((each) => cellOf(row, each) !== undefined) ?? from.find((each) => columns.has(each)) ?? from[0] ?? '';
  return { line: row.line, column: columns.get(name) ?? name, rule };
}

/** The trimmed text of a cell; undefined if it is empty. */
const cellOf = ({ cells }: Row, column: string): string | undefined => cells.get(column)?.trim() || undefined;
