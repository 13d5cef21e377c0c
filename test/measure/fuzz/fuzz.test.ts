import { expect, test } from 'vitest';
import { fuzz } from './fuzz.ts';

test('every reply is one that the contract allows, whatever is sent', async () => {
  const { faults, replies } = await fuzz({ seed: 1, runs: 6 });

  expect(faults).toEqual([]);
  expect([...replies.keys()]).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 403, 404]));
});
