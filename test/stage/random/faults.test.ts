import { describe, expect, test } from 'vitest';
import { backgroundFunctions } from '../../../lib/resources/background.ts';
import { functionFiles } from '../../../lib/resources/function-files.ts';
import { operations } from '../../../lib/resources/nouns.ts';
import { areas } from '../../requests/all.ts';
import { giftCards } from '../../requests/gift-cards.ts';
import { moveIn } from '../../requests/move-in.ts';
import { reviews } from '../../requests/reviews.ts';
import { waitlist } from '../../requests/waitlist.ts';
import { type Answer, isExplained, type Model, type Operation } from '../engine/history.ts';
import type { Event } from './run.ts';
import { simulate } from './simulation.ts';

/** Functions that messages, schedules and changes start, which the simulation reads from the contract. */
const background = backgroundFunctions.map(({ name }) => name);

test('a row of the tables plays every function there is', () => {
  const played = new Set([...areas.flatMap(({ asks }) => asks), ...background]);
  const folderOf = (name: string) => operations.find((operation) => operation.name === name)?.folder ?? '<noun>';
  const missing = [...functionFiles.keys()].filter((name) => !played.has(name));

  expect(missing.map((name) => `nothing plays ${name}: give it a row in test/requests/${folderOf(name)}.ts`)).toEqual(
    [],
  );
});

/** What the runs of this file have met. */
const met = new Set<Event>();

const play: typeof simulate = async (...run) => {
  const played = await simulate(...run);
  for (const event of played.run.events.keys()) met.add(event);
  return played;
};

describe('under any fault, clients get the truth, nothing happens twice and nothing is lost', () => {
  // `npm run measure -- faults` plays as many as there is time for.
  const seed = 17;

  test.each(areas)('$name', async (area) => {
    const { violation, run } = await play(seed, { among: [area], withEvents: true });
    const again = `npm run measure -- faults --seed ${seed} --runs 1 --area '${area.name}'`;
    expect(violation?.message, again).toBeUndefined();

    const unplayed = area.asks.filter((name) => !run.functions.has(name));
    expect(unplayed.map((name) => `no run plays ${name}: its row in test/requests has no weight`)).toEqual([]);
  });
});

describe('imported records are judged apart from those that clients create', () => {
  // Plays both areas on one store.
  const seed = 6;

  test.each([giftCards, reviews])('$name', async (area) => {
    const { violation, run } = await play(seed, { among: [area, moveIn] });

    expect(violation?.message).toBeUndefined();
    const unplayed = [...area.asks, ...moveIn.asks].filter((name) => !run.functions.has(name));
    expect(unplayed, 'another seed plays both').toEqual([]);
  });
});

test('under faults in several areas of one store, clients get the truth', async () => {
  const seed = 3;
  const { violation } = await play(seed, { withEvents: true });

  expect(violation?.message, `npm run measure -- faults --seed ${seed} --runs 1`).toBeUndefined();
});

test('clients, messages and events come twice, changes fail and overtake each other, and clients lose patience', async () => {
  const expected = [
    ...(['twin at once', 'twin without a key', 'crowd of clients', 'request made again'] as const),
    ...(['client gave up waiting', 'message delivered again', 'message delivered to two at once'] as const),
    ...(['shards out of step', 'batch of changes failed', 'batch of changes failed in part'] as const),
    ...(['changes delivered again', 'event delivered again', 'event delivered out of order'] as const),
  ] satisfies Event[];
  const missing = () => expected.filter((event) => !met.has(event));
  for (let seed = 4; seed <= 20 && missing().length > 0; seed += 1) {
    await play(seed, { among: [waitlist, giftCards], faults: { intensity: 2 }, withEvents: true });
  }
  expect(missing()).toEqual([]);
});

test('a seed makes the same run again, down to its ids', async () => {
  // Not webhooks: deliveries go over real connections, which end in any order.
  const among = [giftCards, reviews, waitlist];
  const [first, again] = [await simulate(45, { among }), await simulate(45, { among })];
  expect(again.run.time).toBe(first.run.time);
  expect(again.run.digest).toBe(first.run.digest);
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

  test('is not explained where a read that the model does not know shows what was not so', () => {
    const shows = (state: number, { body }: Answer) => body === 2 * state;
    const twice = (value: number): Operation => ({
      input: { kind: 'twice', reads: true, shows },
      answer: { ok: true, body: value },
      from: 2,
      to: 3,
    });

    expect(isExplained(0, [write(1, 0, 1), twice(2)], register)).toBe(true);
    expect(isExplained(0, [write(1, 0, 1), twice(1)], register)).toBe(false);
  });

  test('may or may not hold an unanswered write', () => {
    expect(isExplained(0, [write(1, 0, 1, false), read(0, 2, 3)], register)).toBe(true);
    expect(isExplained(0, [write(1, 0, 1, false), read(1, 2, 3)], register)).toBe(true);
    const again = [write(1, 0, 1, false), read(0, 2, 3), write(1, 4, 7, false), read(1, 8, 9)];
    expect(isExplained(0, again, register)).toBe(true);
  });
});
