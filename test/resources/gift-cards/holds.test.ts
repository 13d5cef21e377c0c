import { describe, expect, test } from 'vitest';
import { getGiftCardBalance, releaseGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import { invoke } from '../../support/invoke.ts';
import { hold } from '../../support/world/checkout.ts';
import { expectLedgerProven, issued, newCard } from '../../support/world/gift-cards.ts';
import { newWorld, type World } from '../../support/world/world.ts';

describe('hold-gift-card', () => {
  test('holds as much as is free, however the code is typed', async () => {
    const world = await newWorld();
    const { code, id, last4 } = await issued(world);
    const typed = code.toLowerCase().replaceAll('-', ' ');

    expect(await hold(world, typed)).toEqual({ gift_card_id: id, last4, held: 3000, remainder: 0 });
    expect(await hold(world, code, { checkout_id: 'second' })).toMatchObject({ held: 2000, remainder: 1000 });
    expect(await hold(world, code, { checkout_id: 'third' })).toMatchObject({ held: 0, remainder: 3000 });
    expect(await hold(world, code, { amount: 1000 })).toMatchObject({ held: 1000 });
    expect(await hold(world, code, { checkout_id: 'third', amount: 2500 })).toMatchObject({ held: 2000 });
  });

  test('gives forty checkouts at once exactly the balance', { tags: 'long' }, async () => {
    const world = await newWorld();
    const { code } = await issued(world);
    const holds = await Promise.all(
      Array.from({ length: 40 }, (_, index) => hold(world, code, { checkout_id: `c${index}`, amount: 300 })),
    );

    expect(holds.filter(({ errorType }) => errorType)).toEqual([]);
    expect(holds.reduce((sum, { held }) => sum + Number(held), 0)).toBe(5000);
    await expectLedgerProven(world);
  });
});

describe('release-gift-card', () => {
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
});

describe('get-gift-card-balance', () => {
  const balance = ({ store }: World, code: string, fields: object = {}) =>
    invoke(getGiftCardBalance, { store_id: store.id, code, ...fields });

  test('shows what a card is worth and what of it is free, however its code is typed', async () => {
    const { world, id, code } = await newCard({ value: 5000, expires_at: '2090-01-01T00:00:00Z' });

    const shown = await balance(world, code.toLowerCase().replaceAll('-', ' '));

    expect(shown).toEqual({
      gift_card_id: id,
      last4: code.slice(-4),
      currency: 'USD',
      balance: 5000,
      available: 5000,
      status: 'active',
      expires_at: '2090-01-01T00:00:00Z',
    });
  });

  test('shows a checkout what it holds and what is free, others what is free', async () => {
    const { world, code } = await newCard({ value: 5000 });
    await hold(world, code, { checkout_id: 'one', amount: 3000 });
    await hold(world, code, { checkout_id: 'two', amount: 500 });

    const available = async (fields?: object) => (await balance(world, code, fields)).available;
    expect(await available()).toBe(1500);
    expect(await available({ checkout_id: null })).toBe(1500);
    expect(await available({ checkout_id: 'one' })).toBe(4500);
    expect(await available({ checkout_id: 'two' })).toBe(2000);
    expect(await available({ checkout_id: 'three' })).toBe(1500);
    expect(await hold(world, code, { checkout_id: 'one', amount: 9000 })).toMatchObject({ held: 4500 });
  });
});
