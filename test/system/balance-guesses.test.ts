import { expect, test } from 'vitest';
import { shopGetBalance } from '../../lib/resources/gift-cards/shop-calls.ts';
import { toTimestamp } from '../../lib/schema/times.ts';
import { callShop, tokenOf } from '../support/http/shop.ts';
import { setClock } from '../support/world/clock.ts';
import { issued } from '../support/world/gift-cards.ts';
import { importCards, importedCard, otherCode } from '../support/world/move-in.ts';
import { newWorld } from '../support/world/world.ts';

test('of 1,000 codes that one address guesses, each under a new token of a new subject, 10 are looked up', async () => {
  const world = await newWorld();
  const { code } = await issued(world);
  const short = () => otherCode().slice(5, 15);
  await importCards(world, [importedCard({ code: short() })]);
  const guess = async (visitor: string, guessed: string) => {
    const token = await tokenOf(world, { visitor, scopes: ['balance'] });
    return (await callShop(shopGetBalance, world, { token, body: { code: guessed } })).status;
  };
  const begin = Date.parse('2026-02-14T09:00:00Z');
  const answers: number[] = [];
  for (let each = 0; each < 1000; each += 1) {
    // The limit of calls a minute is not what stops it.
    if (each % 100 === 0) setClock(toTimestamp(begin + each * 1200));
    answers.push(await guess(`visitor ${each}`, short()));
  }

  expect(answers).toEqual([...Array.from({ length: 10 }, () => 404), ...Array.from({ length: 990 }, () => 429)]);
  expect(await guess('someone', code)).toBe(429);
});
