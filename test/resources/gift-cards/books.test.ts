/** The books of a store, as an operator sees them: what `report-movements` returns after trade by the API and the functions. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addRows, inOrder } from '../../../lib/ledger/movement-rules.ts';
import {
  type AccountName,
  accounts,
  type BooksRow,
  type Movement,
  movementNames,
} from '../../../lib/ledger/report-fields.ts';
import { change } from '../../../lib/ledger/rules.ts';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import { reportLiability, reportMovements } from '../../../lib/resources/gift-cards/functions.ts';
import type { MovementsPage } from '../../../lib/resources/gift-cards/ledger-fields.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { recordOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { entitiesOf } from '../../support/aws/table-contents.ts';
import { resize, withUsualBatches } from '../../support/batches.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, lineOf, orderOf } from '../../support/world/checkout.ts';
import { atTime } from '../../support/world/clock.ts';
import { newCards } from '../../support/world/gift-cards.ts';
import { importCards, importedCard } from '../../support/world/move-in.ts';
import { playYear, yearOfTrade } from '../../support/world/trade.ts';
import { succeeded, type World } from '../../support/world/world.ts';

const books = { from: '2025-01-01T00:00:00Z', to: '2025-04-01T00:00:00Z', group: 'month' };

const page = ({ store }: World, fields: object = {}): Promise<MovementsPage> =>
  succeeded(invoke(reportMovements, { store_id: store.id, ...books, ...fields }));

/** The rows of all pages, and the number of pages. */
async function rowsOf(world: World, fields: object = {}): Promise<{ rows: BooksRow[]; pages: number }> {
  const rows = new Map<string, BooksRow>();
  let pages = 0;
  for (let after: string | null | undefined; after !== null; pages += 1) {
    const read = await page(world, { ...fields, after });
    addRows(rows, read.data);
    after = read.next;
  }
  return { rows: inOrder(rows), pages };
}

/** The amounts that the store owes in the liability report, by account. */
async function owedBy({ store }: World, at: string): Promise<Record<AccountName, number>> {
  const owes = { gift_cards: 0, store_credits: 0 };
  for (let after: string | null | undefined; after !== null; ) {
    const page = await succeeded(invoke(reportLiability, { store_id: store.id, at, after }));
    owes.gift_cards += page.statuses.active.balance + page.statuses.disabled.balance;
    for (const { balance } of Object.values(page.store_credits)) owes.store_credits += balance;
    after = page.next;
  }
  return owes;
}

const owed = async (world: World, at: string): Promise<number> => (await owedBy(world, at)).gift_cards;

const closingOf = (row: BooksRow): number => movementNames.reduce((sum, name) => sum + row[name], row.opening);

const still = Object.fromEntries(movementNames.map((name) => [name, 0])) as Record<Movement, number>;

/** The row of a month, from its movements. */
const month = (period: string, opening: number, moved: Partial<typeof still>, closing: number, currency = 'USD') => ({
  ...{ period, account: 'gift_cards', currency, opening },
  ...{ ...still, ...moved, closing },
});

test('a store without cards has no rows', async () => {
  const { world } = await newCards();

  expect(await page(world)).toEqual({ data: [], next: null });
});

test('each movement is in its column and its month, and the months follow from each other', async () => {
  const { world, issue, adjust, get } = await newCards();
  const store_id = world.store.id;
  const { order_id, code } = await atTime('2025-01-10T10:00:00Z', async () => {
    const line = lineOf(world.products[2], { unit_price: 5000, recipient_email: 'grace@example.com' });
    const order = orderOf(world, { lines: [line] });
    await succeeded(invoke(recordOrder, { store_id, order }));
    await importCards(world, [importedCard({ balance: 700, initial_value: 1000, created_at: undefined })]);
    return { order_id: order.id, code: (await issue({ value: 4000, note: 'Prize' })).body.code };
  });
  const paid = await atTime('2025-02-05T10:00:00Z', async () => {
    await hold(world, code, { amount: 2333 });
    const order = orderOf(world, { checkout_id: 'checkout' });
    await succeeded(invoke(recordOrder, { store_id, order }));
    return order.id;
  });
  await atTime('2025-03-07T10:00:00Z', async () => {
    await succeeded(invoke(refundOrder, { store_id, order_id: paid, refund_id: 'r', amount: 333 }));
    const ids = await giftCards.listIssued(store_id, { limit: 10 });
    const bought = (await giftCards.findMany(store_id, ids)).find((card) => card.order_id === order_id);
    if (!bought) throw new Error('The order has issued no card');
    await adjust(bought.id, { amount: -500 });
    await takeBack(store_id, bought.id, order_id);
    expect((await get(bought.id)).body.balance).toBe(0);
  });

  expect((await rowsOf(world)).rows).toEqual([
    month('2025-01', 0, { sold: 5000, issued_free: 4000, imported: 700 }, 9700),
    month('2025-02', 9700, { redeemed: -2333 }, 7367),
    month('2025-03', 7367, { refunded: 333, adjusted: -500, taken_back: -4500 }, 2700),
  ]);
  expect(await owed(world, books.to)).toBe(2700);
});

