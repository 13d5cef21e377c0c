import { expect, test } from 'vitest';
import { differs } from '../../../lib/events/item.ts';

test.each([
  [
    'the same fields in another order are no change',
    { image: { url: 'a', size: 1 } },
    { image: { size: 1, url: 'a' } },
    false,
  ],
  ['another field is', { image: { url: 'a', size: 1 } }, { image: { url: 'b', size: 1 } }, true],
  ['another order of a list is', { image: ['a', 'b'] }, { image: ['b', 'a'] }, true],
  ['what an older state lacks is null', {}, { image: null }, false],
])('%s', (_, before: { image?: unknown }, after: { image?: unknown }, expected) => {
  expect(differs(before, after, ['image'])).toBe(expected);
});
