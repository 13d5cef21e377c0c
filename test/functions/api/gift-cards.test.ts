/** Gift cards through the store's API. */
import { describe, expect, test } from 'vitest';
import * as contract from '../../../lib/contract/api/gift-cards.ts';
import { holdGiftCard } from '../../../lib/contract/functions/checkout.ts';
import { issue } from '../../../lib/domain/gift-card.ts';
import { toTimestamp } from '../../../lib/runtime/clock.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import * as giftCards from '../../../lib/table/checkout/gift-cards.ts';
import { commitUnitOfWork } from '../../../lib/table/unit-of-work.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { type CallInput, call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { setClock } from '../../support/world/clock.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

type Query = NonNullable<CallInput['query']>;

function api({ write: key }: World) {
  const path = (gift_card_id: string) => ({ gift_card_id });
  return {
    issue: (body: object) => call(contract.issueGiftCard, { body, key }),
    get: (id: string) => call(contract.getGiftCard, { path: path(id), key }),
    list: (query: Query = {}) => call(contract.listGiftCards, { query, key }),
    update: (id: string, body: object) => call(contract.updateGiftCard, { path: path(id), body, key }),
    adjust: (id: string, body: object) => call(contract.adjustGiftCard, { path: path(id), body, key }),
    disable: (id: string) => call(contract.disableGiftCard, { path: path(id), key }),
    enable: (id: string) => call(contract.enableGiftCard, { path: path(id), key }),
    transactions: (id: string, query: Query = {}) =>
      call(contract.listGiftCardTransactions, { path: path(id), query, key }),
  };
}

async function newCards(currency = 'USD') {
  const world = await newWorld({ currency });
  return { world, ...api(world) };
}

async function newCard(body: object = { value: 5000 }) {
  const cards = await newCards();
  const { id, code } = (await cards.issue(body)).body;
  return { ...cards, id: String(id), code: String(code) };
}

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);
const invalid = (error: string) => ({ status: 400, body: { error, code: 'INVALID_FIELD' } });
const missing = (error: string) => ({ status: 400, body: { error, code: 'MISSING_FIELD' } });
const notFound = { status: 404, body: { error: 'Resource not found', code: 'NOT_FOUND' } };

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
    await commitUnitOfWork({ decide: async () => ({ writes: writes.flat(), reply: undefined }) });
  }
}

const seconds = (from: number) => toTimestamp(Date.now() + from * 1000);

