/** Imports files of gift cards, store credits, reviews, addresses and waiting shoppers, our own or of another system, each record exactly once. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { UsageError } from '../../command-line/options.ts';
import { asMoney, counted, type Outcome, type Session } from '../command.ts';
import { lineOf } from '../definition.ts';
import { hashOf, targetOf } from '../files/journal.ts';
import { type Pace, paceOf } from '../progress.ts';
import { sumLiability } from '../reports.ts';
import { isOfMoney, sumAccounts } from './cards.ts';
import { openExport } from './export.ts';
import { importFile } from './import-file.ts';
import { type FileJournal, openJournal } from './journal.ts';
import { lookupOf } from './maps.ts';

import { asText, type FileReport, type Report, refusedRowsOf, reporting } from './report.ts';
import type { DateOrder } from './values.ts';

export interface MoveIn {
  store: string;
  files: readonly string[];
  as: string | undefined;
  dates: DateOrder | undefined;
  decimal: boolean;
  update: boolean;
  'dry-run': boolean;
  products: string | undefined;
  customers: string | undefined;
  countries: string | undefined;
  'exported-at': string | undefined;
  report: string | undefined;
}

/** Throws, and says what to do, where a file cannot be read at all, or a call fails: the same command continues. */
export async function moveIn(given: MoveIn, session: Session): Promise<Outcome> {
  const { 'exported-at': exportedAt, 'dry-run': isDry } = given;
  if (exportedAt !== undefined && Date.parse(exportedAt) > Date.now()) {
    throw new UsageError(`--exported-at must be in the past, not ${exportedAt}`);
  }
  const { currency } = await session.operator(given.store).reportLiability({});
  const maps = await mapsOf(given);

  return reporting(given.report, async (report) => {
    const work: Work = { given, session, report, maps, currency, journals: [] };
    const files = await importAll(work);
    const { before } = work;
    return {
      result: { files, refused_rows: refusedRowsOf(report), liability_before: before, report: given.report },
      text: [
        asText(files, report, { currency, isDry, update: given.update }),
        ...(before ? [explained(before, currency, given, session)] : []),
      ].join('\n'),
      ok: files.every(isWhole),
    };
  });
}

async function importAll(work: Work): Promise<FileReport[]> {
  const files: FileReport[] = [];
  for (const file of work.given.files) files.push(await importOne(file, work));
  await work.report.finish(files);
  for (const journal of work.journals) await journal.remove();
  return files;
}

/** Whether no row was refused, and the ledger agrees. */
const isWhole = ({ refused, sums }: FileReport): boolean =>
  refused === 0 && (sums?.ledger ?? sums?.file) === sums?.file;

type Maps = Awaited<ReturnType<typeof mapsOf>>;

async function mapsOf({ products, customers, countries }: MoveIn) {
  const read = (kind: Parameters<typeof lookupOf>[0], file: string | undefined) =>
    lookupOf(kind, file === undefined ? undefined : createReadStream(file)).catch((error: unknown) => {
      throw error instanceof Error ? new Error(`${file}: ${error.message}`) : error;
    });
  return {
    products: await read('products', products),
    customers: await read('customers', customers),
    countries: await read('countries', countries),
  };
}

interface Work {
  given: MoveIn;
  session: Session;
  report: Report;
  maps: Maps;
  currency: string;
  /** Of the files that are done: they stay until all are, so that a run that died does not read one again. */
  journals: FileJournal[];
  /** What the store owed before its first file of gift cards or store credits. */
  before?: Liability;
}

async function importOne(file: string, work: Work): Promise<FileReport> {
  const { given, session, report, maps, currency, journals } = work;
  const { store, as, dates, decimal, update, 'dry-run': isDry } = given;
  const { mtime, size } = await stat(file);
  const exportedAt = given['exported-at'] ?? `${mtime.toISOString().slice(0, 19)}Z`;
  const pace = paceOf(size, (text) => session.show(`${file}: ${text}`));
  const open = async (heard: Pace['heard'] = () => {}) => {
    const read = () => withEach(createReadStream(file), heard);
    // Without a change, the function returns the store.
    const addressesOfStore = () => session.operator(store).updateStore({});
    const asked = { as, dates, decimal, currency, addressesOfStore, ...maps, now: Date.now(), exportedAt };
    return openExport(read, asked).catch((error: unknown) => {
      throw error instanceof Error ? new Error(`${file}: ${error.message}`) : error;
    });
  };

  const { format, notes, rows } = await open(pace.heard);
  const operator = session.operator(store);
  const isMoney = isOfMoney(format.kind);
  if (isMoney && !isDry) work.before ??= await liabilityOf(store, session);
  const settings = {
    into: targetOf(store, session),
    sha256: (await hashOf(file)).digest('hex'),
    options: optionsOf(given, exportedAt),
  };
  const opened = isDry ? undefined : await openJournal(file, settings);
  if (opened && opened.done.rows > 0) session.show(`${file}: continuing after row ${opened.done.rows}`);
  const refused = (row: Parameters<Report['refused']>[1]) => report.refused(file, row);
  try {
    const { tally, accounts } = await importFile(
      { kind: format.kind, rows, update, operator, into: opened, show: pace.show },
      refused,
    );
    const show = (count: number) => session.show(`${file}: ${counted(count, 'card')} summed up`);
    const counting = { accounts, operator: isDry ? undefined : operator, show };
    const found = isMoney ? await sumAccounts(format.kind, (await open()).rows, counting, refused) : undefined;
    if (opened) journals.push(opened.journal);
    return {
      file,
      format: format.name,
      ...tally,
      notes,
      ...found,
    };
  } finally {
    await opened?.journal.close();
  }
}

/** What makes other records of the same file. */
const optionsOf = (
  { as, dates, decimal, update, products, customers, countries }: MoveIn,
  exportedAt: string,
): string => JSON.stringify({ as, dates, decimal, update, products, customers, countries, exportedAt });

async function* withEach(source: AsyncIterable<Buffer>, heard: Pace['heard']): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    heard(bytes.length);
    yield bytes;
  }
}

interface Liability {
  at: string;
  cards: number;
  /** Of gift cards, in the smallest unit of the store's currency. */
  balance: number;
  /** By reason. */
  store_credits: Readonly<Record<string, { balance: number }>>;
}

async function liabilityOf(store: string, session: Session): Promise<Liability> {
  const { total, store_credits, at } = await sumLiability({ store }, session);
  return { at, ...total, store_credits };
}

function explained(
  { at, balance, store_credits }: Liability,
  currency: string,
  { store }: MoveIn,
  { target }: Session,
): string {
  const credits = Object.values(store_credits).reduce((sum, each) => sum + each.balance, 0);
  const before = `${asMoney(balance, currency)} on gift cards and ${asMoney(credits, currency)} of store credit`;
  return (
    `Liability before the import, at ${at}: ${before}. A minute after the import, this command shows the new liability:\n` +
    lineOf(['liability', '--store', store], target)
  );
}
