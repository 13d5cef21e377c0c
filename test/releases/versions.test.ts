import { expect, test } from 'vitest';
import { versionFault } from './promises.ts';

test.each([
  ['0.3.0', '0.2.0', true],
  ['0.2.1', '0.2.0', false],
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '0.9.0', true],
  ['1.1.0', '1.0.0', false],
  ['2.0.0', '1.9.0', true],
])('%s may follow %s (it breaks something: %s)', (version, last, breaks) => {
  expect(versionFault(version, { last, breaks })).toEqual([]);
});

test.each([
  ['0.2.1', '0.2.0', 'may break nothing'],
  ['1.1.0', '1.0.0', 'may break nothing'],
  ['0.2.0', '0.2.0', 'is not later'],
  ['0.1.9', '0.2.0', 'is not later'],
  ['next', '0.2.0', 'must be three numbers'],
])('%s may not break what %s promised: it %s', (version, last, fault) => {
  expect(versionFault(version, { last, breaks: true })).toEqual([expect.stringContaining(fault)]);
});
