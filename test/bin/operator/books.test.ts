/** The books of a store as double entries, by the command line and the functions themselves. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { exportBooks } from '../../../bin/operator/books.ts';
import { recordOrder } from '../../../lib/resources/orders/functions.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { resize } from '../../support/batches.ts';
import { invoke } from '../../support/invoke.ts';
import { sessionWith } from '../../support/operator.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { hold, orderOf } from '../../support/world/checkout.ts';
import { atTime } from '../../support/world/clock.ts';
import { newCards } from '../../support/world/gift-cards.ts';
import { creditsOf } from '../../support/world/store-credits.ts';
import { playYear, yearOfTrade } from '../../support/world/trade.ts';
import { succeeded, type World } from '../../support/world/world.ts';

const january = { from: '2025-01-01T00:00:00Z', to: '2025-02-01T00:00:00Z' };

interface Given {
  from?: string;
  to?: string;
  format?: 'csv' | 'hledger';
  accounts?: string;
}

async function booksOf({ store }: World, { accounts, ...given }: Given = {}) {
  const session = sessionWith();
  const { result, text = '' } = await exportBooks(
    { store: store.id, ...january, format: 'csv', accounts, ...given },
    session,
  );
  return { result, text: `${text}\n`, shown: session.shown };
}

/** A store with a card that is issued on January 5, partly spent on January 6, and expires on January 20. */
async function traded(currency = 'USD') {
  const { world, issue } = await newCards(currency);
  const expires_at = '2025-01-20T12:00:00Z';
  const { code } = await atTime('2025-01-05T10:00:00Z', async () => (await issue({ value: 5000, expires_at })).body);
  await atTime('2025-01-06T10:00:00Z', async () => {
    await hold(world, code, { amount: 1005 });
    const order = orderOf(world, { checkout_id: 'checkout' });
    await succeeded(invoke(recordOrder, { store_id: world.store.id, order }));
  });
  return world;
}

const [liability, free, orders, expired] = [
  ...['Liabilities:Gift cards', 'Expenses:Gift cards issued free', 'Assets:Orders', 'Revenues:Expired gift cards'],
];

/** The records of a CSV text, without its header. */
const recordsOf = (text: string) => Papa.parse<string[]>(text.trimEnd(), { newline: '\r\n' }).data.slice(1);

test('CSV has two lines for each movement of a day, with amounts that cancel out', async () => {
  const world = await traded();
  const id = (date: string, movement: string) => `${world.store.id}:${date}:gift_cards:${movement}:USD`;

  const { text } = await booksOf(world);

  expect(text.split('\r\n')[0]).toBe('"date","id","account","amount","currency","description"');
  expect(text.endsWith('"\r\n')).toBe(true);
  const [fifth, sixth, twentieth] = [
    ['2025-01-05', id('2025-01-05', 'issued_free')],
    ['2025-01-06', id('2025-01-06', 'redeemed')],
    ['2025-01-20', id('2025-01-20', 'expired')],
  ];
  expect(recordsOf(text)).toEqual([
    [...fifth, liability, '-50.00', 'USD', 'Gift cards issued free'],
    [...fifth, free, '50.00', 'USD', 'Gift cards issued free'],
    [...sixth, liability, '10.05', 'USD', 'Gift cards redeemed'],
    [...sixth, orders, '-10.05', 'USD', 'Gift cards redeemed'],
    [...twentieth, liability, '39.95', 'USD', 'Gift cards expired'],
    [...twentieth, expired, '-39.95', 'USD', 'Gift cards expired'],
  ]);
});

test('store credits have entries and accounts of their own', async () => {
  const world = await traded();
  const { create } = creditsOf(world, world.customers[0].id);
  await atTime('2025-01-07T10:00:00Z', () => create({ value: 2000 }));

  const { text } = await booksOf(world);

  const seventh = ['2025-01-07', `${world.store.id}:2025-01-07:store_credits:issued_free:USD`];
  expect(recordsOf(text).filter(([date]) => date === seventh[0])).toEqual([
    [...seventh, 'Liabilities:Store credit', '-20.00', 'USD', 'Store credit issued free'],
    [...seventh, 'Expenses:Store credit granted', '20.00', 'USD', 'Store credit issued free'],
  ]);
});

test.each([
  ['JPY', '-5000', '1005'],
  ['KWD', '-5.000', '1.005'],
])('amounts in %s have the digits of the currency', async (currency, issued, redeemed) => {
  const { text } = await booksOf(await traded(currency));

  expect(recordsOf(text).map((record) => record[3])).toEqual(expect.arrayContaining([issued, redeemed]));
});

test('two calls for adjacent periods write the same entries as one call, with the same ids', async () => {
  const world = await traded();
  const [first, second] = [
    await booksOf(world, { to: '2025-01-06T00:00:00Z' }),
    await booksOf(world, { from: '2025-01-06T01:00:00+01:00' }),
  ];

  expect([...recordsOf(first.text), ...recordsOf(second.text)]).toEqual(recordsOf((await booksOf(world)).text));
});

test('the rows of all pages are added up', async () => {
  const { world, issue } = await newCards();
  await atTime('2025-01-05T10:00:00Z', async () => {
    for (let card = 0; card < 5; card += 1) await issue({ value: 100 });
  });
  const restore = resize((name) => (name === 'cardsOnPage' ? 2 : undefined));
  const { text, shown } = await booksOf(world).finally(restore);

  expect(recordsOf(text).map((record) => record[3])).toEqual(['-5.00', '5.00']);
  expect(shown).toHaveLength(3);
});

