/** Holds for a part of `npm test` as well: `npm run measure -- sabotage` asks it beside the tests of each defect. */
import { expect, test } from 'vitest';
import { mayBeUnconditional } from '../support/aws/conditions.ts';
import { leftBehind } from '../support/run-artifacts.ts';

test('every write without a condition is in `unconditionalWrites`', () => {
  expect([...leftBehind('unconditional writes')].filter((kind) => !mayBeUnconditional(kind))).toEqual([]);
});
