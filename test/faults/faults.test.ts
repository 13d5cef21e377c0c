import { describe, expect, test } from 'vitest';
import { isExplained, type Model, type Operation } from './history.ts';
import { simulate } from './simulation.ts';

test('whatever fails, clients are told the truth and nothing happens twice', async () => {
  const faults = new Set<string>();
  for (let seed = 1; seed <= 24; seed += 1) {
    const { violation, events } = await simulate(seed);
    expect(violation?.message, `npm run faults -- --seed ${seed} --runs 1`).toBeUndefined();
    for (const event of events.keys()) faults.add(event);
  }
  expect(faults.size).toBe(11);
});

test('a seed makes the same run again', async () => {
  const [first, again] = [await simulate(42), await simulate(42)];
  expect({ ...again, violation: undefined }).toEqual({ ...first, violation: undefined });
});

describe('a history', () => {
  const register: Model<number> = (state, { kind, value }, answer) => {
    if (kind === 'write') return value;
    return answer?.body === state ? state : undefined;
  };
  const write = (value: number, from: number, to: number, heard = true): Operation => ({
    input: { kind: 'write', value },
    answer: heard ? { ok: true } : undefined,
    from,
    to,
  });
  const read = (value: number, from: number, to: number): Operation => ({
    input: { kind: 'read' },
    answer: { ok: true, body: value },
    from,
    to,
  });

  test('is explained by any order that time allows', () => {
    expect(isExplained(0, [write(1, 0, 5), read(0, 1, 2), read(1, 3, 4)], register)).toBe(true);
  });

  test('is not explained where a read goes back', () => {
    expect(isExplained(0, [write(1, 0, 9), read(1, 1, 2), read(0, 3, 4)], register)).toBe(false);
  });

  test('is not explained where an acknowledged write is missing', () => {
    expect(isExplained(0, [write(1, 0, 1), read(0, 2, 3)], register)).toBe(false);
  });

  test('may or may not hold what nobody heard of', () => {
    expect(isExplained(0, [write(1, 0, 1, false), read(0, 2, 3)], register)).toBe(true);
    expect(isExplained(0, [write(1, 0, 1, false), read(1, 2, 3)], register)).toBe(true);
  });
});
