import { expect, test } from 'vitest';
import { isPublicId } from '../../../lib/contract/kinds/ids.ts';

test.each([
  ['cus_1', true],
  ['cus_01m7y7b3008fbwyq4jbtwd1fgs', true],
  [`cus_${'Z'.repeat(64)}`, true],
  [`cus_${'Z'.repeat(65)}`, false],
  ['cus_', false],
  ['cus', false],
  ['cad_1', false],
  ['CUS_1', false],
  ['cus_1\n', false],
  [' cus_1', false],
  ['cus_é', false],
  [undefined, false],
  [['cus_1'], false],
])('the customer id %j is well formed: %s', (value, expected) => {
  expect(isPublicId('customer', value)).toBe(expected);
});
