import { describe, expect, test } from 'vitest';
import { requestTable } from '../../../lib/table/client.ts';
import { customerAddresses } from '../../requests/customer-addresses.ts';
import { giftOptions } from '../../requests/gift-options.ts';
import type { RecordStep } from '../engine/recorded.ts';
import { simulate } from '../random/simulation.ts';
import { type Spoil, spoilCalls, withoutEveryFifthCommit, withoutRecords } from '../random/spoiling.ts';
import { ours } from './protocols.ts';
import { refusedIn, tracesIn } from './trace.ts';

/** The first trace that the model refuses, as far as it does. */
const refusedOf = (steps: readonly RecordStep[]): string[] | undefined =>
  tracesIn(steps)
    .map((trace) => refusedIn(ours, trace))
    .find((refused) => refused !== undefined);

// `npm run measure -- judge` plays 200.
test('every step of a run is a move of the model, and runs take each kind of step', async () => {
  const missing = new Set<RecordStep['what']>([
    ...(['asks', 'finds the record', 'finds no record', 'finds the card changed', 'answers'] as const),
    ...(['commits the change and its record', 'commits, and hears nothing of it', 'its function dies'] as const),
  ]);
  // A seed that meets them all comes first.
  for (let seed = 40; seed <= 80 && missing.size > 0; seed += 1) {
    const { run, violation } = await simulate(seed, { among: [customerAddresses], faults: { intensity: 2 } });
    expect(violation).toBeUndefined();
    for (const { what } of run.steps) missing.delete(what);
  }

  expect([...missing]).toEqual([]);
}, 600_000);

/** Drops the reads of idempotency records. */
const withoutLookUps: Spoil = (input, command) =>
  command === 'GetItemCommand' && input.TableName === requestTable() ? undefined : input;

describe('a deviation is refused', { tags: 'power' }, () => {
  test.each<[string, Spoil, RegExp]>([
    ['an answer before the commit', withoutEveryFifthCommit(), /Attempt \d answers \{"ok":true/],
    ['a commit without the record', withoutRecords, /Attempt \d answers \{"ok":true/],
    ['a record that is not looked up before a refusal', withoutLookUps, /Attempt \d answers \{"ok":false/],
  ])('%s', async (_, spoil, step) => {
    spoilCalls(spoil);
    let refused: string[] | undefined;
    // A seed may meet another step first that the model refuses.
    for (let seed = 2; seed <= 30 && !step.test(refused?.at(-1) ?? ''); seed += 1) {
      const { run } = await simulate(seed, { among: [giftOptions] });
      refused = refusedOf(run.steps);
    }
    expect(refused?.[0]).toBe('The model has no such move');
    expect(refused?.at(-1)).toMatch(step);
  });
});
