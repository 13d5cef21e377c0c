import { beforeAll, expect, test } from 'vitest';
import * as contract from '../../../lib/resources/reviews/operations.ts';
import { call } from '../../support/http/call.ts';
import { invalid } from '../../support/http/refusals.ts';
import { newReview } from '../../support/world/reviews.ts';
import { newWorld, type World } from '../../support/world/world.ts';

let world: World;
let path: { review_id: string };

beforeAll(async () => {
  world = await newWorld();
  path = { review_id: (await newReview(world, world.customers[0], world.products[0])).id };
});

const hide = (body: unknown) => call(contract.hideReview, { path, body, key: world.write });
const review = async () => (await call(contract.getReview, { path, key: world.read })).body;
const reason = 'reason is required: spam, offensive, off_topic, personal_info, or other';

test.each([
  [{}, reason],
  [{ reason: null }, reason],
  [{ reason: '' }, reason],
  [{ reason: 'boring' }, reason],
  [{ reason: 7 }, reason],
  [{ reason: 'spam', note: 'x'.repeat(1001) }, 'note must be 1000 characters or fewer'],
  [{ reason: 'spam', note: 5 }, 'note must be a string'],
])('400 INVALID_FIELD for %j', async (body, error) => {
  expect(await hide(body)).toMatchObject(invalid(error));
});

test('400 INVALID_JSON without a body', async () => {
  expect(await hide('')).toMatchObject({ status: 400, body: { error: 'Invalid JSON body', code: 'INVALID_JSON' } });
});

test.each(['spam', 'offensive', 'off_topic', 'personal_info', 'other'])('hides for the reason %s', async (why) => {
  const note = '🫖'.repeat(1000);
  const { status, body } = await hide({ reason: why, note });
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'hidden', hidden_reason: why, hidden_note: note });
});

test('again replaces reason, note and time', async () => {
  await hide({ reason: 'spam', note: 'An advertisement' });
  expect(await review()).toMatchObject({ hidden_reason: 'spam', hidden_note: 'An advertisement' });

  const { body } = await hide({ reason: 'off_topic' });

  expect(body).toMatchObject({ status: 'hidden', hidden_reason: 'off_topic', hidden_note: null });
  expect(await review()).toEqual(body);
});
