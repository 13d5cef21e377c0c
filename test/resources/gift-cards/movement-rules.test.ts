/** The books of gift cards, by the rules only: a year of random trade against a bookkeeper who books each event when it happens. */
// @module-tag long

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addMovements,
  addRows,
  type Books,
  boundsOf,
  inOrder,
  movementOf,
  noMovementSums,
  refuseWrongBooks,
  rowsOf,
} from '../../../lib/ledger/movement-rules.ts';
import { type BooksRow, type Movement, movementNames } from '../../../lib/ledger/report-fields.ts';
import { type Extension, update } from '../../../lib/ledger/rules.ts';
import { addEntriesAt, noSumsAt, stateAt } from '../../../lib/ledger/state-rules.ts';
import type { GiftCardTransaction } from '../../../lib/resources/gift-cards/fields.ts';
import type { GiftCardRecord } from '../../../lib/resources/gift-cards/rules.ts';
import { secondsBefore, toTimestamp } from '../../../lib/schema/times.ts';

const year = { from: '2027-01-01T00:00:00Z', to: '2028-01-01T00:00:00Z' };

describe('the time of books', () => {
  const now = '2028-01-01T00:01:00Z';
  const refused =
    (books: Partial<Books>, by = now, after?: string) =>
    () =>
      refuseWrongBooks({ ...year, group: 'day', ...books, after }, by);

  test('ends after it starts, at most 400 days later', () => {
    expect(refused({})).not.toThrow();
    expect(refused({ from: '2026-11-27T00:00:00Z' })).not.toThrow();
    expect(refused({ from: '2026-11-26T23:59:59Z' })).toThrow('to must be at most 400 days after from');
    expect(refused({ from: year.to })).toThrow('to must be after from');
  });

  test('ends a minute ago at the latest, or five seconds later on the pages that follow', () => {
    expect(refused({}, '2028-01-01T00:00:59Z')).toThrow('to must be a minute ago or earlier');
    expect(refused({}, '2028-01-01T00:00:55Z', 'gcd_1')).not.toThrow();
    expect(refused({}, '2028-01-01T00:00:54Z', 'gcd_1')).toThrow('to must be a minute ago or earlier');
  });

  test('is divided at midnight, or at the first of each month, and starts and ends anywhere', () => {
    expect(boundsOf({ from: '2028-02-28T12:00:00Z', to: '2028-03-01T00:00:01Z', group: 'day' })).toEqual([
      ...['2028-02-28T12:00:00Z', '2028-02-29T00:00:00Z', '2028-03-01T00:00:00Z', '2028-03-01T00:00:01Z'],
    ]);
    expect(boundsOf({ from: '2027-12-31T23:59:59Z', to: '2028-02-01T00:00:00Z', group: 'month' })).toEqual([
      ...['2027-12-31T23:59:59Z', '2028-01-01T00:00:00Z', '2028-02-01T00:00:00Z'],
    ]);
    expect(boundsOf({ ...year, group: 'day' })).toHaveLength(366);
    expect(boundsOf({ ...year, group: 'month' })).toHaveLength(13);
  });
});

const staff = { type: 'api_key', name: 'Desk' } as const;
const system = { type: 'system', name: null } as const;
const importing = { type: 'system', name: 'import' } as const;

const entryOf = (fields: Partial<GiftCardTransaction>): GiftCardTransaction => ({
  ...{ id: 'gct_1', type: 'issued', amount: 0, balance: 0, order_id: null, note: null },
  ...{ actor: staff, created_at: year.from, ...fields },
});

test.each<[Movement | undefined, Partial<GiftCardTransaction>]>([
  ['sold', { type: 'issued', order_id: 'ord_1', actor: { type: 'customer', name: null } }],
  ['issued_free', { type: 'issued' }],
  ['imported', { type: 'issued', actor: importing }],
  ['imported', { type: 'adjusted', actor: importing }],
  ['redeemed', { type: 'redeemed', order_id: 'ord_1' }],
  ['refunded', { type: 'refunded', order_id: 'ord_1', actor: system }],
  ['adjusted', { type: 'adjusted' }],
  ['issued_free', { type: 'issued', actor: { type: 'api_key', name: 'import' } }],
  ['taken_back', { type: 'adjusted', order_id: 'ord_1', actor: system, note: 'Refund' }],
  [undefined, { type: 'disabled', actor: importing }],
  [undefined, { type: 'enabled' }],
])('the column %s has the entry %o', (movement, entry) => {
  expect(movementOf('gift_cards', entryOf(entry))).toBe(movement);
});

