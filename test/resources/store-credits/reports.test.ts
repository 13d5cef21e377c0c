/** Store credits in the reports, the books and the audit of a store. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { addRows, inOrder } from '../../../lib/ledger/movement-rules.ts';
import type { BooksRow } from '../../../lib/ledger/report-fields.ts';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { auditLedger, reportLiability, reportMovements } from '../../../lib/resources/gift-cards/functions.ts';
import type { LiabilityPage } from '../../../lib/resources/gift-cards/ledger-fields.ts';
import * as storeCredits from '../../../lib/resources/store-credits/records.ts';
import { issue } from '../../../lib/resources/store-credits/rules.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { keys, ledgerKeys } from '../../../lib/table/keys.ts';
import { deleteItem, putItem } from '../../support/aws/changed-items.ts';
import { resize } from '../../support/batches.ts';
import { invoke } from '../../support/invoke.ts';
import { atTime } from '../../support/world/clock.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { newCredit, newCredits } from '../../support/world/store-credits.ts';
import { succeeded, type World } from '../../support/world/world.ts';

async function liabilityAt({ store }: World, at: string): Promise<LiabilityPage['store_credits']> {
  const pages: LiabilityPage['store_credits'][] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page: LiabilityPage = await succeeded(invoke(reportLiability, { store_id: store.id, at, after }));
    pages.push(page.store_credits);
    after = page.next;
  }
  return pages.reduce((all, page) => {
    for (const reason of Object.keys(all) as (keyof typeof all)[]) {
      all[reason].credits += page[reason].credits;
      all[reason].balance += page[reason].balance;
    }
    return all;
  });
}

async function booksOf({ store }: World, [from, to]: readonly [string, string]): Promise<BooksRow[]> {
  const rows = new Map<string, BooksRow>();
  for (let after: string | null | undefined; after !== null; ) {
    const page = await succeeded(invoke(reportMovements, { store_id: store.id, from, to, group: 'month', after }));
    addRows(rows, page.data);
    after = page.next;
  }
  return inOrder(rows);
}

const none = { credits: 0, balance: 0 };

const day = (date: string) => `2025-${date}T12:00:00Z`;

/** Two cards, and a credit of each reason: one that expires, a disabled one, a spent one and one of a promotion. */
async function traded() {
  const credits = await newCredits();
  const { world, create, adjust, disable } = credits;
  await atTime(day('01-05'), async () => {
    await issued(world);
    await issued(world, { value: 700, expires_at: day('02-10') });
    await create({ value: 1000, reason: 'refund', expires_at: day('02-10') });
    await create({ value: 300, reason: 'promotion' });
  });
  await atTime(day('01-06'), async () => {
    const { id } = (await create({ value: 500, reason: 'goodwill' })).body;
    await disable(id);
    const used = (await create({ value: 200, reason: 'reward' })).body;
    await adjust(used.id, { amount: -200 });
  });
  return credits;
}

const january = ['2025-01-01T00:00:00Z', '2025-02-01T00:00:00Z'] as const;
const february = ['2025-02-01T00:00:00Z', '2025-03-01T00:00:00Z'] as const;

describe('report-liability', () => {
  test('shows the credits that the store owes by reason, at any time and over pages of any size', async () => {
    const { world } = await traded();

    for (const size of [100, 2]) {
      onTestFinished(resize((name) => (name === 'cardsOnPage' ? size : undefined)));
      expect(await liabilityAt(world, day('01-05'))).toEqual({
        refund: { credits: 1, balance: 1000 },
        goodwill: none,
        promotion: { credits: 1, balance: 300 },
        reward: none,
      });
      // The disabled credit is owed; the spent one is not.
      expect(await liabilityAt(world, day('01-31'))).toEqual({
        refund: { credits: 1, balance: 1000 },
        goodwill: { credits: 1, balance: 500 },
        promotion: { credits: 1, balance: 300 },
        reward: none,
      });
      expect((await liabilityAt(world, day('02-10'))).refund).toEqual(none);
    }
  });

  test('a disabled credit past its expiry is not owed', async () => {
    const { world, id, disable } = await newCredit({ expires_at: '2090-01-01T00:00:00Z' });
    await disable(id);
    const at = '2090-01-01T00:00:00Z';

    const { goodwill } = await atTime('2090-01-02T00:00:00Z', () => liabilityAt(world, at));

    expect(goodwill).toEqual(none);
  });
});

