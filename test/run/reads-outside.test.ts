import { expect, test } from 'vitest';
import { readsOutside } from '../support/aws/reads-outside.ts';
import { leftBehind } from '../support/left-behind.ts';

test('every read that is allowed outside of decisions was made by some test', () => {
  const made = leftBehind('reads outside');

  expect(Object.keys(readsOutside).filter((read) => !made.has(read))).toEqual([]);
});
