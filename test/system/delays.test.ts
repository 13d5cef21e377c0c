/**
 * Where AWS answers slowly, a request takes the delays of the design's budget, in a function that has just started and with a key
 * that it has never seen.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleFile } from '../../bin/build/bundles.ts';
import { newId } from '../../lib/runtime/ids.ts';
import type { Scenario } from '../requests/all.ts';
import { allScenarios } from '../requests/all.ts';
import { bundles } from '../support/aws/template.ts';
import { startFreshFunctions } from '../support/fresh-function.ts';
import { eventOf } from '../support/http/call.ts';
import { newKey, newWorld } from '../support/world/world.ts';

let folder: string;
let functions: Awaited<ReturnType<typeof startFreshFunctions>>;

beforeAll(async () => {
  [{ folder }, functions] = [await bundles(), await startFreshFunctions()];
}, 300_000);
afterAll(() => functions.stop());

/** The request, with a key that has just been made. */
async function firstCall({ operation, prepare }: Scenario, bundle: string) {
  const world = await newWorld();
  const request = await prepare(world);
  const { api_key } = await newKey(world.store.id, operation.permission === 'Any' ? 'Read' : operation.permission);
  const idempotencyKey = operation.method === 'GET' ? undefined : newId('upload');
  return functions.call(bundle, eventOf(operation, { ...request, key: api_key, idempotencyKey }));
}

describe.each(allScenarios)('%s that has just started', (name, scenario) => {
  const { operation, roundTrips } = scenario;
  const budget = roundTrips ?? (operation.method === 'GET' ? 1 : 2);

  test(`waits for ${budget} delays of AWS at most`, async () => {
    const { statusCode, delays, asked } = await firstCall(scenario, join(folder, name, bundleFile));

    expect(statusCode).toBe(operation.success.status);
    expect(delays, JSON.stringify(asked)).toBeLessThanOrEqual(budget);
    expect(delays).toBeGreaterThan(0);
  });
});
