import { expect, test } from 'vitest';
import { newCard } from '../../support/world/gift-cards.ts';

test('clears disabled_at, keeps the balance and adds a transaction of 0', async () => {
  const { disable, enable, get, transactions, id } = await newCard();
  await disable(id);

  expect(await enable(id)).toMatchObject({
    status: 200,
    body: { status: 'active', disabled_at: null, balance: 5000 },
  });
  expect((await get(id)).body).toMatchObject({ status: 'active', disabled_at: null });
  expect((await transactions(id)).body.data).toMatchObject([
    { type: 'enabled', amount: 0, balance: 5000 },
    { type: 'disabled', amount: 0, balance: 5000 },
    { type: 'issued' },
  ]);
});

test('of a card that is not disabled changes nothing and adds no transaction', async () => {
  const { enable, get, transactions, id } = await newCard();
  const { body } = await get(id);

  expect(await enable(id)).toMatchObject({ status: 200, body });
  expect((await transactions(id)).body.data).toHaveLength(1);
});