describe('issue', () => {
  test('201 with defaults for all that is left out, the code in this reply alone', async () => {
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

  test('null stands for what is left out', async () => {
    const { issue } = await newCards();
    const nulls = { site_id: null, recipient_email: null, message: null, note: null, expires_at: null };
    expect(await issue({ value: 1, ...nulls })).toMatchObject({
      status: 201,
      body: { recipient_email: null, message: null, note: null, expires_at: null },
    });
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

  test('keeps a message only with a recipient', async () => {
    const { issue } = await newCards();
    expect((await issue({ value: 1, message: 'For you', note: 'Sorry' })).body).toMatchObject({
      message: null,
      note: 'Sorry',
    });
  });

  test('normalises the offset of an expiry and drops its fraction', async () => {
    const { issue } = await newCards();
    expect((await issue({ value: 1, expires_at: '2090-06-01T01:30:00.9+02:00' })).body).toMatchObject({
      expires_at: '2090-05-31T23:30:00Z',
      status: 'active',
    });
  });

  const range = 'value must be between 1 and 10000000';
  const email = 'recipient_email must be an email address';
  const time = 'expires_at must be an RFC 3339 time';

  test.each([
    [{}, missing('value is required')],
    [{ value: null }, missing('value is required')],
    [{ value: 0 }, invalid(range)],
    [{ value: -1 }, invalid(range)],
    [{ value: 10_000_001 }, invalid(range)],
    [{ value: '2500' }, invalid('value must be an integer')],
    [{ value: 1.5 }, invalid('value must be an integer')],
    [{ value: true }, invalid('value must be an integer')],
    [{ value: 1, recipient_email: 'grace' }, invalid(email)],
    [{ value: 1, recipient_email: '' }, invalid(email)],
    [{ value: 1, recipient_email: 'a@example.com\nBcc: b@example.com' }, invalid(email)],
    [{ value: 1, recipient_email: 5 }, invalid(email)],
    [{ value: 1, expires_at: 'tomorrow' }, invalid(time)],
    [{ value: 1, expires_at: '2090-02-30T00:00:00Z' }, invalid(time)],
    [{ value: 1, expires_at: '2090-01-01' }, invalid(time)],
    [{ value: 1, expires_at: 3_786_912_000 }, invalid(time)],
    [{ value: 1, expires_at: '2020-01-01T00:00:00Z' }, invalid('expires_at must be in the future')],
    [{ value: 1, message: 'x'.repeat(501) }, invalid('message must be 500 characters or fewer')],
    [{ value: 1, note: 'x'.repeat(501) }, invalid('note must be 500 characters or fewer')],
    [{ value: 1, note: 5 }, invalid('note must be a string')],
    [{ value: 1, site_id: 'site_1' }, invalid('site_id must be a site of this store')],
    [{ value: 1, site_id: 5 }, invalid('site_id must be a site of this store')],
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

describe('update', () => {
  test('replaces expiry and note, and clears what is null or left out', async () => {
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

  test('adds no transaction', async () => {
    const { update, transactions, id } = await newCard();
    await update(id, { note: 'Sorry' });
    expect((await transactions(id)).body.data).toHaveLength(1);
  });

  test('repeats an expiry that has passed; another that has passed is refused', async () => {
    const expires_at = seconds(60);
    const { update, id } = await newCard({ value: 1, expires_at });
    setClock(expires_at);

    expect(await update(id, { expires_at, note: 'Late' })).toMatchObject({
      status: 200,
      body: { expires_at, note: 'Late', status: 'expired' },
    });
    expect(await update(id, { expires_at: seconds(-60) })).toMatchObject(invalid('expires_at must be in the future'));
    expect((await update(id, { expires_at: null })).body).toMatchObject({ status: 'active' });
  });

  test.each([
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at must be in the future'],
    [{ expires_at: 'never' }, 'expires_at must be an RFC 3339 time'],
    [{ note: 'x'.repeat(501) }, 'note must be 500 characters or fewer'],
  ])('refuses %j', async (body, error) => {
    const { update, id } = await newCard();
    expect(await update(id, body)).toMatchObject(invalid(error));
  });
});

describe('adjust', () => {
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

  const nonzero = 'amount must be a nonzero integer';

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
    setClock(expires_at);
    expect((await adjust(id, { amount: -3000 })).body.balance).toBe(0);
  });
});

describe('disable and enable', () => {
  test('each sets or clears disabled_at, keeps the balance and adds a transaction of 0', async () => {
    const { disable, enable, get, transactions, id } = await newCard();
    const disabled = await disable(id);

    expect(disabled).toMatchObject({ status: 200, body: { status: 'disabled', balance: 5000 } });
    expect(disabled.body.disabled_at).toBe(disabled.body.updated_at);
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

  test('of a card that is so already change nothing and add no transaction', async () => {
    const { disable, enable, get, transactions, id } = await newCard();
    const before = (await get(id)).body;
    expect(await enable(id)).toMatchObject({ status: 200, body: before });

    const { body: disabled } = await disable(id);
    expect(await disable(id)).toMatchObject({ status: 200, body: disabled });
    expect((await transactions(id)).body.data).toHaveLength(2);
  });
});

test('a status is disabled before used, used before expired, expired before active', async () => {
  const expires_at = seconds(60);
  const { adjust, disable, enable, get, id } = await newCard({ value: 1, expires_at });
  const statuses = [(await get(id)).body.status];
  setClock(expires_at);
  statuses.push((await get(id)).body.status);
  statuses.push((await adjust(id, { amount: -1 })).body.status);
  statuses.push((await disable(id)).body.status);
  statuses.push((await enable(id)).body.status);
  statuses.push((await adjust(id, { amount: 1 })).body.status);

  expect(statuses).toEqual(['active', 'expired', 'used', 'disabled', 'used', 'expired']);
});

describe('list', () => {
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

  test('pages newest first, ten at a time unless told', async () => {
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

  test('of active cards passes by four hundred that have just expired in four round trips', async () => {
    const { world, issue, list } = await newCards();
    const { id } = (await issue({ value: 1 })).body;
    const expires_at = seconds(60);
    await issueMany(world.store.id, 400, expires_at);
    setClock(expires_at);

    const { result, roundTrips } = await watch(() => list({ status: 'active' }));
    expect(result.body).toMatchObject({ data: [{ id }], has_more: false });
    expect(roundTrips).toBeLessThanOrEqual(4);
    expect((await list({ status: 'expired', limit: 100 })).body).toMatchObject({ has_more: true });
  });

  test('shows nothing of another store', async () => {
    const [{ list }] = [await newCards(), await newCard()];
    expect((await list()).body.data).toEqual([]);
  });
});

describe('transactions', () => {
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
});

const limit = 'limit must be between 1 and 100';

test.each([
  [{ limit: 0 }, limit],
  [{ limit: 101 }, limit],
  [{ limit: '1.5' }, limit],
  [{ limit: 'ten' }, limit],
  [{ after: 'gcd_' }, 'after must be a gift card ID'],
  [{ after: newId('order') }, 'after must be a gift card ID'],
  [{ status: 'issued' }, 'status must be active, used, expired, or disabled'],
])('the list refuses %j', async (query, error) => {
  const { list } = await newCards();
  expect(await list(query)).toMatchObject({ status: 400, body: { error, code: 'INVALID_REQUEST_ERROR' } });
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
