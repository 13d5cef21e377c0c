/** What the dates of a file leave open, told by all of them. */
import type { Format } from './format.ts';
import { fieldsOf } from './formats.ts';
import { textOf } from './reading.ts';
import { isBad, type Rows } from './row.ts';
import { type DateOrder, dateOrders, type ReadDate, readDate } from './values/dates.ts';

interface Survey {
  order: DateOrder;
  /** Whether a date has no zone, so that it is read as one in UTC. */
  hasLocal: boolean;
  /** Whether a date has no time. */
  hasDays: boolean;
}

/**
 * Finds out whether dates such as `03/04/2025` begin with the day or the month: every date must fit. Throws where the file does not
 * tell, and asks for `--dates`.
 */
export async function survey(file: Rows, format: Format, told: DateOrder | undefined): Promise<Survey> {
  const fitting = new Set(dateOrders);
  let [isOpen, hasLocal, hasDays] = [false, false, false];
  for await (const { readings, hasTime, hasZone } of datesOf(file, format)) {
    hasLocal ||= !hasZone;
    hasDays ||= !hasTime;
    if (readings['day-first'] === readings['month-first']) continue;
    isOpen = true;
    for (const order of dateOrders) if (readings[order] === undefined) fitting.delete(order);
  }
  return { order: told ?? (isOpen ? orderOf([...fitting]) : 'day-first'), hasLocal, hasDays };
}

async function* datesOf({ rows }: Rows, format: Format): AsyncGenerator<ReadDate> {
  const columns = [...new Set(fieldsOf(format).flatMap(({ from, isDate }) => (isDate ? from : [])))];
  for await (const row of rows) {
    if (isBad(row)) continue;
    yield* columns.map((column) => readDate(textOf(row, column) ?? '')).filter((date) => date !== undefined);
  }
}

function orderOf([order, other]: readonly DateOrder[]): DateOrder {
  if (order !== undefined && other === undefined) return order;
  const why =
    order === undefined
      ? 'begin with the day in some rows and with the month in others'
      : 'may begin with the day or with the month';
  throw new Error(`dates such as 03/04/2025 ${why}: say which with --dates day-first or --dates month-first`);
}
