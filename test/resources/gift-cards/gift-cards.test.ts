import { describe, expect, test } from 'vitest';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { issue } from '../../../lib/resources/gift-cards/rules.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { dyingAfterCommit } from '../../support/aws/interleave.ts';
import { queuedMails } from '../../support/aws/queued-messages.ts';
import { withUsualBatches } from '../../support/batches.ts';
import { call, invalid } from '../../support/http/call.ts';
import { setClock } from '../../support/world/clock.ts';
import {
  balanceOf,
  expectLedgerProven,
  idsOf,
  issued,
  newCard,
  newCards,
  seconds,
} from '../../support/world/gift-cards.ts';
import { newWorld } from '../../support/world/world.ts';

describe('Issue Gift Card', () => {
  const email = 'recipient_email must be an email address';

  const time = 'expires_at must be an RFC 3339 time';

  test.each([0, 10_000_001])('400 for a value of %i', async (value) => {
    const { issue } = await newCards();
    const error = 'value must be between 1 and 10000000';
    expect(await issue({ value })).toMatchObject({ status: 400, body: { error } });
  });

  test('201 with defaults for omitted fields, the code only in this reply', async () => {
    const { issue, get, list, transactions } = await newCards('EUR');
    const { status, body } = await issue({ value: 2500 });

    const { code, ...card } = body;
    expect(status).toBe(201);
    expect(code).toMatch(/^(?:[A-HJ-NP-Z2-9]{4}-){6}[A-HJ-NP-Z2-9]{4}$/);
    expect(card).toEqual({
      id: expect.stringMatching(/^gcd_[0-9a-hjkmnp-tv-z]{26}$/),
      last4: code.slice(-4),
      currency: 'EUR',
      initial_value: 2500,
      balance: 2500,
      status: 'active',
      recipient_email: null,
      message: null,
      note: null,
      expires_at: null,
      disabled_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updated_at: card.created_at,
    });
    expect((await get(card.id)).body).toEqual(card);
    expect((await list()).body.data).toEqual([card]);
    expect(JSON.stringify((await transactions(card.id)).body)).not.toContain(code);
  });

  test('its email is on its way although the function dies right after its commit', async () => {
    const { issue, list } = await newCards();

    await dyingAfterCommit(() => issue({ value: 2500, recipient_email: 'ada@example.com' }));

    const [{ id }] = (await list()).body.data;
    expect(queuedMails.filter((body) => body.includes(id))).toHaveLength(1);
  });

  test('accepts the limits of value, message and note, and a site of the store', async () => {
    const { issue, world } = await newCards();
    const text = '🎁'.repeat(500);
    const body = {
      value: 10_000_000,
      site_id: world.sites[1].id,
      recipient_email: 'grace@example.com',
      message: text,
      note: text,
    };
    const { site_id: _, value, ...kept } = body;
    expect(await issue(body)).toMatchObject({ status: 201, body: { ...kept, initial_value: value, balance: value } });
  });

  test.each([
    [{ value: 1.5 }, invalid('value must be an integer')],
    [{ value: 1, recipient_email: 'a@example.com\nBcc: b@example.com' }, invalid(email)],
    [{ value: 1, locale: 'de_DE' }, invalid('locale must be a BCP 47 language tag')],
    [{ value: 1, expires_at: 'tomorrow' }, invalid(time)],
    [{ value: 1, expires_at: 3_786_912_000 }, invalid(time)],
    [{ value: 1, message: 'x'.repeat(501) }, invalid('message must be 500 characters or fewer')],
    [{ value: 1, note: 'x'.repeat(501) }, invalid('note must be 500 characters or fewer')],
    [{ value: 1, note: 5 }, invalid('note must be a string')],
    [{ value: 1, site_id: 'site_1' }, invalid('site_id must be a site of this store')],
  ])('refuses %j', async (body, refusal) => {
    const { issue, list } = await newCards();
    expect(await issue(body)).toMatchObject(refusal);
    expect((await list()).body.data).toEqual([]);
  });

  test("refuses an unknown site, and another store's", async () => {
    const [{ issue }, other] = await Promise.all([newCards(), newWorld()]);
    for (const site_id of [newId('site'), other.sites[0].id]) {
      expect(await issue({ value: 1, site_id })).toMatchObject(invalid('site_id must be a site of this store'));
    }
  });
});

describe('Update Gift Card', () => {
  test('replaces expiry and note, and clears null or omitted ones', async () => {
    const { update, get, id } = await newCard();
    const expires_at = '2090-01-01T00:00:00Z';

    expect(await update(id, { expires_at, note: 'Sorry' })).toMatchObject({
      status: 200,
      body: { id, expires_at, note: 'Sorry', balance: 5000 },
    });
    expect((await update(id, { note: null, expires_at })).body).toMatchObject({ expires_at, note: null });
    expect((await update(id, { note: 'Again' })).body).toMatchObject({ expires_at: null, note: 'Again' });
    const { body } = await update(id, {});
    expect(body).toMatchObject({ expires_at: null, note: null });
    expect(body).not.toHaveProperty('code');
    expect((await get(id)).body).toEqual(body);
  });
});

