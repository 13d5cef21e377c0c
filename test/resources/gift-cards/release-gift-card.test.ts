import { expect, test } from 'vitest';
import { releaseGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import { invoke } from '../../support/invoke.ts';
import { hold } from '../../support/world/checkout.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { newWorld } from '../../support/world/world.ts';

test('a second code replaces the first hold, and a released one is free again', async () => {
  const world = await newWorld();
  const [first, second] = await Promise.all([issued(world), issued(world)]);
  await hold(world, first.code);
  await hold(world, second.code);

  expect(await hold(world, first.code, { checkout_id: 'other', amount: 5000 })).toMatchObject({ held: 5000 });
  const release = { store_id: world.store.id, checkout_id: 'checkout' };
  expect(await invoke(releaseGiftCard, release)).toEqual({ released: 3000 });
  expect(await invoke(releaseGiftCard, release)).toEqual({ released: 0 });
});
