/** The budgets of the design: sequential round trips in a warm function, and no more capacity than was meant. */
import { describe, expect, test } from 'vitest';
import { newId } from '../../lib/runtime/ids.ts';
import { replays } from '../../lib/schema/operation.ts';
import { allScenarios, invocationScenarios } from '../requests/all.ts';
import type { Payload } from '../requests/table.ts';
import { watch } from '../support/aws/aws-calls.ts';
import { call } from '../support/http/call.ts';
import { httpDoorOf, invoke, invokeOverHttp, storefrontKeyOf } from '../support/invoke.ts';
import { newWorld } from '../support/world/world.ts';

const isWrite = (command: string): boolean => /^(?:Put|Delete|TransactWrite)/.test(command);

describe.each(allScenarios)('%s in a warm function', (_, { operation, prepare, roundTrips }) => {
  const budget = roundTrips ?? (operation.method === 'GET' ? 1 : 2);

  test(`takes at most ${budget} round trips, and so does its repeat`, async () => {
    const world = await newWorld();
    const request = { ...(await prepare(world)), key: operation.permission === 'Read' ? world.read : world.write };
    // A first request that fails: it warms the function and changes nothing.
    await call(operation, { key: request.key });

    const idempotencyKey = operation.method === 'GET' ? undefined : newId('upload');
    const { result, roundTrips: taken, calls } = await watch(() => call(operation, { ...request, idempotencyKey }));

    expect(result.status).toBe(operation.success.status);
    expect(taken).toBeGreaterThan(0);
    const commands = calls.map(({ command }) => command).join(', ');
    const help = `${operation.name} takes ${taken} round trips for ${commands}: call at the same time, or give its row in test/requests more roundTrips`;
    expect(taken, help).toBeLessThanOrEqual(budget);
    if (replays(operation)) {
      const again = await watch(() => call(operation, { ...request, idempotencyKey }));
      expect(again.result.headers['x-idempotency-replayed']).toBe('true');
      expect(again.roundTrips).toBeGreaterThan(0);
      expect(again.roundTrips).toBeLessThanOrEqual(budget);
    }
    if (operation.method === 'GET' || operation.readOnly)
      expect(calls.filter(({ command }) => isWrite(command))).toEqual([]);
  });
});

const ofStorefront = invocationScenarios.filter(({ invocable }) => invocable.group === 'storefront');

test.each(ofStorefront)('$invocable.name takes no more round trips by HTTP than by Invoke', async (scenario) => {
  const { invocable, prepare } = scenario;
  const taken = async (send: (payload: Payload) => Promise<object>) => {
    const payload = await prepare(await newWorld());
    const key = await storefrontKeyOf(payload.store_id);
    // First ones that fail: the function knows the store then, and the window of the key.
    await invoke(invocable, { store_id: payload.store_id });
    await call(httpDoorOf(invocable), { key, body: {} });
    const { result, roundTrips, calls } = await watch(() => send(payload));
    expect(result).not.toHaveProperty('errorType');
    return { roundTrips, commands: calls.map(({ command }) => command) };
  };

  const invoked = await taken((payload) => invoke(invocable, payload));
  const requested = await taken((payload) => invokeOverHttp(invocable, payload));

  expect(requested.roundTrips).toBeGreaterThan(0);
  expect(requested.roundTrips, `${requested.commands} by HTTP, ${invoked.commands} by Invoke`).toBeLessThanOrEqual(
    invoked.roundTrips,
  );
});
