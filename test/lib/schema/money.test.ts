import { expect, test } from 'vitest';
import { formatMoney } from '../../../lib/schema/money.ts';

test.each([
  [123_456, 'USD', 'USD 1234.56'],
  [5, 'USD', 'USD 0.05'],
  [0, 'USD', 'USD 0.00'],
  [-1250, 'USD', 'USD -12.50'],
  [500, 'JPY', 'JPY 500'],
  [0, 'JPY', 'JPY 0'],
  [123_456, 'KWD', 'KWD 123.456'],
  [Number.MAX_SAFE_INTEGER, 'USD', 'USD 90071992547409.91'],
])('%i in the smallest unit of %s is shown as %s', (amount, currency, shown) => {
  expect(formatMoney(amount, currency)).toBe(shown);
});
