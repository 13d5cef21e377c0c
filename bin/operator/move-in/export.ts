/** A file of another system, or of our own formats, as records to import. */
import type { Format, Given } from './format.ts';
import { formatOf } from './formats.ts';
import { type ReadRow, readRows } from './reading.ts';
import { rowsOf } from './rows.ts';
import { survey } from './survey.ts';
import type { DateOrder } from './values/dates.ts';

interface Asked extends Omit<Given, 'dates'> {
  /** The format's name, where the header is not to tell it. */
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
  { as, dates, ...given }: Asked,
): Promise<Export> {
  const first = await rowsOf(open());
  const format = formatOf(first, as);
  const { order, hasLocal, hasDays } = await survey(first, format, dates);
  return {
    format,
    notes: [
      ...(hasLocal ? ['Dates without a time zone are read as UTC.'] : []),
      ...(hasDays && format.kind === 'gift-cards'
        ? ['A card whose expiry has no time can be spent until the end of that day in UTC.']
        : []),
    ],
    rows: readRows(await rowsOf(open()), format, { ...given, dates: order }),
  };
}
