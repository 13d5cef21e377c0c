import { expect, test } from 'vitest';
import { accentOn, contrast } from '../../../lib/mail/html.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  // Known values: https://webaim.org/resources/contrastchecker/
  ['#767676', '#FFFFFF', 4.54],
  ['#ff0000', '#ffffff', 4],
])('the contrast of %s and %s is %d to 1, whichever is the text', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

test.each([
  ['#767676', '#767676'],
  ['#777777', '#2f6f4f'],
  [null, '#2f6f4f'],
  ['#12345', '#2f6f4f'],
])('on white, text in %s is in %s: 4.5 to 1 is enough', (color, used) => {
  expect(accentOn('#ffffff', color, '#2f6f4f')).toBe(used);
});
