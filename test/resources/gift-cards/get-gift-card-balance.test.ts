import { expect, test } from 'vitest';
import { getGiftCardBalance } from '../../../lib/resources/gift-cards/functions.ts';
import { disableGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import { keys } from '../../../lib/table/keys.ts';
import { beforeReadOf } from '../../support/aws/interleave.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold } from '../../support/world/checkout.ts';
import { newCard } from '../../support/world/gift-cards.ts';
import { newWorld, type World } from '../../support/world/world.ts';

const balance = ({ store }: World, code: string, fields: object = {}) =>
  invoke(getGiftCardBalance, { store_id: store.id, code, ...fields });

const notFound = { errorType: 'NOT_FOUND', errorMessage: 'Resource not found' };

test('tells what a card is worth and what of it is free, however its code is typed', async () => {
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

test('tells a checkout what it holds and what is free, others what is free', async () => {
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

test('of a card that is not active tells a checkout what it holds, which its order may still spend', async () => {
  const { world, id, code } = await newCard({ value: 5000 });
  await hold(world, code, { checkout_id: 'one', amount: 3000 });
  await call(disableGiftCard, { path: { gift_card_id: id }, key: world.write });

  expect(await balance(world, code, { checkout_id: 'one' })).toMatchObject({ available: 3000, status: 'disabled' });
  expect(await balance(world, code, { checkout_id: 'two' })).toMatchObject({ available: 0, balance: 5000 });
  expect(await balance(world, code)).toMatchObject({ available: 0 });
});

test('knows neither an unknown code nor that of another store', async () => {
  const [{ world, code }, other] = [await newCard(), await newWorld()];

  expect(await balance(world, 'WXYZ-2345-6789-ABCD-EFGH-JKLM-NPQR')).toEqual(notFound);
  expect(await balance(other, code)).toEqual(notFound);
});

test('tells nothing by a code that is replaced while it is being looked up', async () => {
  const { world, id, code, replaceCode } = await newCard();
  beforeReadOf(keys.giftCard(world.store.id, id), () => replaceCode(id));

  expect(await balance(world, code)).toEqual(notFound);
});