describe('report-movements', () => {
  test('books store credits as an account of their own, and its closing is the liability', async () => {
    const { world } = await traded();
    const movements = {
      ...{ sold: 0, issued_free: 0, imported: 0, redeemed: 0, refunded: 0, adjusted: 0, taken_back: 0, expired: 0 },
    };
    const common = { currency: 'USD', ...movements };

    for (const size of [100, 2]) {
      onTestFinished(resize((name) => (name === 'cardsOnPage' ? size : undefined)));
      expect(await booksOf(world, january)).toEqual([
        { period: '2025-01', account: 'gift_cards', ...common, opening: 0, issued_free: 5700, closing: 5700 },
        {
          ...{ period: '2025-01', account: 'store_credits', ...common },
          ...{ opening: 0, issued_free: 2000, adjusted: -200, closing: 1800 },
        },
      ]);
      const [, credits] = await booksOf(world, february);
      expect(credits).toMatchObject({ account: 'store_credits', opening: 1800, expired: -1000, closing: 800 });
      const owed = Object.values(await liabilityAt(world, february[1])).reduce((sum, { balance }) => sum + balance, 0);
      expect(owed).toBe(credits?.closing);
    }
  });

  test('a credit that a refund creates is refunded, and a deleted customer has an adjustment', async () => {
    const { world, customer } = await newCredits();
    await atTime(day('01-05'), async () => {
      const open = await storeCredits.findOpen(world.store.id, customer);
      const context = {
        actor: { type: 'system', name: null },
        now: day('01-05'),
        transactionId: newId('storeCreditTransaction'),
      } as const;
      const given = { id: newId('storeCredit'), customer_id: customer, value: 400, currency: 'USD' };
      const change = issue({ ...given, reason: 'refund', order_id: 'ord_1' }, context);
      await commitUnitOfWork(writing(storeCredits.write(world.store.id, open, { issued: [change] })));
    });
    await atTime(day('02-03'), () =>
      succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: customer })),
    );

    expect(await booksOf(world, january)).toEqual([expect.objectContaining({ refunded: 400, closing: 400 })]);
    expect(await booksOf(world, february)).toEqual([expect.objectContaining({ adjusted: -400, closing: 0 })]);
  });

  test('a later expiry of an expired credit does not change the month that has closed', async () => {
    const { world, create, update } = await newCredits();
    const { id } = await atTime(
      day('01-05'),
      async () => (await create({ value: 1000, expires_at: day('01-20') })).body,
    );
    const before = await booksOf(world, january);
    await atTime(day('02-03'), () => update(id, { expires_at: null }));

    expect(before).toEqual([expect.objectContaining({ issued_free: 1000, expired: -1000, closing: 0 })]);
    expect(await booksOf(world, january)).toEqual(before);
    expect(await booksOf(world, february)).toEqual([
      expect.objectContaining({ opening: 0, expired: 1000, closing: 1000 }),
    ]);
  });
});

describe('audit-ledger', () => {
  const audit = (world: World) =>
    succeeded(invoke(auditLedger, { store_id: world.store.id, after: `scr_${'z'.repeat(64)}` }));

  test('goes from the cards to the orders, then to the credits', async () => {
    const { world, create } = await newCredits();
    for (let count = 0; count < 3; count += 1) await create();
    onTestFinished(resize((name) => (name === 'ledgersOnPage' ? 2 : undefined)));
    const seen: number[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await succeeded(invoke(auditLedger, { store_id: world.store.id, after }));
      expect(page.findings).toEqual([]);
      seen.push(page.checked);
      after = page.next;
    }

    expect(seen).toEqual([0, 0, 2, 1]);
  });

  test('finds entries that do not add up, and a credit that is not listed with those that have a balance', async () => {
    const { world, customer, id, transactions, adjust } = await newCredit();
    await adjust(id, { amount: -100 });
    expect(await audit(world)).toMatchObject({ checked: 1, findings: [] });
    const last = (await transactions(id)).body.data[0];
    const key = ledgerKeys.entry(keys.storeCredit(world.store.id, id), last.id);
    await deleteItem(key);
    const Item = { ...keys.openCredits(world.store.id, customer), ids: [], version: 9 };
    await putItem(Item);

    expect((await audit(world)).findings).toEqual([
      { id, finding: 'the entries add up to 5000, the balance is 4900' },
      { id, finding: 'the credit is not listed with the credits that have a balance' },
    ]);
  });
});
