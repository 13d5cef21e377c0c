/** The budgets of the design: sequential round trips in a warm function, and no more capacity than was meant. */
import { describe, expect, test } from 'vitest';
import { newId } from '../../lib/runtime/ids.ts';
import { watch } from '../support/aws-calls.ts';
import { call } from '../support/call.ts';
import { allScenarios } from '../support/scenarios/all.ts';
import { newWorld } from '../support/world.ts';

const isWrite = (command: string): boolean => /^(?:Put|Delete|TransactWrite)/.test(command);

describe.each(allScenarios)('%s in a warm function', (_, { operation, handler, prepare, roundTrips }) => {
  const budget = roundTrips ?? (operation.method === 'GET' ? 1 : 2);

  test(`takes at most ${budget} round trips`, async () => {
    const world = await newWorld();
    const request = { ...(await prepare(world)), key: operation.permission === 'Read' ? world.read : world.write };
    // A first request that fails: it warms the function and changes nothing.
    await call(handler, operation, { key: request.key });

    const idempotencyKey = operation.method === 'GET' ? undefined : newId('upload');
    const {
      result,
      roundTrips: taken,
      calls,
    } = await watch(() => call(handler, operation, { ...request, idempotencyKey }));

    expect(result.status).toBe(operation.success.status);
    expect(taken, calls.map(({ command }) => command).join(', ')).toBeLessThanOrEqual(budget);
    if (operation.method === 'GET') expect(calls.filter(({ command }) => isWrite(command))).toEqual([]);
  });
});
