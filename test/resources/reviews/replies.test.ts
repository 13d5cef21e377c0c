import { expect, test } from 'vitest';
import { eventsOf } from '../../../lib/events/events-of.ts';
import * as contract from '../../../lib/resources/reviews/operations.ts';
import { call } from '../../support/http/call.ts';
import { setClock } from '../../support/world/clock.ts';
import { seconds } from '../../support/world/gift-cards.ts';
import { edit, hide, inAccount, newReview, onPage, remove, stored } from '../../support/world/reviews.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const of = (review_id: string) => ({ path: { review_id } });

const setReply = ({ write: key }: World, id: string, body: unknown) =>
  call(contract.setReviewReply, { ...of(id), key, body: { body } });
const getReply = ({ read: key }: World, id: string) => call(contract.getReviewReply, { ...of(id), key });
const removeReply = ({ write: key }: World, id: string) => call(contract.removeReviewReply, { ...of(id), key });

async function reviewed() {
  const world = await newWorld();
  const [ada] = world.customers;
  const { id } = await newReview(world, ada, world.products[0]);
  return { world, ada, id: String(id) };
}

const noReply = { status: 404, body: { code: 'NOT_FOUND' } };

test('a reply is answered, read, and shown with its review on the product page and in the account, not in the review object', async () => {
  const { world, ada, id } = await reviewed();
  expect(await getReply(world, id)).toMatchObject(noReply);
  expect((await onPage(world)).data).toMatchObject([{ id, reply: null }]);

  const { status, body } = await setReply(world, id, 'Thank you, Ada');

  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ review_id: id, body: 'Thank you, Ada' },
    ...{ created_at: expect.any(String), updated_at: body.created_at },
  });
  expect(await getReply(world, id)).toMatchObject({ status: 200, body });
  const { review_id: _, ...reply } = body;
  expect((await onPage(world)).data).toMatchObject([{ id, reply }]);
  expect((await inAccount(world, ada)).data).toMatchObject([{ id, reply }]);
  expect(await stored(world, id)).not.toHaveProperty('reply');
});

test('another body replaces it and leaves when it was first made; the body that is there changes nothing', async () => {
  const { world, id } = await reviewed();
  const first = (await setReply(world, id, 'Thank you')).body;
  setClock(seconds(60));

  expect((await setReply(world, id, 'Thank you')).body).toEqual(first);
  const { body } = await setReply(world, id, 'Sorry');
  expect(body).toMatchObject({ body: 'Sorry', created_at: first.created_at });
  expect(body.updated_at > first.updated_at).toBe(true);
});

test('it stays when the review is edited, hidden and shown, and is deleted with it', async () => {
  const { world, ada, id } = await reviewed();
  await setReply(world, id, 'Thank you');
  await hide(world, id);
  await succeeded(edit(world, ada, id, { rating: 1, title: 'No', body: '' }));
  await call(contract.showReview, { ...of(id), key: world.write });

  expect(await getReply(world, id)).toMatchObject({ status: 200, body: { body: 'Thank you' } });

  await succeeded(remove(world, ada, id));
  expect(await getReply(world, id)).toMatchObject(noReply);
  expect(await setReply(world, id, 'Too late')).toMatchObject(noReply);
  const again = await newReview(world, ada, world.products[0]);
  expect((await onPage(world)).data).toMatchObject([{ id: again.id, reply: null }]);
});

test('removed it is gone, and removing it again is 404', async () => {
  const { world, id } = await reviewed();
  await setReply(world, id, 'Thank you');

  expect(await removeReply(world, id)).toMatchObject({ status: 204 });
  expect(await removeReply(world, id)).toMatchObject(noReply);
  expect((await onPage(world)).data).toMatchObject([{ id, reply: null }]);
});

test.each([
  ['absent', undefined, 'MISSING_FIELD', 'body is required'],
  ['empty', '', 'MISSING_FIELD', 'body is required'],
  ['no text', 7, 'INVALID_FIELD', 'body must be a string'],
  ['of 5,001 characters', 'x'.repeat(5001), 'INVALID_FIELD', 'body must be 5000 characters or fewer'],
])('a body that is %s is refused', async (_, body, code, error) => {
  const { world, id } = await reviewed();

  expect(await setReply(world, id, body)).toMatchObject({ status: 400, body: { code, error } });
  expect((await setReply(world, id, '\u{1fad6}'.repeat(5000))).status).toBe(200);
});

const itemWith = (reply: object | null) => ({
  ...{ pk: 'sto_1#REVIEW#rev_1', sk: 'REVIEW', version: 1, id: 'rev_1', product_id: 'pro_1', customer_id: 'cus_1' },
  ...{ rating: 4, title: '', body: '', author_standing: 'good', hidden_at: null, hidden_reason: null },
  ...{ hidden_note: null, updated_at: '2026-02-14T09:30:00Z', ...(reply === null ? {} : { reply }) },
});

test('a new, changed or removed reply is reported, and one that says the same is not', () => {
  const at = '2026-02-14T09:30:00Z';
  const reply = (body: string) => itemWith({ body, created_at: at, updated_at: at });
  const typesOf = (before: object, after: object) =>
    eventsOf(before as never, after as never, { time: at, epoch: '1' }).map(({ type }) => type);

  expect(typesOf(itemWith(null), reply('Thank you'))).toEqual(['review.replied']);
  expect(typesOf(reply('Thank you'), reply('Sorry'))).toEqual(['review.replied']);
  expect(typesOf(reply('Sorry'), { ...itemWith(null), reply: null })).toEqual(['review.reply_removed']);
  expect(typesOf(reply('Sorry'), reply('Sorry'))).toEqual([]);
  expect(typesOf(itemWith(null), { ...itemWith(null), reply: null })).toEqual([]);
});
