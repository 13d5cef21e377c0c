import { expect, test } from 'vitest';
import { newId } from '../../../lib/runtime/ids.ts';
import { notFound } from '../../support/http/refusals.ts';
import { newCard, newCards } from '../../support/world/gift-cards.ts';

test("404 for an unknown card, a malformed id and another store's card, on every operation", async () => {
  const [cards, foreign] = await Promise.all([newCards(), newCard()]);
  for (const id of [newId('giftCard'), 'gcd_1', foreign.id]) {
    const answers = await Promise.all([
      cards.get(id),
      cards.update(id, { note: 'x' }),
      cards.adjust(id, { amount: 1 }),
      cards.disable(id),
      cards.enable(id),
      cards.transactions(id),
    ]);
    expect(answers).toMatchObject(answers.map(() => notFound));
  }
  expect((await foreign.get(foreign.id)).body).toMatchObject({ balance: 5000, note: null, status: 'active' });
});
