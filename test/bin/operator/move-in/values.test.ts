import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountOf,
  codeOf,
  dateOf,
  endOf,
  endOfCode,
  plainText,
  Refusal,
  smallestUnitsOf,
} from '../../../../bin/operator/move-in/values.ts';
import { formatMoney } from '../../../../lib/schema/money.ts';

describe('an amount', () => {
  test.each([
    ['25', 'USD', 2500],
    ['$ 25', 'USD', 2500],
    ['US$25.5', 'USD', 2550],
    ['USD 25.50', 'USD', 2550],
    ['1,234.50', 'USD', 123450],
    ['1.234,50', 'EUR', 123450],
    ['1 234,50 €', 'EUR', 123450],
    ["1'234.50", 'CHF', 123450],
    ['1,234,567', 'USD', 123456700],
    ['25.0000', 'USD', 2500],
    ['0.29', 'USD', 29],
    ['1.005', 'KWD', undefined],
    ['1.0050', 'KWD', 1005],
    ['¥1,234', 'JPY', 1234],
    ['500', 'JPY', 500],
    ['9007199254740.93', 'USD', 900719925474093],
  ])('%j in %s is %s', (text, currency, amount) => {
    if (amount === undefined) expect(() => amountOf(text, currency)).toThrow(Refusal);
    else expect(amountOf(text, currency)).toBe(amount);
  });

  test.each([
    ['10.005', 'USD', 'could mean thousands or decimals'],
    ['10,005', 'EUR', 'could mean thousands or decimals'],
    ['0.1000001', 'USD', 'must have 2 digits after the decimal point at most'],
    ['500.5', 'JPY', 'must have 0 digits after the decimal point at most'],
    ['1234,567.00', 'USD', 'must have three digits between separators of thousands'],
    ['1,23,456.00', 'USD', 'must have three digits between separators of thousands'],
    ['-5.00', 'USD', 'must be an amount of zero or more'],
    ['five', 'USD', 'must be an amount of zero or more'],
    ['1e3', 'USD', 'must be an amount of zero or more'],
    ['€ 25', 'USD', 'must be in USD'],
    ['CAD 25', 'USD', 'must be in USD'],
    ['99999999999999.99', 'USD', 'must have 15 digits at most'],
  ])('%j in %s is refused', (text, currency, rule) => {
    expect(() => amountOf(text, currency)).toThrow(rule);
  });

  test('is exactly the one that was shown, in every currency', () => {
    const currencies = fc.constantFrom('USD', 'EUR', 'JPY', 'CHF', 'SEK');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), currencies, (amount, currency) => {
        expect(amountOf(formatMoney(amount, currency, 'en'), currency)).toBe(amount);
      }),
      { numRuns: 300 },
    );
  });

  test('in the smallest unit is a whole number', () => {
    for (const text of ['2550', ' 2550 ']) expect(smallestUnitsOf(text)).toBe(2550);
    for (const text of ['25.50', '25,50', '-1', '']) expect(() => smallestUnitsOf(text)).toThrow('--decimal');
  });
});

describe('a date', () => {
  test.each([
    ['2025-03-02', '2025-03-02T00:00:00Z'],
    ['2025-03-02 10:12:00 UTC', '2025-03-02T10:12:00Z'],
    ['2025-03-02T10:12:00.123+02:00', '2025-03-02T08:12:00Z'],
    ['2025-03-02 23:30:00 -0530', '2025-03-03T05:00:00Z'],
    ['2025/3/2 9:05', '2025-03-02T09:05:00Z'],
  ])('%j is %s', (text, timestamp) => {
    expect(dateOf(text, 'day-first')).toBe(timestamp);
    expect(dateOf(text, 'month-first')).toBe(timestamp);
  });

  test.each([
    ['03/04/2025', '2025-04-03T00:00:00Z', '2025-03-04T00:00:00Z'],
    ['3.4.2025 17:00', '2025-04-03T17:00:00Z', '2025-03-04T17:00:00Z'],
    ['03/04/2025, 12:05 AM', '2025-04-03T00:05:00Z', '2025-03-04T00:05:00Z'],
    ['03/04/2025 12:05 pm', '2025-04-03T12:05:00Z', '2025-03-04T12:05:00Z'],
  ])('%j is %s with the day first, else %s', (text, dayFirst, monthFirst) => {
    expect(dateOf(text, 'day-first')).toBe(dayFirst);
    expect(dateOf(text, 'month-first')).toBe(monthFirst);
  });

  test.each([
    '',
    'soon',
    '2025-02-29',
    '31/04/2025',
    '03/04/25',
    '2025-03-02 25:00',
    '01/01/2025 13:00 PM',
    '1740910320',
  ])('%j is refused', (text) => {
    expect(() => dateOf(text, 'day-first')).toThrow('must be a date');
  });

  test('without a time covers its day to the last second', () => {
    expect(endOf('2029-12-31', 'day-first')).toBe('2029-12-31T23:59:59Z');
    expect(endOf('31/12/2029', 'day-first')).toBe('2029-12-31T23:59:59Z');
    expect(endOf('2029-12-31 00:00:00', 'day-first')).toBe('2029-12-31T00:00:00Z');
  });
});

describe('the code of a card', () => {
  test.each([
    ['ABCD1234', 'ABCD1234'],
    [' abcd-1234 ', 'abcd-1234'],
    ["'7783320001001635", '7783320001001635'],
    ['7783 3200 0100 1635', '7783 3200 0100 1635'],
    ['00001234', '00001234'],
    ['A'.repeat(40), 'A'.repeat(40)],
  ])('%j is kept as %j', (text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  test.each([
    'ABCD123',
    'A-B-C-D-1-2-3',
    'A'.repeat(41),
    'ABCD_1234',
    "ABCD'1234",
    'ÄBCD1234',
    '••••••••1635',
    '12345.678',
  ])('%j is refused', (text) => {
    expect(() => codeOf(text)).toThrow('must have 8 to 40 letters and digits');
  });

  test.each(['7.78332E+15', '7,78332E+15', '7E15'])('%j, as a spreadsheet writes it, is refused', (text) => {
    expect(() => codeOf(text)).toThrow('was changed by a spreadsheet');
  });

  test.each([
    ['abcd-efgh-1234', '1234'],
    ['ABCD-1234', '34'],
    ['ABCDEFGH123', '23'],
    ['ABCDEFGH1234', '1234'],
  ])('%j ends in %j in reports', (code, end) => {
    expect(endOfCode(code)).toBe(end);
  });
});

describe('the text of a review', () => {
  test.each([
    ['I <3 it, 2 < 3 > 1 & <love> it', 'I <3 it, 2 < 3 > 1 & <love> it'],
    ['Two\n\nlines', 'Two\n\nlines'],
    ['Tom &amp; Jerry&#39;s &lt;b&gt;', "Tom & Jerry's <b>"],
    ['One<br>two<br/>three', 'One\ntwo\nthree'],
    ['<p>One</p>\n<p>Two</p>', 'One\n\nTwo'],
    ['A <b>bold</b>\nline', 'A bold\nline'],
    ['<a href="https://example.com">Here</a><img src="x.png" alt="x"><script>alert(1)</script>', 'Here'],
    ['<h1>Title</h1><ul><li>One</li><li>Two 🫖</li></ul>', 'Title\n\n- One\n- Two 🫖'],
  ])('%j is %j', (html, text) => {
    expect(plainText(html).trim()).toBe(text);
  });
});