/** A card with all its entries and extensions, in order. */
interface History {
  card: GiftCardRecord;
  entries: GiftCardTransaction[];
  extensions: Extension[];
}

const blank: GiftCardRecord = {
  ...{ id: 'gcd_1', last4: '2345', code_hash: 'hash', currency: 'USD', initial_value: 100, balance: 0, site_id: null },
  ...{ recipient_email: null, message: null, note: null, expires_at: null, disabled_at: null, locales: [], holds: [] },
  ...{ last_entry: { type: 'issued', amount: 100, order_id: null }, last_transaction_id: 'gct_1' },
  ...{ created_at: year.from, updated_at: year.from },
};

const day = 86_400;
const start = Date.parse(year.from) / 1000;

/** Seconds of the year, every third at a midnight, so that entries meet an expiry. */
const second = fc
  .tuple(fc.integer({ min: -20, max: 380 }), fc.constantFrom(0, 0, 1, 43_200, day - 1))
  .map(([days, seconds]) => start + days * day + seconds);

const timeOf = (seconds: number): string => toTimestamp(seconds * 1000);

const deed = fc.record({
  second,
  kind: fc.constantFrom(
    'spend',
    'refund',
    'adjust',
    'take back',
    'disable',
    'enable',
    'expire',
    'expire',
    'never expire',
  ),
  amount: fc.integer({ min: 1, max: 900 }),
  expiry: second,
});

const trade = fc.record({
  issued: second,
  by: fc.constantFrom('order', 'staff', 'import'),
  value: fc.integer({ min: 1, max: 10_000 }),
  expiry: fc.option(second),
  deeds: fc.array(deed, { maxLength: 12 }),
});

type Trade = typeof trade extends fc.Arbitrary<infer T> ? T : never;

/** The entry for each kind of action on a card with a balance. */
const posted: Readonly<Record<string, (amount: number, balance: number) => Partial<GiftCardTransaction>>> = {
  spend: (amount, balance) => ({ type: 'redeemed', amount: -Math.min(amount, balance), order_id: 'ord_2' }),
  refund: (amount) => ({ type: 'refunded', amount, order_id: 'ord_2', actor: system }),
  adjust: (amount, balance) => ({ type: 'adjusted', amount: amount % 2 ? amount : -Math.min(amount, balance) }),
  'take back': (_, balance) => ({ type: 'adjusted', amount: -balance, order_id: 'ord_1', actor: system }),
  disable: () => ({ type: 'disabled' }),
  enable: () => ({ type: 'enabled' }),
};

const issuers = { order: { order_id: 'ord_1', actor: system }, staff: {}, import: { actor: importing } };

/** What happens to a card up to a time, by the rules that the functions use. */
function happen({ issued, by, value, expiry, deeds }: Trade, through = Number.POSITIVE_INFINITY): History {
  // Only an import takes a card that has expired.
  const expires_at = expiry === null || (expiry <= issued && by !== 'import') ? null : timeOf(expiry);
  const history: History = { card: { ...blank, expires_at }, entries: [], extensions: [] };
  const post = (at: number, fields: Partial<GiftCardTransaction>) => {
    history.card.balance += fields.amount ?? 0;
    history.entries.push(entryOf({ ...fields, created_at: timeOf(at) }));
  };
  const extend = (at: number, until: string | null) => {
    const { next, extension } = update(history.card, { expires_at: until }, timeOf(at));
    history.card = next;
    if (extension) history.extensions.push(extension);
  };
  if (issued <= through) post(issued, { type: 'issued', amount: value, ...issuers[by] });
  const seen = deeds.filter(({ second: at }) => at >= issued && at <= through);
  for (const { second: at, kind, amount, expiry: until } of seen.toSorted((a, b) => a.second - b.second)) {
    const fields = posted[kind]?.(amount, history.card.balance);
    if (fields) post(at, fields);
    else if (kind === 'never expire') extend(at, null);
    else if (until > at) extend(at, timeOf(until));
  }
  return history;
}

