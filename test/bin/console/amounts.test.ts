/** Amounts and files of the staff console, without a browser. */
import { expect, test } from 'vitest';
import { largeFrom, parseAmountIn, plainAmountIn } from '../../../bin/console/browser/parts/amounts.ts';
import { csvOf } from '../../../bin/console/browser/parts/csv.ts';

const usd = { digits: 2, locale: 'en-US' };
const eur = { digits: 2, locale: 'de-DE' };
const kwd = { digits: 3, locale: 'en-US' };
const jpy = { digits: 0, locale: 'ja-JP' };

test.each([
  [usd, '25', 2500],
  [usd, '25.5', 2550],
  [usd, '25,50', 2550],
  [usd, ' $1,000.00 ', 100_000],
  [usd, '1,000', 100_000],
  [usd, '12,345,678.90', 1_234_567_890],
  [usd, '-0.50', -50],
  [usd, '−1,000', -100_000],
  [eur, '1.000,00', 100_000],
  [eur, '1.000', 100_000],
  [eur, '1,5', 150],
  [eur, '1.234.567', 123_456_700],
  [eur, '1.5', 150],
  [{ digits: 2, locale: 'fr-FR' }, '1\u202f000,25 €', 100_025],
  [{ digits: 2, locale: 'de-CH' }, '1’000.25', 100_025],
  [{ digits: 2, locale: 'en-IN' }, '₹1,00,000.50', 10_000_050],
  [kwd, '1.000', 1000],
  [kwd, '1,000', 1_000_000],
  [kwd, '1,000.125', 1_000_125],
  [{ digits: 3, locale: 'de-DE' }, '1,000', 1000],
  [{ digits: 3, locale: 'de-DE' }, '1.000,5', 1_000_500],
  [jpy, '1000', 1000],
  [jpy, '1,000', 1000],
  [jpy, '￥10,000', 10_000],
] as const)('%o: %s is %d in the smallest unit', (writing, text, amount) => {
  expect(parseAmountIn(text, writing)).toBe(amount);
});

test.each([
  [usd, ''],
  [usd, 'much'],
  [usd, '1.000'],
  [usd, '1,00,00'],
  [usd, '10,00.50'],
  [usd, '1.000.00'],
  [usd, '1,000,00'],
  [usd, '5.'],
  [usd, '.5'],
  [usd, '1e3'],
  [usd, '1.005'],
  [usd, '99999999999999999999'],
  [eur, '1,000'],
  [jpy, '1.5'],
  [jpy, '1.000'],
  [kwd, '1.0005'],
] as const)('%o: %s is no amount', (writing, text) => {
  expect(parseAmountIn(text, writing)).toBeUndefined();
});

test('an amount that a field shows is read as the same amount', () => {
  for (const writing of [usd, eur, kwd, jpy, { digits: 3, locale: 'de-DE' }]) {
    for (const amount of [0, 1, 999, 1000, 123_456_789]) {
      expect(parseAmountIn(plainAmountIn(amount, writing), writing)).toBe(amount);
    }
  }
  expect(plainAmountIn(123_456, eur)).toBe('1234,56');
});

test('the console asks for confirmation from a thousand, or from 100,000 without decimals', () => {
  expect([0, 2, 3].map(largeFrom)).toEqual([100_000, 100_000, 1_000_000]);
});

test('a formula in a cell is escaped, and so are quotes, commas and line breaks; a number is not', () => {
  const rows = [
    ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\tx', '\r=1'],
    ['a,b', 'say "x"', 'two\nlines', null, undefined, -5],
  ];
  expect(csvOf(rows)).toBe(
    `"'=HYPERLINK(""http://x"")",'+1,'-1,'@SUM(A1),'\tx,"'\r=1"\r\n"a,b","say ""x""","two\nlines",,,-5\r\n`,
  );
});
