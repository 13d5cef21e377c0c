import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { GiftCard } from '../../../lib/resources/gift-cards/fields.ts';
import { auditLedger, exportGiftCards, reportLiability } from '../../../lib/resources/gift-cards/functions.ts';
import type { ExportPage, LiabilityPage } from '../../../lib/resources/gift-cards/ledger-fields.ts';
import { recordOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { keys, ledgerKeys } from '../../../lib/table/keys.ts';
import { deleteItem } from '../../support/aws/changed-items.ts';
import { around } from '../../support/aws/interleave.ts';
import { onCall } from '../../support/aws/on-call.ts';
import { resize, withUsualBatches } from '../../support/batches.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, orderOf } from '../../support/world/checkout.ts';
import { atTime, earlier } from '../../support/world/clock.ts';
import { balanceOf, idsOf, newCards } from '../../support/world/gift-cards.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

describe('export-gift-cards', () => {
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

  test('each card as the API shows it, in any status, with its transactions from the first on', async () => {
    withUsualBatches();
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

  test('a page ends between cards or within a ledger, and the next one continues there', { tags: 'long' }, async () => {
    withUsualBatches();
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
});

describe('report-liability', () => {
  const page = ({ store }: World, fields: object = {}) =>
    succeeded(invoke(reportLiability, { store_id: store.id, ...fields }));

  const none = { cards: 0, balance: 0 };

  const nothing = { active: none, disabled: none, used: none, expired: none };

  /** All pages together. */
  async function report(world: World, at?: string) {
    const pages: LiabilityPage[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const read: LiabilityPage = await page(world, { at: pages[0]?.at ?? at, after });
      pages.push(read);
      after = read.next;
    }
    const sum = (of: (page: LiabilityPage) => { cards: number; balance: number }) => ({
      cards: pages.reduce((total, each) => total + of(each).cards, 0),
      balance: pages.reduce((total, each) => total + of(each).balance, 0),
    });
    const { at: told } = pages[0] ?? {};
    return {
      pages: pages.length,
      at: told,
      statuses: {
        active: sum(({ statuses }) => statuses.active),
        disabled: sum(({ statuses }) => statuses.disabled),
        used: sum(({ statuses }) => statuses.used),
        expired: sum(({ statuses }) => statuses.expired),
      },
    };
  }

  test('a store without cards owes nothing', async () => {
    const world = await newWorld();

    const owed = { credits: 0, balance: 0 };
    expect(await page(world)).toEqual({
      ...{ currency: 'USD', at: expect.any(String), statuses: nothing, next: null },
      store_credits: { refund: owed, goodwill: owed, promotion: owed, reward: owed },
    });
  });

  describe('pages', () => {
    test('of 100 cards, each counted once', { tags: 'long' }, async () => {
      withUsualBatches();
      const { world, issue } = await newCards();
      await earlier(120, () => Promise.all(Array.from({ length: 205 }, (_, index) => issue({ value: index + 1 }))));

      const told = await report(world);

      expect(told).toMatchObject({
        pages: 3,
        statuses: { ...nothing, active: { cards: 205, balance: (205 * 206) / 2 } },
      });
    });
  });

  test('a card that is spent while the page is read is neither missed nor counted twice', async () => {
    const { world, issue, adjust } = await newCards();
    const { id } = (await earlier(120, () => issue({ value: 700 }))).body;
    around(
      ({ input }) => input.IndexName === 'feed',
      async (send) => {
        await adjust(id, { amount: -700 });
        return send();
      },
    );

    expect((await page(world)).statuses).toEqual({ ...nothing, active: { cards: 1, balance: 700 } });
  });

  test('INVALID_FIELD for an invalid time and an invalid card', async () => {
    const { store } = await newWorld();

    expect(await invoke(reportLiability, { store_id: store.id, at: 'yesterday' })).toMatchObject({
      errorMessage: 'at must be an RFC 3339 time',
    });
    expect(await invoke(reportLiability, { store_id: store.id, after: 'ord_1' })).toMatchObject({
      errorMessage: 'after must be a gift card or store credit ID',
    });
  });

  /** A step of a store's history, some seconds after the one before. */
  const step = fc.record({
    seconds: fc.integer({ min: 0, max: 40 }),
    card: fc.nat(3),
    kind: fc.constantFrom('issue', 'raise', 'empty', 'disable', 'enable', 'spend', 'refund'),
    amount: fc.integer({ min: 1, max: 900 }),
  });

  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  /** Plays the steps from an hour ago on; the balances that the API shows after each, with its time. */
  async function play(steps: readonly Step[]) {
    const { world, issue, adjust, disable, enable, list } = await newCards();
    const cards: { id: string; code: string; orders: { id: string; left: number }[] }[] = [];
    const startedAt = Date.now();
    let ago = 3600;

    const store_id = world.store.id;
    const spend = async (card: (typeof cards)[number], amount: number) => {
      const checkout_id = `checkout-${ago}`;
      const held = await hold(world, card.code, { checkout_id, amount });
      if (held.errorType !== undefined || held.held === 0) return;
      const order = orderOf(world, { checkout_id });
      const { paid_by_gift_card: left } = await succeeded(invoke(recordOrder, { store_id, order }));
      card.orders.push({ id: order.id, left });
    };
    const refund = async (card: (typeof cards)[number]) => {
      const order = card.orders.pop();
      const amount = 2333;
      if (order) await succeeded(invoke(refundOrder, { store_id, order_id: order.id, refund_id: order.id, amount }));
    };
    const deeds: Record<Step['kind'], (card: (typeof cards)[number], amount: number) => Promise<unknown>> = {
      issue: async () => {},
      raise: ({ id }, amount) => adjust(id, { amount }),
      empty: async ({ id }) => adjust(id, { amount: -(await balanceOf(world, id)) || 1 }),
      disable: ({ id }) => disable(id),
      enable: ({ id }) => enable(id),
      spend,
      refund,
    };

    const told: { at: string; balance: number; cards: number }[] = [];
    for (const { seconds, card: index, kind, amount } of steps) {
      ago -= seconds + 1;
      const at = toTimestamp(startedAt - ago * 1000);
      await atTime(at, async () => {
        const card = cards[index % Math.max(1, cards.length)];
        if (kind === 'issue' || !card) {
          // Some expire on the way.
          const expires_at = amount % 3 === 0 ? toTimestamp(Date.now() + amount * 1000) : null;
          const { body } = await issue({ value: amount, expires_at });
          cards.push({ id: body.id, code: body.code, orders: [] });
        } else await deeds[kind](card, amount);
      });
      const { data } = (await list({ limit: 100 })).body;
      told.push({ at, cards: data.length, balance: sumOf(data) });
    }
    return { world, told, shown: (await list({ limit: 100 })).body.data };
  }

  type ShownCard = Pick<GiftCard, 'status' | 'balance' | 'expires_at'>;

  /** A balance that is past its expiry is expired, even on a disabled card. */
  const reportedStatusOf = ({ status, balance, expires_at }: ShownCard) =>
    balance > 0 && expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : status;

  const sumOf = (cards: readonly { balance: number }[]) => cards.reduce((sum, { balance }) => sum + balance, 0);

  test('after any history the report is the sum of balances now, by status, and at each earlier time what it was then', {
    tags: 'long',
  }, async () => {
    const history = fc.array(step, { minLength: 3, maxLength: 14 });
    const property = fc.asyncProperty(history, async (steps) => {
      const { world, told, shown } = await play(steps);
      const { statuses } = await report(world);
      for (const [status, { cards, balance }] of Object.entries(statuses)) {
        const own = shown.filter((card: ShownCard) => reportedStatusOf(card) === status);
        expect({ status, cards, balance }).toEqual({ status, cards: own.length, balance: sumOf(own) });
      }
      for (const { at, ...sum } of told) {
        const all = Object.values((await report(world, at)).statuses);
        expect({ cards: all.reduce((total, { cards }) => total + cards, 0), balance: sumOf(all) }).toEqual(sum);
      }
    });

    await fc.assert(property, { numRuns: 6 });
  });
});

describe('a long ledger', () => {
  /** A card with an entry of each amount, and pages of three items. */
  async function cardWith(amounts: readonly number[]) {
    onTestFinished(resize((name, usual) => (name === 'ledgerEntries' ? 3 : usual)));
    const { world, issue, adjust, transactions } = await newCards();
    const [value, ...later] = amounts;
    const { id } = (await earlier(120, () => issue({ value }))).body;
    for (const amount of later) await earlier(120, () => adjust(id, { amount }));
    return { world, id, adjust, transactions };
  }

  /** How many items each read of a ledger may bring. */
  function watchLedger({ store }: World, card: string): number[] {
    const limits: number[] = [];
    const { pk } = keys.giftCard(store.id, card);
    const end = onCall(dynamodb, ({ input }, next) => {
      if (input.ExpressionAttributeValues?.[':pk'] === pk) limits.push(input.Limit ?? Number.POSITIVE_INFINITY);
      return next();
    });
    onTestFinished(end);
    return limits;
  }

  const amounts = [500, 1, 2, 3, 4, 5, 6, 7];

  test('is added up a page at a time in a report, each entry once', async () => {
    const { world, id } = await cardWith(amounts);
    const limits = watchLedger(world, id);

    const { statuses } = await succeeded(invoke(reportLiability, { store_id: world.store.id }));

    expect(statuses.active).toEqual({ cards: 1, balance: 528 });
    // The card and its entries, three at a time.
    expect(limits).toEqual([3, 3, 3, 3]);
  });

  test('is read in a report up to its first later entry', async () => {
    const { world, id, adjust } = await cardWith([500, 1]);
    for (const amount of [10, 20, 30, 40]) await adjust(id, { amount });
    const limits = watchLedger(world, id);

    const { statuses } = await succeeded(invoke(reportLiability, { store_id: world.store.id }));

    expect(statuses.active).toEqual({ cards: 1, balance: 501 });
    expect(limits).toEqual([3, 3]);
  });

  test('is added up a page at a time in an audit, which finds what is wrong on its last page', async () => {
    const { world, id, transactions } = await cardWith(amounts);
    const limits = watchLedger(world, id);
    const audit = async () => (await succeeded(invoke(auditLedger, { store_id: world.store.id }))).findings;

    expect(await audit()).toEqual([]);
    expect(limits).toEqual([3, 3, 3, 3]);

    const last = (await transactions(id)).body.data[0];
    const key = ledgerKeys.entry(keys.giftCard(world.store.id, id), last.id);
    await deleteItem(key);
    expect(await audit()).toEqual([{ id, finding: 'the entries add up to 521, the balance is 528' }]);
  });

  test('is read once in an audit for all orders of a page that its card paid for', async () => {
    const { world, issue } = await newCards();
    const store_id = world.store.id;
    const { id, code } = (await issue({ value: 1000 })).body;
    for (const checkout_id of ['a', 'b', 'c']) {
      await hold(world, code, { checkout_id, amount: 100 });
      await succeeded(invoke(recordOrder, { store_id, order: orderOf(world, { checkout_id }) }));
    }
    onTestFinished(resize((name, usual) => (name === 'ledgersOnPage' ? 50 : name === 'ledgerEntries' ? 100 : usual)));
    const limits = watchLedger(world, id);

    expect(await succeeded(invoke(auditLedger, { store_id, after: `ord_${'z'.repeat(26)}` }))).toEqual({
      ...{ checked: 3, findings: [], next: `scr_${'z'.repeat(64)}` },
    });
    expect(limits).toEqual([100]);
  });
});
