import { expect, test } from 'vitest';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { issue } from '../../../lib/resources/gift-cards/rules.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { setClock } from '../../support/world/clock.ts';
import { idsOf, newCard, newCards, seconds } from '../../support/world/gift-cards.ts';

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

const limit = 'limit must be between 1 and 100';

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