/** Takes a card back as the refund of its order does. */
async function takeBack(store: string, id: string, order_id: string): Promise<void> {
  const now = toTimestamp(Date.now());
  const how = { actor: { type: 'system', name: null }, now, transactionId: newId('giftCardTransaction') } as const;
  const card = await giftCards.get(store, id);
  const taken = change(card, { type: 'adjusted', amount: -card.balance, order_id, note: 'Refund' }, how);
  await commitUnitOfWork(writing(giftCards.replace(store, card, taken, now)));
}

describe('a card past its expiry', () => {
  const january = '2025-01-10T10:00:00Z';

  /** A card of January that expires in February. */
  async function expiring() {
    const cards = await newCards();
    const expires_at = '2025-02-20T00:00:00Z';
    const { id, code } = await atTime(january, async () => (await cards.issue({ value: 900, expires_at })).body);
    return { ...cards, id: String(id), code: String(code), expires_at };
  }

  const issued = month('2025-01', 0, { issued_free: 900 }, 900);

  test('a later expiry of an expired card changes no closed month: the reversal is in the month of the change', async () => {
    const { world, id, update } = await expiring();
    const closed = (await page(world, { to: '2025-03-01T00:00:00Z' })).data;
    await atTime('2025-03-05T12:00:00Z', () => update(id, { expires_at: '2025-03-25T00:00:00Z' }));

    expect(closed).toEqual([issued, month('2025-02', 900, { expired: -900 }, 0)]);
    expect((await page(world, { to: '2025-03-01T00:00:00Z' })).data).toEqual(closed);
    expect(
      (await page(world, { to: '2025-03-25T00:00:00Z', from: '2025-03-01T00:00:00Z', group: 'day' })).data,
    ).toContainEqual(month('2025-03-05', 0, { expired: 900 }, 900));
    expect((await page(world)).data.at(-1)).toEqual(month('2025-03', 0, {}, 0));
    // For each time, the liability report uses the expiry that the card had then.
    const times = ['2025-02-19T23:59:59Z', '2025-03-01T00:00:00Z', '2025-03-05T12:00:00Z', '2025-03-25T00:00:00Z'];
    expect(await Promise.all(times.map((at) => owed(world, at)))).toEqual([900, 0, 900, 0]);
  });

  test('the item of a card that is extended many times does not grow: each extension is an item of its own', {
    tags: 'long',
  }, async () => {
    const { world, id, update } = await expiring();
    const begin = Date.parse('2025-02-20T00:00:00Z');
    for (let round = 0; round < 40; round += 1) {
      const now = begin + round * 60_000;
      const expires_at = toTimestamp(now + 60_000);
      expect((await atTime(toTimestamp(now), () => update(id, { expires_at }))).status).toBe(200);
    }
    const own = (await entitiesOf(world.store.id)).filter(({ pk }) => String(pk).endsWith(id));

    expect(own.filter(({ sk }) => String(sk).startsWith('EXTENSION#'))).toHaveLength(40);
    expect(Math.max(...own.map((item) => JSON.stringify(item).length))).toBeLessThan(2000);
    const { data } = await page(world, { from: '2025-02-20T00:00:00Z', to: '2025-02-21T00:00:00Z', group: 'day' });
    expect(data).toEqual([month('2025-02-20', 0, {}, 0)]);
    // Pages of few items: the card comes after its extensions.
    resize((name) => (name === 'ledgerEntries' ? 3 : undefined));
    expect((await page(world)).data).toEqual([
      issued,
      month('2025-02', 900, { expired: -900 }, 0),
      month('2025-03', 0, {}, 0),
    ]);
  });

  test('a refund onto an expired card is booked and reversed', async () => {
    const { world, code } = await expiring();
    const store_id = world.store.id;
    const paid = await atTime(january, async () => {
      await hold(world, code, { amount: 500 });
      const order = orderOf(world, { checkout_id: 'checkout' });
      await succeeded(invoke(recordOrder, { store_id, order }));
      return order.id;
    });
    await atTime('2025-03-01T00:00:00Z', () =>
      succeeded(invoke(refundOrder, { store_id, order_id: paid, refund_id: 'r', amount: 2333 })),
    );

    expect((await page(world)).data).toEqual([
      month('2025-01', 0, { issued_free: 900, redeemed: -500 }, 400),
      month('2025-02', 400, { expired: -400 }, 0),
      month('2025-03', 0, { refunded: 500, expired: -500 }, 0),
    ]);
  });
});

