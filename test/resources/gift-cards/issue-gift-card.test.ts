import { expect, test } from 'vitest';
import { newId } from '../../../lib/runtime/ids.ts';
import { dyingAfterCommit } from '../../support/aws/failing-writes.ts';
import { queuedMails } from '../../support/aws/queued-messages.ts';
import { invalid, missing } from '../../support/http/refusals.ts';
import { newCards } from '../../support/world/gift-cards.ts';
import { newWorld } from '../../support/world/world.ts';

const range = 'value must be between 1 and 10000000';
const email = 'recipient_email must be an email address';
const time = 'expires_at must be an RFC 3339 time';

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

test('its mail is on its way although the function dies right after its commit', async () => {
  const { issue, list } = await newCards();

  await dyingAfterCommit(() => issue({ value: 2500, recipient_email: 'ada@example.com' }));

  const [{ id }] = (await list()).body.data;
  expect(queuedMails.filter((body) => body.includes(id))).toHaveLength(1);
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
