/** Exports a store's gift cards, or their transactions, as CSV: a page at a time, so that what is in memory does not grow with the store. */
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { giftCard } from '../../lib/resources/gift-cards/fields.ts';
import type { ExportPage } from '../../lib/resources/gift-cards/ledger-fields.ts';
import { decimalOf } from '../../lib/schema/money.ts';
import { type CsvCell, csvLines } from '../command-line/csv.ts';
import { replacePrivate } from '../command-line/private-file.ts';
import { counted, type Outcome, type Session } from './command.ts';

type Exported = ExportPage['data'][number];
type Cells = readonly CsvCell[];

interface Format {
  columns: readonly string[];
  /** `isNew` where nothing of the card was on the page before. */
  rows(exported: Exported, isNew: boolean): Cells[];
}

const cardColumns = Object.keys(giftCard.shape) as (keyof Exported['gift_card'])[];

/** An amount as bookkeepers write it: `25.00` for 2500. */
const asDecimal = (amount: number, currency: string): CsvCell => ({ number: decimalOf(amount, currency) });

const formats = {
  'gift-cards': {
    columns: [...cardColumns, 'initial_value_decimal', 'balance_decimal'],
    rows: ({ gift_card }, isNew) => {
      const { initial_value, balance, currency } = gift_card;
      const decimals = [initial_value, balance].map((amount) => asDecimal(amount, currency));
      return isNew ? [[...cardColumns.map((column) => gift_card[column]), ...decimals]] : [];
    },
  },
  transactions: {
    columns: [
      ...['gift_card_id', 'id', 'type', 'amount', 'balance', 'order_id', 'note'],
      ...['actor_type', 'actor_name', 'created_at', 'currency', 'amount_decimal', 'balance_decimal'],
    ],
    rows: ({ gift_card, transactions }) =>
      transactions.map(({ id, type, amount, balance, order_id, note, actor, created_at }) => [
        ...[gift_card.id, id, type, amount, balance, order_id, note],
        ...[actor.type, actor.name, created_at, gift_card.currency],
        ...[amount, balance].map((each) => asDecimal(each, gift_card.currency)),
      ]),
  },
} as const satisfies Record<string, Format>;

interface Export {
  store: string;
  /** The file; undefined is standard output. */
  to: string | undefined;
}

export async function exportCsv(what: keyof typeof formats, { store, to }: Export, session: Session): Promise<Outcome> {
  const written = { rows: 0 };
  if (to === undefined && session.json) return exportJson(what, store, session);
  const lines = Readable.from(csvOf(formats[what], store, session, written));
  if (to === undefined) {
    await pipeline(lines, process.stdout, { end: false }).catch(unlessUnread);
    return { result: written, ok: true };
  }
  if (existsSync(to)) throw new Error(`${to} exists already: choose another file`);
  // The file is always complete.
  await replacePrivate(to, (handle) => handle.writeFile(lines));
  const result = { ...written, file: to };
  const noun = what === 'transactions' ? 'transaction' : 'gift card';
  return { result, text: `${counted(written.rows, noun)} in ${to}`, ok: true };
}

/** The objects of the contract, as one line of JSON. A transaction also has the id of its card and the currency. */
async function exportJson(what: keyof typeof formats, store: string, session: Session): Promise<Outcome> {
  const data: object[] = [];
  let last: string | undefined;
  for await (const { gift_card, transactions } of exportedBy(store, session)) {
    const { id: gift_card_id, currency } = gift_card;
    if (what === 'transactions') data.push(...transactions.map((each) => ({ gift_card_id, currency, ...each })));
    else if (gift_card_id !== last) data.push(gift_card);
    last = gift_card_id;
  }
  return { result: { data }, text: '', ok: true };
}

/** The reader may have seen enough (`| head`). */
function unlessUnread(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
}

/** Each card with its transactions; a card with many transactions comes several times in a row. */
async function* exportedBy(store: string, { operator, show }: Session): AsyncGenerator<Exported> {
  let cards = 0;
  for (let next: ExportPage['next'] | undefined; next !== null; ) {
    const page: ExportPage = await operator(store).exportGiftCards({ ...next });
    yield* page.data;
    cards += page.data.length;
    show(`${cards} cards read`);
    next = page.next;
  }
}

async function* csvOf(format: Format, store: string, session: Session, written: { rows: number }) {
  yield csvLines([format.columns]);
  let last: string | undefined;
  for await (const exported of exportedBy(store, session)) {
    const rows = format.rows(exported, exported.gift_card.id !== last);
    last = exported.gift_card.id;
    written.rows += rows.length;
    if (rows.length > 0) yield csvLines(rows);
  }
}