describe('Adjust Gift Card', () => {
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

  test.each(['100', 1e300])('refuses the amount %j', async (amount) => {
    const { adjust, get, transactions, id } = await newCard();

    expect(await adjust(id, { amount })).toMatchObject(invalid('amount must be a nonzero integer'));
    expect((await get(id)).body.balance).toBe(5000);
    expect((await transactions(id)).body.data).toHaveLength(1);
  });

  test('thirty concurrent adjustments: ledger and balance agree', { tags: 'long' }, async () => {
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
});

describe('Disable Gift Card', () => {
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
});

describe('Enable Gift Card', () => {
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
});

describe('List Gift Cards', () => {
  /** Issues cards a transaction at a time, for tests that need many. */
  async function issueMany(store: string, count: number, expires_at: string): Promise<void> {
    const now = toTimestamp(Date.now());
    const circumstances = () => ({
      actor: { type: 'system', name: null } as const,
      now,
      transactionId: newId('giftCardTransaction'),
    });
    for (let issued = 0; issued < count; issued += 25) {
      const writes = Array.from({ length: 25 }, () => {
        const id = newId('giftCard');
        const card = { id, code: { hash: id, last4: 'WXYZ' }, value: 1, currency: 'USD', site_id: null, expires_at };
        return giftCards.create(store, issue(card, circumstances()));
      });
      await commitUnitOfWork(writing(writes.flat()));
    }
  }

  test('gives each status its cards at once, and all of them without one', async () => {
    const { issue, adjust, disable, list } = await newCards();
    const expires_at = seconds(60);
    const ids: Record<string, string> = {};
    for (const status of ['active', 'used', 'expired', 'disabled']) {
      ids[status] = (await issue({ value: 5, ...(status === 'expired' ? { expires_at } : {}) })).body.id;
    }
    await Promise.all([adjust(String(ids.used), { amount: -5 }), disable(String(ids.disabled))]);
    setClock(expires_at);

    for (const [status, id] of Object.entries(ids)) {
      expect((await list({ status })).body, status).toMatchObject({ data: [{ id, status }], has_more: false });
    }
    expect(idsOf((await list()).body.data)).toEqual(Object.values(ids).toReversed());
  });

  test('pages newest first, ten by default', async () => {
    const { issue, list } = await newCards();
    const ids: string[] = [];
    for (let index = 0; index < 12; index++) ids.unshift((await issue({ value: 1 })).body.id);

    const first = (await list()).body;
    expect([idsOf(first.data), first.has_more]).toEqual([ids.slice(0, 10), true]);
    const second = (await list({ after: String(ids[9]) })).body;
    expect([idsOf(second.data), second.has_more]).toEqual([ids.slice(10), false]);
    const exact = (await list({ limit: 12, status: 'active' })).body;
    expect([idsOf(exact.data), exact.has_more]).toEqual([ids, false]);
    const middle = (await list({ limit: 3, after: String(ids[4]), status: 'active' })).body;
    expect([idsOf(middle.data), middle.has_more]).toEqual([ids.slice(5, 8), true]);
    expect((await list({ after: String(ids[11]) })).body).toEqual({ data: [], has_more: false });
  });

  test('of active cards passes by four hundred that have just expired in five round trips at most', {
    tags: 'long',
  }, async () => {
    withUsualBatches();
    const { world, issue, list } = await newCards();
    const { id } = (await issue({ value: 1 })).body;
    // A busy machine takes over a minute to issue them.
    const expires_at = seconds(3600);
    await issueMany(world.store.id, 400, expires_at);
    setClock(expires_at);

    const { result, roundTrips } = await watch(() => list({ status: 'active' }));
    expect(result.body).toMatchObject({ data: [{ id }], has_more: false });
    expect(roundTrips).toBeGreaterThan(0);
    // Four, and one more where one part of the list has many more of them than the others.
    expect(roundTrips).toBeLessThanOrEqual(5);
    expect((await list({ status: 'expired', limit: 100 })).body).toMatchObject({ has_more: true });
  });

  test.each([
    [{ after: 'gcd_' }, 'after must be a gift card ID'],
    [{ after: newId('order') }, 'after must be a gift card ID'],
    [{ status: 'issued' }, 'status must be active, used, expired, or disabled'],
  ])('the list refuses %j', async (query, error) => {
    const { list } = await newCards();
    expect(await list(query)).toMatchObject({ status: 400, body: { error, code: 'INVALID_REQUEST_ERROR' } });
  });
});

describe('List Gift Card Transactions', () => {
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

  test('page newest first, ten by default', async () => {
    const { adjust, transactions, id } = await newCard({ value: 1 });
    for (let amount = 1; amount <= 11; amount++) await adjust(id, { amount });
    const amounts = (data: { amount: number }[]) => data.map(({ amount }) => amount);

    const first = (await transactions(id)).body;
    expect([amounts(first.data), first.has_more]).toEqual([[11, 10, 9, 8, 7, 6, 5, 4, 3, 2], true]);
    const second = (await transactions(id, { after: first.data[9].id, limit: 2 })).body;
    expect([amounts(second.data), second.has_more]).toEqual([[1, 1], false]);
  });
});
