import { expect, test } from 'vitest';
import { getGiftCardBalance } from '../../../lib/resources/gift-cards/functions.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { requestTable } from '../../../lib/table/client.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { itemsOf } from '../../support/aws/table-contents.ts';
import { invoke } from '../../support/invoke.ts';
import { hold } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import { issued, seconds as later } from '../../support/world/gift-cards.ts';
import { guessed, importCards, importedCard, otherCode } from '../../support/world/move-in.ts';
import { newWorld, type World } from '../../support/world/world.ts';

const { ofShopper, ofStore, seconds } = limits.unknownCodes;
const refused = { errorType: 'RATE_LIMIT_EXCEEDED', errorMessage: 'Too many unknown codes; try again in an hour' };

const ask = ({ store }: World, code: string, fields: object = {}) =>
  invoke(getGiftCardBalance, { store_id: store.id, code, ...fields });

/** What so many unknown codes one after the other are answered. */
async function guess(world: World, times: number, fields: object): Promise<string[]> {
  const answers: string[] = [];
  for (let time = 0; time < times; time += 1) answers.push((await ask(world, otherCode(), fields)).errorType ?? '');
  return answers;
}

/** A store with a card of each kind. */
async function newStore() {
  const world = await newWorld();
  const { code: own } = await issued(world);
  const other = importedCard();
  await importCards(world, [other]);
  return { world, own, other: other.code };
}

test('10 unknown codes of a shopper are NOT_FOUND, every further one RATE_LIMIT_EXCEEDED, and a right one too', async () => {
  const { world, own, other } = await newStore();
  const answers = await guess(world, 1000, { shopper: 'mallory' });

  expect(answers.filter((code) => code === 'NOT_FOUND')).toHaveLength(10);
  expect(answers.slice(10)).toEqual(Array.from({ length: 990 }, () => 'RATE_LIMIT_EXCEEDED'));
  for (const code of [own, other]) {
    expect(await ask(world, code, { shopper: 'mallory' })).toEqual(refused);
    expect(await hold(world, code, { shopper: 'mallory' })).toEqual(refused);
    expect(await ask(world, code, { shopper: 'ada' })).toMatchObject({ status: 'active' });
    expect(await ask(world, code)).toMatchObject({ status: 'active' });
  }
});

test('without a shopper the checkout counts, in both functions, also malformed codes', async () => {
  const { world, other } = await newStore();
  for (let time = 0; time < ofShopper; time += 1) {
    const asked = time % 2 ? ask(world, '?', { checkout_id: 'one' }) : hold(world, otherCode(), { checkout_id: 'one' });
    expect(await asked).toMatchObject({ errorType: 'NOT_FOUND' });
  }

  expect(await ask(world, other, { checkout_id: 'one' })).toEqual(refused);
  expect(await hold(world, other, { checkout_id: 'one' })).toEqual(refused);
  expect(await hold(world, other, { checkout_id: 'two' })).toMatchObject({ held: 2500 });
});

test('the card that a checkout holds is never refused', async () => {
  const { world, own, other } = await newStore();
  await hold(world, other, { checkout_id: 'one' });
  await guess(world, ofShopper + 1, { checkout_id: 'one' });

  expect(await ask(world, other, { checkout_id: 'one' })).toMatchObject({ available: 2500 });
  expect(await hold(world, other, { checkout_id: 'one', amount: 10 })).toMatchObject({ held: 10 });
  expect(await hold(world, own, { checkout_id: 'one' })).toEqual(refused);
});

test('an hour after the first unknown code a shopper may type codes again', async () => {
  const { world, other } = await newStore();
  await guess(world, ofShopper, { shopper: 'ada' });
  expect(await ask(world, other, { shopper: 'ada' })).toEqual(refused);

  setClock(later(seconds - 10));
  expect(await ask(world, other, { shopper: 'ada' })).toEqual(refused);
  setClock(later(11));
  expect(await ask(world, other, { shopper: 'ada' })).toMatchObject({ status: 'active' });
  expect(await guess(world, ofShopper + 1, { shopper: 'ada' })).toEqual([
    ...Array.from({ length: ofShopper }, () => 'NOT_FOUND'),
    'RATE_LIMIT_EXCEEDED',
  ]);
});

test('after 1,000 unknown codes in a store, calls without a shopper cannot use codes of other systems', async () => {
  const { world, own, other } = await newStore();
  const held = importedCard();
  await importCards(world, [held]);
  await hold(world, held.code, { checkout_id: 'one' });
  await guessed(world, ofStore - 1);
  expect(await ask(world, otherCode())).toMatchObject({ errorType: 'NOT_FOUND' });

  // An unknown code is answered the same, so nobody learns which codes there are.
  for (const code of [other, otherCode()]) expect(await ask(world, code)).toEqual(refused);
  expect(await hold(world, other, { checkout_id: 'two' })).toEqual(refused);
  expect(await ask(world, own)).toMatchObject({ status: 'active' });
  expect(await ask(world, other, { shopper: 'ada' })).toMatchObject({ status: 'active' });
  expect(await ask(world, held.code, { checkout_id: 'one' })).toMatchObject({ status: 'active' });
  const elsewhere = await newStore();
  expect(await ask(elsewhere.world, elsewhere.other)).toMatchObject({ status: 'active' });
});

test('only a keyed hash of a shopper is kept, for an hour', async () => {
  const world = await newWorld();
  await guess(world, 1, { shopper: 'ada@example.com' });

  const counts = (await itemsOf(requestTable(), world.store.id)).filter(({ pk }) => pk.includes('#GUESSES#'));
  expect(counts).toHaveLength(2);
  expect(JSON.stringify(counts)).not.toContain('ada');
  for (const { expires_at } of counts) {
    expect(Number(expires_at) * 1000 - Date.now()).toBeGreaterThan((seconds - 60) * 1000);
    expect(Number(expires_at) * 1000 - Date.now()).toBeLessThan((seconds + 60) * 1000);
  }
});

test('a hold takes no more round trips for a code of another system than the three of a code of ours, and one more where it is like ours', async () => {
  const { world, own, other } = await newStore();
  const like = importedCard({ code: `${own.slice(0, -4)}QQQQ` });
  await importCards(world, [like]);
  const tripsOf = async (code: string, checkout_id: string) =>
    (await watch(() => hold(world, code, { checkout_id, shopper: 'ada' }))).roundTrips;
  await tripsOf(own, 'first call of the function');

  expect(await tripsOf(own, 'ours')).toBe(3);
  expect(await tripsOf(other, 'imported')).toBe(3);
  expect(await tripsOf(like.code, 'like ours')).toBe(4);
});
