/** What the functions did to AWS in all of `npm test`. */
import { expect, test } from 'vitest';
import { usableGrants } from '../support/aws/permissions.ts';
import { mayBeUnconditional, unconditionalWrites } from '../support/aws/unconditional-writes.ts';
import { leftBehind } from '../support/left-behind.ts';

test('every grant of a function is used by some test', () => {
  const used = leftBehind('used grants');

  expect(usableGrants().filter((grant) => !used.has(grant))).toEqual([]);
});

test('what is written without a condition stands in `unconditional-writes.ts`, and nothing else does', () => {
  const written = [...leftBehind('unconditional writes')];
  const listed = Object.keys(unconditionalWrites);

  expect(written.filter((kind) => !mayBeUnconditional(kind))).toEqual([]);
  expect(listed.filter((kind) => !written.some((each) => each.startsWith(kind)))).toEqual([]);
});
