/** What must hold after any part of `npm test`: `npm run measure -- sabotage` and the test of the guides run it after the tests that they choose. */
import { expect, test } from 'vitest';
import { shownOf } from '../../lib/work/export-customer.ts';
import { mayBeUnconditional } from '../support/aws/conditions.ts';
import { leftBehind } from '../support/run-artifacts.ts';

test('every write without a condition is in `unconditionalWrites`', () => {
  expect([...leftBehind('unconditional writes')].filter((kind) => !mayBeUnconditional(kind))).toEqual([]);
});

test('export-customer knows every kind of item that a customer owns', () => {
  expect([...leftBehind('owned items')].filter((kind) => !Object.hasOwn(shownOf, kind))).toEqual([]);
});