test('no card is lost between two pages, and the rows of all pages add up', { tags: 'long' }, async () => {
  withUsualBatches();
  const { world, issue } = await newCards('JPY');
  await atTime('2025-02-28T23:59:59Z', () =>
    Promise.all(Array.from({ length: 120 }, (_, index) => issue({ value: index + 1 }))),
  );
  await atTime('2025-03-01T00:00:00Z', () => Promise.all(Array.from({ length: 85 }, () => issue({ value: 1000 }))));

  const { rows, pages } = await rowsOf(world);

  expect(pages).toBe(3);
  expect(rows).toEqual([
    month('2025-01', 0, {}, 0, 'JPY'),
    month('2025-02', 0, { issued_free: 7260 }, 7260, 'JPY'),
    month('2025-03', 7260, { issued_free: 85_000 }, 92_260, 'JPY'),
  ]);
});

test('a wrong time or group is refused with INVALID_FIELD or MISSING_FIELD', async () => {
  const { world } = await newCards();
  const refused = async (fields: object) =>
    (await invoke(reportMovements, { store_id: world.store.id, ...books, ...fields })).errorMessage;

  expect(await refused({ to: books.from })).toBe('to must be after from');
  expect(await refused({ from: '2024-02-20T00:00:00Z' })).toBe('to must be at most 400 days after from');
  expect(await refused({ from: toTimestamp(Date.now() - 999_000), to: toTimestamp(Date.now()) })).toBe(
    'to must be a minute ago or earlier',
  );
  expect(await refused({ group: 'week' })).toBe('group must be day or month');
  expect(await refused({ group: undefined })).toBe('group is required');
  expect(await refused({ from: 'January' })).toBe('from must be an RFC 3339 time');
  expect(await refused({ after: 'ord_1' })).toBe('after must be a gift card or store credit ID');
});

test('after a random year, the books close on every day, and each month closes with its liability at the end', {
  tags: 'long',
}, async () => {
  const property = fc.asyncProperty(yearOfTrade, async (steps) => {
    const world = await playYear(steps);
    const year = { from: '2024-01-01T00:00:00Z', to: '2025-01-01T00:00:00Z' };
    const [{ rows: days }, { rows: months }] = await Promise.all([
      rowsOf(world, { ...year, group: 'day' }),
      rowsOf(world, { ...year, group: 'month' }),
    ]);
    for (const of of accounts) {
      const [ofDays, ofMonths] = [days, months].map((rows) => rows.filter(({ account }) => account === of)) as [
        BooksRow[],
        BooksRow[],
      ];
      for (const rows of [ofDays, ofMonths]) {
        expect(rows.map(({ opening }) => opening)).toEqual(
          rows.length > 0 ? [0, ...rows.slice(0, -1).map(({ closing }) => closing)] : [],
        );
        expect(rows.map(closingOf)).toEqual(rows.map(({ closing }) => closing));
      }
      // No step is at midnight, because the liability report includes changes made in the second that it reports.
      const ends = await Promise.all(ofMonths.map(({ period }) => owedBy(world, startAfter(period))));
      expect(ofMonths.map(({ closing }) => closing)).toEqual(ends.map((owes) => owes[of]));
      expect(ofDays.at(-1)?.closing).toBe(ofMonths.at(-1)?.closing);
    }
  });

  await fc.assert(property, { numRuns: 4 });
});

const startAfter = (period: string): string => {
  const start = new Date(`${period}-01T00:00:00Z`);
  start.setUTCMonth(start.getUTCMonth() + 1);
  return toTimestamp(start.getTime());
};
