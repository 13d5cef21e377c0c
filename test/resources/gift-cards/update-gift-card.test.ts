import { expect, test } from 'vitest';
import { invalid } from '../../support/http/refusals.ts';
import { setClock } from '../../support/world/clock.ts';
import { newCard, seconds } from '../../support/world/gift-cards.ts';

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
