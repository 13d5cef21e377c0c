/** What befalls gift cards by itself: right before the sweep, and seen to by it. */
import { expect, test } from 'vitest';
import * as contract from '../../../lib/contract/api/gift-cards.ts';
import { toTimestamp } from '../../../lib/runtime/clock.ts';
import * as checkouts from '../../../lib/table/checkout/checkouts.ts';
import * as giftCards from '../../../lib/table/checkout/gift-cards.ts';
import { sweepStore } from '../../../lib/work/sweep-gift-cards.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { call } from '../../support/http/call.ts';
import { hold, lasting, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const inAMinute = () => toTimestamp(Date.now() + 60_000);

async function cardsOf({ write: key }: World, status?: string): Promise<{ id: string }[]> {
  const { body } = await call(contract.listGiftCards, { key, query: status === undefined ? {} : { status } });
  return body.data;
}

const idsOf = async (world: World, status: string) => (await cardsOf(world, status)).map(({ id }) => id);

/** What one round sees to, and that nothing is left for another. */
async function expectSwept({ store }: World, done: number): Promise<void> {
  expect(await sweepStore(store.id)).toEqual({ done, failed: 0 });
  expect(await sweepStore(store.id)).toEqual({ done: 0, failed: 0 });
}

test('cards that expire are listed right before and after they are moved', async () => {
  const world = await newWorld();
  const expires_at = inAMinute();
  const { id } = await issued(world, { value: 5000, expires_at });
  const lasting = await issued(world);
  setClock(expires_at);

  for (const sweep of [async () => undefined, () => expectSwept(world, 1)]) {
    await sweep();
    expect(await idsOf(world, 'expired')).toEqual([id]);
    expect(await idsOf(world, 'active')).toEqual([lasting.id]);
  }
});

test('a hold that lapses goes, one set anew meanwhile stays', async () => {
  const world = await newWorld();
  const { id, code } = await issued(world);
  const expires_at = inAMinute();
  const holdUntil = (checkout_id: string, until: string) =>
    succeeded(hold(world, code, { checkout_id, amount: 1000, expires_at: until }));
  for (const checkout of ['lapses', 'renewed']) await holdUntil(checkout, expires_at);
  await holdUntil('renewed', lasting);
  setClock(expires_at);

  await expectSwept(world, 1);
  expect(await checkouts.find(world.store.id, 'lapses')).toBeUndefined();
  const card = await giftCards.find(world.store.id, id);
  expect(card?.holds.map(({ checkout_id }) => checkout_id)).toEqual(['renewed']);
});

test('cards that a paid order still owes are issued where the function that recorded it has died', async () => {
  const world = await newWorld();
  const lines = [lineOf(world.products[2], { quantity: 3, unit_price: 1500 })];
  const { result } = await watch(
    () => record(world, orderOf(world, { lines })),
    (_, command) => (command.startsWith('SendMessage') ? 'before' : undefined),
  );
  expect(result).toMatchObject({ errorType: 'INTERNAL_ERROR' });
  expect(await cardsOf(world)).toEqual([]);
  setClock(inAMinute());

  await expectSwept(world, 1);
  expect(await cardsOf(world)).toMatchObject([{ balance: 1500 }, { balance: 1500 }, { balance: 1500 }]);
});
