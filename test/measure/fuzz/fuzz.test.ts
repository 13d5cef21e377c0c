import { expect, test } from 'vitest';
import { invoke, type Refusal } from '../../support/invoke.ts';
import { fuzzFunctions } from './functions.ts';
import { fuzz } from './fuzz.command.ts';

test('every reply is one that the contract allows, for any request', async () => {
  const { faults, replies } = await fuzz({ seed: 1, runs: 6 });

  expect(faults).toEqual([]);
  expect([...replies.keys()]).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 403, 404]));
});

test('every function answers as the contract allows, for any payload', async () => {
  const { faults, answers, succeeded } = await fuzzFunctions({ seed: 1, runs: 8 });

  expect(faults).toEqual([]);
  expect([...answers.keys()]).toEqual(
    expect.arrayContaining(['result', 'MISSING_FIELD', 'INVALID_FIELD', 'NOT_FOUND']),
  );
  expect(succeeded.size).toBeGreaterThan(15);
});

const planted: [string, string, Refusal][] = [
  ['fails inside', 'list-api-keys', { errorType: 'INTERNAL_ERROR', errorMessage: 'Internal server error' }],
  ['refuses with a code that is not its own', 'join-waitlist', { errorType: 'FORBIDDEN', errorMessage: 'No' }],
  [
    'tells what is none of its business',
    'pay-order',
    { errorType: 'NOT_FOUND', errorMessage: 'Order of another store' },
  ],
  ['lets its stack out', 'get-restock', { errorType: 'INVALID_FIELD', errorMessage: 'Wrong\n    at decide' }],
];

test('a function that sometimes fails inside, refuses with a foreign error or returns too much is noticed', {
  tags: 'power',
}, async () => {
  const counts = new Map<string, number>();
  const invokeFunction: typeof invoke = async (invocable, payload) => {
    const fault = planted.find(([, name]) => name === invocable.name);
    const count = (counts.get(invocable.name) ?? 0) + 1;
    counts.set(invocable.name, count);
    return fault && count % 7 === 0 ? (fault[2] as never) : invoke(invocable, payload);
  };

  const { faults } = await fuzzFunctions({ seed: 1, runs: 14 }, invokeFunction);

  for (const [, name, { errorType }] of planted)
    expect(faults).toContainEqual(expect.stringMatching(`^${name}: ${errorType}`));
  expect(faults).toHaveLength(planted.length);
});