/** Books of a card, with its entries read a few at a time. */
function booksOf({ card, entries, extensions }: History, books: Books): BooksRow[] {
  const sums = noMovementSums('gift_cards', boundsOf(books));
  for (let from = 0; from < entries.length; from += 2) addMovements(sums, entries.slice(from, from + 2));
  const { currency, expires_at } = card;
  return rowsOf({ currency, expires_at, extensions }, sums, books.group);
}

/**
 * A bookkeeper who sees each event when it happens: an expiry takes the balance, a later expiry gives it back, and an amount that is put onto an
 * expired card is reversed. An expiry at midnight ends the day before.
 */
function bookEachEvent(trade: Trade): Map<string, number> {
  const booked = new Map<string, number>();
  const book = (at: number, movement: Movement | undefined, amount: number) => {
    const key = `${timeOf(at).slice(0, 10)} ${movement}`;
    if (movement && amount !== 0) booked.set(key, (booked.get(key) ?? 0) + amount);
  };
  const times = [...new Set([trade.issued, ...trade.deeds.map((each) => each.second)])].toSorted((a, b) => a - b);
  let [balance, isExpired, seen] = [0, false, 0];
  let { expires_at } = happen({ ...trade, deeds: [] }).card;
  const passTo = (now: number) => {
    const expiry = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) / 1000;
    if (isExpired || expiry > now) return;
    isExpired = true;
    book(expiry - 1, 'expired', -balance);
  };
  for (const now of times.filter((time) => time >= trade.issued)) {
    const { card, entries } = happen(trade, now);
    passTo(now);
    // The order of what happens in one second changes no sum.
    for (const entry of entries.slice(seen)) {
      book(now, movementOf('gift_cards', entry), entry.amount);
      if (isExpired) book(now, 'expired', -entry.amount);
      balance += entry.amount;
    }
    seen = entries.length;
    if (card.expires_at === expires_at) continue;
    if (isExpired) book(now, 'expired', balance);
    [expires_at, isExpired] = [card.expires_at, false];
  }
  passTo(Number.MAX_SAFE_INTEGER);
  return booked;
}

const sumOf = (row: BooksRow): number => movementNames.reduce((sum, name) => sum + row[name], 0);

const runs = { numRuns: 60 };

test('every day has the amounts that a bookkeeper booked, opens with the closing of the day before, and closes to the cent', () => {
  const property = fc.property(trade, (one) => {
    const rows = booksOf(happen(one), { ...year, group: 'day' });
    const booked = bookEachEvent(one);
    const due = (row: BooksRow) => movementNames.map((name) => booked.get(`${row.period} ${name}`) ?? 0);
    expect(rows.map((row) => [row.period, ...movementNames.map((name) => row[name])])).toEqual(
      rows.map((row) => [row.period, ...due(row)]),
    );
    expect(rows.map((row) => [row.opening, row.opening + sumOf(row)])).toEqual(
      rows.map((row, index) => [rows[index - 1]?.closing ?? row.opening, row.closing]),
    );
    expect(rows).toHaveLength(happen(one).entries.some(({ created_at }) => created_at < year.to) ? 365 : 0);
  });

  fc.assert(property, runs);
});

test('a month is the sum of its days, for several cards together', () => {
  const property = fc.property(fc.array(trade, { maxLength: 5 }), (some) => {
    const [days, months] = [new Map<string, BooksRow>(), new Map<string, BooksRow>()];
    for (const one of some) {
      addRows(days, booksOf(happen(one), { ...year, group: 'day' }));
      addRows(months, booksOf(happen(one), { ...year, group: 'month' }));
    }
    for (const month of inOrder(months)) {
      const own = inOrder(days).filter(({ period }) => period.startsWith(month.period));
      const added = Object.fromEntries(
        movementNames.map((name) => [name, own.reduce((sum, row) => sum + row[name], 0)]),
      );
      expect(month).toEqual({ ...month, ...added, opening: own[0]?.opening, closing: own.at(-1)?.closing });
    }
  });

  fc.assert(property, { numRuns: 60 });
});

test('a closed month never changes, even if the card changes later', () => {
  const property = fc.property(trade, fc.integer({ min: 1, max: 12 }), (one, month) => {
    const to = `${month === 12 ? 2028 : 2027}-${String((month % 12) + 1).padStart(2, '0')}-01T00:00:00Z`;
    const books: Books = { from: year.from, to, group: 'month' };

    expect(booksOf(happen(one), books)).toEqual(booksOf(happen(one, Date.parse(to) / 1000 - 1), books));
  });

  fc.assert(property, runs);
});

