import { expect, test } from 'vitest';
import { implementations, play } from './play.ts';

// Some of all that `npm run measure -- bench:duplicates` plays: one in which each other way goes wrong.
const seed = 4;

test('here a request has one effect and one answer, even if functions die, and nobody is left without', async () => {
  const [here] = implementations;
  expect(here && (await play(seed, here))).toMatchObject({ twice: 0, lost: 0, stuck: 0, differing: 0 });
});

test.each(implementations.slice(1))('$name: what goes wrong is noticed', async (implementation) => {
  const { twice, stuck } = await play(seed, implementation);
  expect(twice + stuck).toBeGreaterThan(0);
});