test('amounts in JSON are in the smallest unit of the currency', async () => {
  const { result } = await booksOf(await traded());

  expect(result).toMatchObject({
    ...january,
    entries: [
      { date: '2025-01-05', postings: [{ account: liability, amount: -5000 }, { amount: 5000 }] },
      { date: '2025-01-06' },
      { date: '2025-01-20' },
    ],
  });
});

describe('the file of accounts', () => {
  const file = (text: string): string => {
    const path = join(temporaryFolder(), 'accounts.csv');
    writeFileSync(path, text);
    return path;
  };

  test('renames the accounts of its columns, including the account of the liability', async () => {
    const accounts = file('expired,"Revenues:Breakage, net"\r\ngift_cards, 2150 Gutscheine \r\n');

    const { text } = await booksOf(await traded(), { accounts });

    expect(new Set(recordsOf(text).map((record) => record[2]))).toEqual(
      new Set(['2150 Gutscheine', free, orders, 'Revenues:Breakage, net']),
    );
  });

  test.each([
    [
      'soled,Assets:Orders',
      ', line 1: soled is unknown; the columns are gift_cards, store_credits, sold, issued_free, ',
    ],
    ['sold,Assets:Orders\nexpired', ', line 2: the account of expired must be a name such as Liabilities:Gift cards'],
    ['sold,Assets:Orders,USD', ', line 1: the account of sold must be a name'],
    ['sold,=HYPERLINK(1)', ', line 1: the account of sold must be a name'],
    ['sold,Assets  Orders', ', line 1: the account of sold must be a name'],
    ['sold,Assets ; Orders', ', line 1: the account of sold must be a name'],
    ['sold,"Assets\nOrders"', ', line 1: the account of sold must be a name'],
  ])('a file with the text %j is refused', async (text, message) => {
    const { world } = await newCards();

    await expect(booksOf(world, { accounts: file(text) })).rejects.toThrow(message);
  });
});

test.each(['from', 'to'] as const)('a time in --%s that does not start a day in UTC is refused', async (option) => {
  const { world } = await newCards();

  await expect(booksOf(world, { [option]: '2025-01-20T00:00:00+01:00' })).rejects.toThrow(
    `--${option} must be the start of a day in UTC, such as 2027-01-31`,
  );
});

test('a journal of hledger has a transaction for each movement, with the id as its code', async () => {
  const world = await traded();

  const { text } = await booksOf(world, { format: 'hledger' });

  expect(text).toBe(`decimal-mark .

2025-01-05 (${world.store.id}:2025-01-05:gift_cards:issued_free:USD) Gift cards issued free
    Liabilities:Gift cards  USD -50.00
    Expenses:Gift cards issued free  USD 50.00

2025-01-06 (${world.store.id}:2025-01-06:gift_cards:redeemed:USD) Gift cards redeemed
    Liabilities:Gift cards  USD 10.05
    Assets:Orders  USD -10.05

2025-01-20 (${world.store.id}:2025-01-20:gift_cards:expired:USD) Gift cards expired
    Liabilities:Gift cards  USD 39.95
    Revenues:Expired gift cards  USD -39.95
`);
});

const isInstalled = spawnSync('hledger', ['--version']).status === 0;

describe.skipIf(!isInstalled)('hledger (skipped if it is not installed)', () => {
  const hledger = (files: readonly string[], ...args: string[]): string =>
    execFileSync('hledger', [...files.flatMap((file) => ['-f', file]), ...args], { encoding: 'utf8' });

  /** A random year of trade, and the books of each month in a file. */
  async function tradedFor(steps: Parameters<typeof playYear>[0], currency: string) {
    const world = await playYear(steps, currency);
    const starts = Array.from({ length: 13 }, (_, month) => toTimestamp(Date.UTC(2024, month, 1)));
    const files: string[] = [];
    for (const [index, to] of starts.slice(1).entries()) {
      const { text } = await booksOf(world, { from: starts[index] ?? '', to, format: 'hledger' });
      const path = join(temporaryFolder(), `${index}.journal`);
      writeFileSync(path, text);
      files.push(path);
    }
    return { world, files };
  }

  /** The code of each transaction, in order. */
  const codesIn = (files: readonly string[]) => hledger(files, 'codes').split('\n').filter(Boolean).toSorted();

  test.each(['USD', 'JPY', 'KWD'])(
    'the journals of a random year in %s are balanced, end with the liability of the report, and have each id once',
    async (currency) => {
      const property = fc.asyncProperty(yearOfTrade, async (steps) => {
        const { world, files } = await tradedFor(steps, currency);
        const at = '2025-01-01T00:00:00Z';
        const { statuses, store_credits } = await sessionWith().operator(world.store.id).reportLiability({ at });
        const owedCredits = Object.values(store_credits ?? {}).reduce((sum, { balance }) => sum + balance, 0);

        hledger(files, 'check', 'balancednoautoconversion');
        const totalOf = (account = '') =>
          Number(hledger(files, 'balance', '--flat', '-N', '--format', '%(total)', account).replaceAll(/\D/g, ''));
        expect(totalOf(liability)).toBe(statuses.active.balance + statuses.disabled.balance);
        expect(totalOf('Liabilities:Store credit')).toBe(owedCredits);

        const codes = codesIn(files);
        expect(new Set(codes).size).toBe(codes.length);
        // A journal that is imported twice is visible.
        expect(codesIn([...files, ...files])).toEqual(codes.flatMap((code) => [code, code]));
      });

      await fc.assert(property, { numRuns: 1 });
    },
  );
});
