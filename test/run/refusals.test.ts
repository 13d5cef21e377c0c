import { expect, test } from 'vitest';
import { leftBehind } from '../support/left-behind.ts';
import { allRefusals } from '../support/refusals-reached.ts';

test('every refusal of a rule, a record and a piece of work is reached by some test', () => {
  const reached = leftBehind('refusals reached');

  expect(allRefusals().length).toBeGreaterThan(40);
  expect(allRefusals().filter((refusal) => !reached.has(refusal))).toEqual([]);
});
