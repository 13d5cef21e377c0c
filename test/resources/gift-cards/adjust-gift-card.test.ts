import { expect, test } from 'vitest';
import { holdGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import { call } from '../../support/http/call.ts';
import { invalid, missing } from '../../support/http/refusals.ts';
import { invoke } from '../../support/invoke.ts';
import { setClock } from '../../support/world/clock.ts';
import { balanceOf, issued, newCard, seconds } from '../../support/world/gift-cards.ts';
import { expectLedgerProven } from '../../support/world/ledger.ts';
import { newWorld, succeeded } from '../../support/world/world.ts';

const nonzero = 'amount must be a nonzero integer';

test('raises and lowers the balance, down to zero and up to the limit, with its note on the transaction', async () => {
  const { adjust, get, transactions, id } = await newCard();

  expect(await adjust(id, { amount: -5000, note: 'Fraud' })).toMatchObject({
    status: 200,
    body: { balance: 0, initial_value: 5000, status: 'used', note: null },
  });
  expect((await adjust(id, { amount: 10_000_000 })).body).toMatchObject({ balance: 10_000_000, status: 'active' });
  expect((await get(id)).body.balance).toBe(10_000_000);
  expect((await transactions(id)).body.data).toMatchObject([
    { type: 'adjusted', amount: 10_000_000, balance: 10_000_000, note: null },
    { type: 'adjusted', amount: -5000, balance: 0, note: 'Fraud' },
    { type: 'issued', amount: 5000, balance: 5000, note: null },
  ]);
});

test.each([
  [{}, missing('amount is required')],
  [{ amount: null }, missing('amount is required')],
  [{ amount: 0 }, invalid(nonzero)],
  [{ amount: '100' }, invalid(nonzero)],
  [{ amount: 0.5 }, invalid(nonzero)],
  [{ amount: 1e300 }, invalid(nonzero)],
  [{ amount: -5001 }, invalid('Balance cannot go below zero')],
  [{ amount: 9_995_001 }, invalid('Balance cannot exceed 10000000')],
  [{ amount: 1, note: 'x'.repeat(501) }, invalid('note must be 500 characters or fewer')],
])('refuses %j', async (body, refusal) => {
  const { adjust, get, transactions, id } = await newCard();

  expect(await adjust(id, body)).toMatchObject(refusal);
  expect((await get(id)).body.balance).toBe(5000);
  expect((await transactions(id)).body.data).toHaveLength(1);
});

test('goes down to what open checkouts hold and no further, until their holds lapse', async () => {
  const { adjust, world, code, id } = await newCard();
  const expires_at = seconds(60);
  const hold = { checkout_id: 'checkout', amount: 3000, currency: 'USD', expires_at };
  await succeeded(invoke(holdGiftCard, { store_id: world.store.id, code, ...hold }));

  expect(await adjust(id, { amount: -2001 })).toMatchObject(
    invalid('Balance cannot go below what open checkouts hold'),
  );
  expect(await adjust(id, { amount: -5001 })).toMatchObject(invalid('Balance cannot go below zero'));
  expect((await adjust(id, { amount: -2000 })).body.balance).toBe(3000);
  // By the clock of another function it may count for five seconds more.
  setClock(seconds(65));
  expect((await adjust(id, { amount: -3000 })).body.balance).toBe(0);
});

test('thirty concurrent adjustments: ledger and balance agree', async () => {
  const world = await newWorld();
  const { id } = await issued(world);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      call(contract.adjustGiftCard, {
        path: { gift_card_id: id },
        body: { amount: index % 2 ? 100 : -100 },
        key: world.write,
      }),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await balanceOf(world, id)).toBe(5000);
  await expectLedgerProven(world);
});
