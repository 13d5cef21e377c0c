import { expect, test } from 'vitest';
import { fuzzFunctions } from './functions.ts';

test('every function answers as the contract allows, whatever it is invoked with', async () => {
  const { faults, answers } = await fuzzFunctions({ seed: 1, runs: 20 });

  expect(faults).toEqual([]);
  expect([...answers.keys()]).toEqual(
    expect.arrayContaining(['result', 'MISSING_FIELD', 'INVALID_FIELD', 'NOT_FOUND']),
  );
}, 120_000);
