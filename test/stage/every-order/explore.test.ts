import { describe, expect, test } from 'vitest';
import { type Random, seeded } from '../engine/random.ts';
import { explore, type Play, type Program, type Step } from './explore.ts';

/** A step that reads or writes a place once others of its agent have ended. */
interface Access extends Step {
  place: string;
  writes: boolean;
  /** Names of the steps that it waits for. */
  after: readonly string[];
}

/** What can be seen afterwards: for each place its writes in order, and what was read between them. */
class Toy implements Play<Access> {
  readonly #accesses: readonly Access[];
  readonly #taken: Access[] = [];

  constructor(accesses: readonly Access[]) {
    this.#accesses = accesses;
  }

  waiting(): readonly Access[] {
    const taken = new Set(this.#taken.map(({ name }) => name));
    return this.#accesses.filter(({ name, after }) => !taken.has(name) && after.every((one) => taken.has(one)));
  }

  async take(step: Access): Promise<void> {
    this.#taken.push(step);
  }

  abandon(): void {}

  seen(): string {
    const logs = Map.groupBy(this.#taken, ({ place }) => place);
    const seen = [...logs.keys()].toSorted().map((place) => {
      const reads: string[][] = [[]];
      for (const { name, writes } of logs.get(place) ?? []) {
        if (writes) reads.push([`${name}!`], []);
        else reads.at(-1)?.push(name);
      }
      return [place, reads.map((between) => between.toSorted())];
    });
    return JSON.stringify(seen);
  }
}

const programOf = (accesses: readonly Access[], seen: Map<string, number>): Program<Access, Toy> => ({
  begin: async () => new Toy(accesses),
  dependent: (a, b) => a.place === b.place && (a.writes || b.writes),
  async end(play) {
    seen.set(play.seen(), (seen.get(play.seen()) ?? 0) + 1);
    return true;
  },
});

/** All that can be seen, by every order there is. */
function everything(accesses: readonly Access[]): { seen: Set<string>; orders: number } {
  const seen = new Set<string>();
  let orders = 0;
  const goOn = (order: readonly Access[]): void => {
    const toy = new Toy(accesses);
    for (const step of order) void toy.take(step);
    const waiting = toy.waiting();
    if (waiting.length === 0) {
      orders += 1;
      seen.add(toy.seen());
    }
    for (const step of waiting) goOn([...order, step]);
  };
  goOn([]);
  return { seen, orders };
}

/** An agent of a few steps, some side by side. */
function agent(name: string, random: Random, steps: number): Access[] {
  const accesses: Access[] = [];
  for (let index = 0; index < steps; index += 1) {
    const after = accesses.filter(() => random.chance(0.4)).map((step) => step.name);
    accesses.push({
      name: `${name}${index}`,
      place: random.pick(['x', 'y', 'z']),
      writes: random.chance(0.4),
      after,
    });
  }
  return accesses;
}

const chain = (name: string, ...accesses: readonly [place: string, writes: boolean][]): Access[] =>
  accesses.map(([place, writes], index) => ({
    name: `${name}${index}`,
    place,
    writes,
    after: index === 0 ? [] : [`${name}${index - 1}`],
  }));

describe('every order of the steps that makes a difference is played', () => {
  test.each(Array.from({ length: 40 }, (_, seed) => seed))('of two agents as seed %i makes them', async (seed) => {
    const random = seeded(seed);
    const accesses = [...agent('a', random, 4), ...agent('b', random, 3)];
    const seen = new Map<string, number>();

    const { left } = await explore(programOf(accesses, seen));

    expect(left).toBe(0);
    expect(new Set(seen.keys())).toEqual(everything(accesses).seen);
  });

  test('and of those that make none one', async () => {
    const accesses = [
      ...chain('a', ['x', false], ['y', false], ['x', true]),
      ...chain('b', ['x', false], ['z', false], ['x', true]),
    ];
    const seen = new Map<string, number>();

    const { orders } = await explore(programOf(accesses, seen));

    expect(everything(accesses)).toMatchObject({ orders: 20 });
    expect([orders, seen.size]).toEqual([4, 4]);
  });

  test('and where the search is stopped it says that orders are left', async () => {
    const accesses = [...chain('a', ['x', true], ['x', true]), ...chain('b', ['x', true], ['x', true])];
    const seen = new Map<string, number>();

    expect(await explore(programOf(accesses, seen), 3)).toMatchObject({ orders: 3 });
    expect((await explore(programOf(accesses, seen), 3)).left).toBeGreaterThan(0);
  });
});
