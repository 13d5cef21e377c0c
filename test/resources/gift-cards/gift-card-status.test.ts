import { expect, test } from 'vitest';
import { setClock } from '../../support/world/clock.ts';
import { newCard, seconds } from '../../support/world/gift-cards.ts';

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
