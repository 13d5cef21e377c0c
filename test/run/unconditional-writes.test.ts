/** Holds for a part of `npm test` as well: `npm run measure -- sabotage` asks it beside the tests of each defect. */
import { expect, test } from 'vitest';
import { mayBeUnconditional } from '../support/aws/unconditional-writes.ts';
import { leftBehind } from '../support/left-behind.ts';

test('what is written without a condition is in `unconditional-writes.ts`', () => {
  expect([...leftBehind('unconditional writes')].filter((kind) => !mayBeUnconditional(kind))).toEqual([]);
});
