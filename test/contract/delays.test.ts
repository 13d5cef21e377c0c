/**
 * Where AWS answers slowly, a request takes the delays of the design's budget, in a function that has just started and with a key
 * that it has never seen.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleFile, functionBundle } from '../../bin/build/bundles.ts';
import { functionFiles } from '../../lib/resources/function-files.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { bundles } from '../support/aws/template.ts';
import { callFresh } from '../support/fresh-function.ts';
import { eventOf } from '../support/http/call.ts';
import { allScenarios } from '../support/scenarios/all.ts';
import type { Scenario } from '../support/scenarios/scenario.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { newKey, newWorld } from '../support/world/world.ts';

let folder: string;

beforeAll(async () => {
  ({ folder } = await bundles());
}, 300_000);

/** The request, with a key that has just been made. */
async function firstCall({ operation, prepare }: Scenario, bundle: string) {
  const world = await newWorld();
  const request = await prepare(world);
  const { api_key } = await newKey(world.store.id, operation.permission);
  const idempotencyKey = operation.method === 'GET' ? undefined : newId('upload');
  return callFresh(bundle, eventOf(operation, { ...request, key: api_key, idempotencyKey }));
}

describe.each(allScenarios)('%s in a fresh process', (name, scenario) => {
  const { operation, roundTrips } = scenario;
  const budget = roundTrips ?? (operation.method === 'GET' ? 1 : 2);

  test(`waits for ${budget} delays of AWS at most`, async () => {
    const { statusCode, delays, asked } = await firstCall(scenario, join(folder, name, bundleFile));

    expect(statusCode).toBe(operation.success.status);
    expect(delays, JSON.stringify(asked)).toBeLessThanOrEqual(budget);
    expect(delays).toBeGreaterThan(0);
  });
});

describe('a trip too many', () => {
  /** What a function's source says, and what it might say. */
  const defects: Record<string, [file: string, text: string, planted: string]> = {
    'is noticed where reads wait for the key': [
      'lib/http/admission.ts',
      'const identity = identify(credentials);',
      'const identity = identify(credentials); await identity;',
    ],
    'is noticed where the count waits for the key': [
      'lib/http/admission.ts',
      'const counted = count(',
      'await identity; const counted = count(',
    ],
  };

  const scenarioOf = (name: string) => allScenarios.find(([each]) => each === name)?.[1];

  /** The function's bundle with a defect. */
  async function planted(name: string, [file, text, replacement]: [string, string, string]): Promise<string> {
    const path = resolve(file);
    const plant: Plugin = {
      name: 'plant',
      setup({ onLoad }) {
        onLoad({ filter: new RegExp(`${path}$`) }, async () => {
          const source = await readFile(path, 'utf8');
          if (!source.includes(text)) throw new Error(`${file} does not say ${text}`);
          return { contents: source.replace(text, replacement), loader: 'ts' };
        });
      },
    };
    const outfile = join(temporaryFolder(), bundleFile);
    const { outExtension: _, ...options } = functionBundle;
    await build({
      ...options,
      plugins: [plant, ...options.plugins],
      entryPoints: [functionFiles.get(name) ?? ''],
      outfile,
    });
    return outfile;
  }

  describe.each(Object.entries(defects))('%s', (_, defect) => {
    test.each([
      ['get-customer-address', 2],
      ['create-customer-address', 3],
    ])('in %s', async (name, expected) => {
      const scenario = scenarioOf(name);
      if (!scenario) throw new Error(`There is no request for ${name}`);

      const { statusCode, delays } = await firstCall(scenario, await planted(name, defect));

      expect(statusCode).toBe(scenario.operation.success.status);
      expect(delays).toBe(expected);
    });
  });
});
