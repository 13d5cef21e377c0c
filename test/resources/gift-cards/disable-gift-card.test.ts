import { expect, test } from 'vitest';
import { newCard } from '../../support/world/gift-cards.ts';

test('sets disabled_at, keeps the balance and adds a transaction of 0', async () => {
  const { disable, get, transactions, id } = await newCard();
  const { status, body } = await disable(id);

  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'disabled', balance: 5000 } });
  expect(body.disabled_at).toBe(body.updated_at);
  expect((await get(id)).body).toEqual(body);
  expect((await transactions(id)).body.data).toMatchObject([
    { type: 'disabled', amount: 0, balance: 5000 },
    { type: 'issued' },
  ]);
});

test('of a disabled card changes nothing and adds no transaction', async () => {
  const { disable, transactions, id } = await newCard();
  const { body } = await disable(id);

  expect(await disable(id)).toMatchObject({ status: 200, body });
  expect((await transactions(id)).body.data).toHaveLength(2);
});
