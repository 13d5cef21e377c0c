/** What the functions did to AWS in all of `npm test`. */
import { expect, test } from 'vitest';
import { unconditionalWrites } from '../support/aws/conditions.ts';
import { usableGrants } from '../support/aws/permissions.ts';
import { leftBehind } from '../support/left-behind.ts';

test('every grant of a function is used by some test', () => {
  const used = leftBehind('used grants');

  expect(usableGrants().filter((grant) => !used.has(grant))).toEqual([]);
});

test('every kind of write that `unconditionalWrites` lists is made by some test', () => {
  const written = [...leftBehind('unconditional writes')];

  expect(Object.keys(unconditionalWrites).filter((kind) => !written.some((each) => each.startsWith(kind)))).toEqual([]);
});
