import { expect, test } from 'vitest';
import { exportGiftCards } from '../../../lib/resources/gift-cards/functions.ts';
import type { ExportPage } from '../../../lib/resources/gift-cards/ledger-fields.ts';
import { invoke } from '../../support/invoke.ts';
import { idsOf, newCards } from '../../support/world/gift-cards.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const page = ({ store }: World, fields: object = {}) =>
  succeeded(invoke(exportGiftCards, { store_id: store.id, ...fields }));

async function allOf(world: World): Promise<ExportPage[]> {
  const pages: ExportPage[] = [];
  for (let next: ExportPage['next'] | undefined; next !== null; ) {
    const read: ExportPage = await page(world, next);
    pages.push(read);
    next = read.next;
  }
  return pages;
}

test('a store without cards has nothing to export', async () => {
  expect(await page(await newWorld())).toEqual({ data: [], next: null });
});

test('each card as the API shows it, whatever its status, with its transactions from the first on', async () => {
  const { world, issue, adjust, disable, get, transactions } = await newCards();
  const [used, disabled] = [(await issue({ value: 5, note: 'One' })).body, (await issue({ value: 6 })).body];
  await adjust(used.id, { amount: -5, note: 'Used up' });
  await disable(disabled.id);

  const { data, next } = await page(world);

  expect(next).toBeNull();
  expect(data.map(({ gift_card }) => gift_card)).toEqual([(await get(disabled.id)).body, (await get(used.id)).body]);
  for (const { gift_card, transactions: exported } of data) {
    expect(exported).toEqual((await transactions(gift_card.id)).body.data.toReversed());
  }
});

test('a page ends between cards or within a ledger, and the next one goes on there', async () => {
  const { world, issue, adjust, transactions } = await newCards();
  const many = (await issue({ value: 1 })).body;
  await Promise.all(Array.from({ length: 120 }, () => issue({ value: 2 })));
  for (let entry = 0; entry < 300; entry += 10) {
    for (let each = 0; each < 10; each += 1) await adjust(many.id, { amount: 1 });
  }
  const last = (await issue({ value: 3 })).body;

  const pages = await allOf(world);

  expect(pages.map(({ data }) => data.length)).toEqual([100, 22, 1]);
  expect(pages[1]?.next).toEqual({ after: many.id, after_transaction: expect.stringMatching(/^gct_/) });
  const cards = pages.flatMap(({ data }) => data.map(({ gift_card }) => gift_card));
  expect(new Set(idsOf(cards)).size).toBe(122);
  expect(cards[0]?.id).toBe(last.id);
  const ledger = pages.flatMap(({ data }) =>
    data.flatMap((each) => (each.gift_card.id === many.id ? each.transactions : [])),
  );
  expect(ledger.map(({ balance }) => balance)).toEqual(Array.from({ length: 301 }, (_, index) => index + 1));
  expect(idsOf(ledger).slice(-100)).toEqual(
    idsOf((await transactions(many.id, { limit: 100 })).body.data).toReversed(),
  );
});

test('MISSING_FIELD for a place in no card’s ledger', async () => {
  const { store } = await newWorld();

  expect(await invoke(exportGiftCards, { store_id: store.id, after_transaction: 'gct_1' })).toEqual({
    errorType: 'MISSING_FIELD',
    errorMessage: 'after is required with after_transaction',
  });
});