test('the closing of each month equals the liability report at its end, for a card of any status', () => {
  const property = fc.property(trade, (one) => {
    const { card, entries, extensions } = happen(one);
    const changes = [...entries.map(({ created_at }) => created_at), ...extensions.map((each) => each.extended_at)];
    const bounds = boundsOf({ ...year, group: 'month' });
    const rows = booksOf({ card, entries, extensions }, { ...year, group: 'month' });
    for (const [index, row] of rows.entries()) {
      const at = bounds[index + 1] ?? '';
      // The report includes changes made in the second that it reports; the books do not.
      if (changes.includes(at)) continue;
      const state = stateAt(card, addEntriesAt(noSumsAt(at), entries), extensions);
      expect([at, row.closing]).toEqual([at, state && state.status !== 'expired' ? state.balance : 0]);
    }
  });

  fc.assert(property, runs);
});

describe('a card at the end of a month', () => {
  const march = { from: '2027-03-01T00:00:00Z', to: '2027-05-01T00:00:00Z', group: 'month' } as const;
  const midnight = '2027-04-01T00:00:00Z';

  const rowsWith = (
    fields: Partial<GiftCardRecord>,
    entries: Partial<GiftCardTransaction>[],
    extensions: Extension[] = [],
  ) => booksOf({ card: { ...blank, ...fields }, entries: entries.map(entryOf), extensions }, march);

  const issued = { type: 'issued', amount: 100 } as const;

  test('an entry at midnight is in the month that begins', () => {
    const rows = rowsWith({}, [issued, { type: 'redeemed', amount: -30, created_at: midnight }]);
    expect(rows).toMatchObject([
      { period: '2027-03', redeemed: 0, closing: 100 },
      { period: '2027-04', opening: 100, redeemed: -30, closing: 70 },
    ]);
    const before = rowsWith({}, [issued, { type: 'redeemed', amount: -30, created_at: secondsBefore(midnight, 1) }]);
    expect(before).toMatchObject([{ redeemed: -30 }, { redeemed: 0, opening: 70 }]);
  });

  test('an expiry at midnight is in the month that ends', () => {
    expect(rowsWith({ expires_at: midnight }, [issued])).toMatchObject([
      { expired: -100, closing: 0 },
      { opening: 0, expired: 0, closing: 0 },
    ]);
    expect(rowsWith({ expires_at: '2027-04-01T00:00:01Z' }, [issued])).toMatchObject([
      { expired: 0, closing: 100 },
      { expired: -100, closing: 0 },
    ]);
  });

  test('an expiry that is extended after the month is reversed in the next one', () => {
    const extensions = [{ expired_at: '2027-03-20T12:00:00Z', extended_at: '2027-04-02T09:00:00Z' }];
    expect(rowsWith({ expires_at: null }, [issued], extensions)).toMatchObject([
      { expired: -100, closing: 0 },
      { opening: 0, expired: 100, closing: 100 },
    ]);
  });

  test('a refund onto an expired card is booked and reversed', () => {
    const refund = { type: 'refunded', amount: 40, order_id: 'ord_1', created_at: '2027-04-02T09:00:00Z' } as const;
    expect(rowsWith({ expires_at: '2027-03-20T12:00:00Z' }, [issued, refund])).toMatchObject([
      { expired: -100, closing: 0 },
      { opening: 0, refunded: 40, expired: -40, closing: 0 },
    ]);
  });

  test('an entry by a clock that is behind is not booked before the entry that precedes it', () => {
    const late = { type: 'redeemed', amount: -30, created_at: '2027-04-01T00:00:02Z' } as const;
    const behind = { type: 'redeemed', amount: -20, created_at: '2027-03-31T23:59:59Z' } as const;
    expect(rowsWith({}, [issued, late, behind])).toMatchObject([{ redeemed: 0, closing: 100 }, { redeemed: -50 }]);
  });

  test('a card that is issued after the books has no rows', () => {
    expect(rowsWith({}, [{ ...issued, created_at: march.to }])).toEqual([]);
  });
});
