/** The books of a store's gift cards and store credits as double entries for bookkeeping programs. */
import { addRows, inOrder } from '../../lib/ledger/movement-rules.ts';
import {
  type AccountName,
  accounts,
  type BooksRow,
  type Movement,
  movementNames,
} from '../../lib/ledger/report-fields.ts';
import { decimalOf } from '../../lib/schema/money.ts';
import { parseRfc3339, toTimestamp } from '../../lib/schema/times.ts';
import { csvLines, readCsv } from '../command-line/csv.ts';
import { UsageError } from '../command-line/options.ts';
import type { Outcome, Session } from './command.ts';

type Name = AccountName | Movement;

/** The accounts of movements that are the same for gift cards and store credits. */
const sharedAccounts = {
  sold: 'Assets:Orders',
  imported: 'Equity:Opening balances',
  redeemed: 'Assets:Orders',
  refunded: 'Assets:Orders',
  taken_back: 'Assets:Orders',
} as const;

/** The account that each side of an entry is posted to, unless a file renames it. */
const usualAccounts: Readonly<Record<AccountName, Readonly<Record<'liability' | Movement, string>>>> = {
  gift_cards: {
    ...sharedAccounts,
    liability: 'Liabilities:Gift cards',
    issued_free: 'Expenses:Gift cards issued free',
    adjusted: 'Expenses:Gift card adjustments',
    expired: 'Revenues:Expired gift cards',
  },
  store_credits: {
    ...sharedAccounts,
    liability: 'Liabilities:Store credit',
    issued_free: 'Expenses:Store credit granted',
    adjusted: 'Expenses:Store credit adjustments',
    expired: 'Revenues:Expired store credit',
  },
};

const isName = (text: string | undefined): text is Name => text !== undefined && Object.hasOwn(descriptions, text);

const descriptions: Readonly<Record<Name, string>> = {
  gift_cards: 'Gift cards',
  store_credits: 'Store credit',
  sold: 'sold',
  issued_free: 'issued free',
  imported: 'imported',
  redeemed: 'redeemed',
  refunded: 'refunded',
  adjusted: 'adjusted',
  taken_back: 'taken back by refunds',
  expired: 'expired',
};

interface Posting {
  account: string;
  /** In the smallest unit of the currency; positive for a debit. */
  amount: number;
}

/** A double entry: its postings add up to 0. */
interface Entry {
  date: string;
  /** The id depends only on the store, day, account, movement and currency. */
  id: string;
  description: string;
  currency: string;
  postings: readonly [Posting, Posting];
}

const formats = {
  csv: (entries: readonly Entry[]): string =>
    csvLines([
      ['date', 'id', 'account', 'amount', 'currency', 'description'],
      ...entries.flatMap(({ date, id, description, currency, postings }) =>
        postings.map(({ account, amount }) => [
          ...[date, id, account, { number: decimalOf(amount, currency) }],
          ...[currency, description],
        ]),
      ),
    ]),
  hledger: (entries: readonly Entry[]): string => ['decimal-mark .\n', ...entries.map(transactionOf)].join('\n'),
};

/** A transaction of the hledger journal format (https://hledger.org/hledger.html#journal). */
const transactionOf = ({ date, id, description, currency, postings }: Entry): string =>
  [
    `${date} (${id}) ${description}`,
    ...postings.map(({ account, amount }) => `    ${account}  ${currency} ${decimalOf(amount, currency)}`),
    '',
  ].join('\n');

interface Request {
  store: string;
  from: string;
  to: string;
  format: keyof typeof formats;
  /** A CSV file that renames accounts. */
  accounts: string | undefined;
}

/** Writes an entry for each movement of each day. Throws a `UsageError` for a time that does not start a day, and for a wrong file. */
export async function exportBooks(given: Request, session: Session): Promise<Outcome> {
  const [from, to] = [startOfDay('from', given.from), startOfDay('to', given.to)];
  const renamed = given.accounts === undefined ? {} : await accountsIn(given.accounts);
  const rows = await readBooks({ store: given.store, from, to }, session);
  const entries = rows.flatMap((row) => entriesOf(row, given.store, renamed));
  // The caller prints the end of the last line.
  return { result: { from, to, entries }, text: formats[given.format](entries).slice(0, -1), ok: true };
}

/** Books start and end only at midnight, so that the entries of adjacent calls never share a day. */
function startOfDay(option: string, time: string): string {
  const start = toTimestamp(parseRfc3339(time) ?? 0);
  if (!start.endsWith('T00:00:00Z'))
    throw new UsageError(`--${option} must be the start of a day in UTC, such as 2027-01-31`);
  return start;
}

async function readBooks(
  { store, from, to }: { store: string; from: string; to: string },
  { operator, show }: Session,
) {
  const rows = new Map<string, BooksRow>();
  let pages = 0;
  for (let after: string | null | undefined; after !== null; ) {
    const page = await operator(store).reportMovements({ from, to, group: 'day', after });
    addRows(rows, page.data);
    after = page.next;
    pages += 1;
    show(`${pages} pages${after === null ? '' : `, continuing after ${after}`}`);
  }
  return inOrder(rows);
}

const entriesOf = (row: BooksRow, store: string, renamed: Renamed): Entry[] =>
  movementNames
    .filter((name) => row[name] !== 0)
    .map((name) => ({
      date: row.period,
      id: [store, row.period, row.account, name, row.currency].join(':'),
      description: `${descriptions[row.account]} ${descriptions[name]}`,
      currency: row.currency,
      postings: [
        // A liability is a credit, so a card that is sold makes it more negative.
        { account: renamed[row.account] ?? usualAccounts[row.account].liability, amount: -row[name] },
        { account: renamed[name] ?? usualAccounts[row.account][name], amount: row[name] },
      ],
    }));

/** Account names as hledger reads them: no comment, no two blanks, no sign of a virtual posting. */
const accountName = /^[\p{L}\p{N}](?:[^\p{C};\s]| (?! ))*$/u;

/** Account names from a file: a movement has the same one for gift cards and store credits. */
type Renamed = Partial<Record<Name, string>>;

async function accountsIn(file: string): Promise<Renamed> {
  const names: Renamed = {};
  for await (const { line, cells } of readCsv(file)) {
    const [name, account = ''] = cells.map((cell) => cell.trim());
    if (!isName(name)) {
      const known = [...accounts, ...movementNames].join(', ');
      throw new UsageError(`${file}, line ${line}: ${name} is unknown; the columns are ${known}`);
    }
    if (cells.length !== 2 || !accountName.test(account)) {
      throw new UsageError(
        `${file}, line ${line}: the account of ${name} must be a name such as Liabilities:Gift cards`,
      );
    }
    names[name] = account;
  }
  return names;
}
