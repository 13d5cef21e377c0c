import { expect, test } from 'vitest';
import { newId } from '../../../lib/runtime/ids.ts';
import { newCard } from '../../support/world/gift-cards.ts';

const limit = 'limit must be between 1 and 100';

test('name the API key that made the change, and no order', async () => {
  const { transactions, id } = await newCard({ value: 700, note: "The card's own" });

  expect((await transactions(id)).body).toEqual({
    data: [
      {
        id: expect.stringMatching(/^gct_[0-9a-hjkmnp-tv-z]{26}$/),
        type: 'issued',
        amount: 700,
        balance: 700,
        order_id: null,
        note: null,
        actor: { type: 'api_key', name: 'Write key' },
        created_at: expect.any(String),
      },
    ],
    has_more: false,
  });
});

test('page newest first, ten at a time unless told', async () => {
  const { adjust, transactions, id } = await newCard({ value: 1 });
  for (let amount = 1; amount <= 11; amount++) await adjust(id, { amount });
  const amounts = (data: { amount: number }[]) => data.map(({ amount }) => amount);

  const first = (await transactions(id)).body;
  expect([amounts(first.data), first.has_more]).toEqual([[11, 10, 9, 8, 7, 6, 5, 4, 3, 2], true]);
  const second = (await transactions(id, { after: first.data[9].id, limit: 2 })).body;
  expect([amounts(second.data), second.has_more]).toEqual([[1, 1], false]);
});

test.each([
  [{ limit: 0 }, limit],
  [{ limit: -1 }, limit],
  [{ limit: 101 }, limit],
  [{ after: newId('giftCard') }, 'after must be a transaction ID'],
])('the list of transactions refuses %j', async (query, error) => {
  const { transactions, id } = await newCard();
  expect(await transactions(id, query)).toMatchObject({ status: 400, body: { error, code: 'INVALID_REQUEST_ERROR' } });
});
