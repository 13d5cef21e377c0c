/** The figures of a store: counted once from each change, however the stream delivers it, and shown for the areas of a key. */
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, test, vi } from 'vitest';
import { recordsOf } from '../../../bin/local/events/stream.ts';
import { ses } from '../../../lib/mail/send.ts';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import {
  adjustGiftCard,
  disableGiftCard,
  issueGiftCard,
  replaceGiftCardCode,
} from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { recordMailFailed } from '../../../lib/resources/gift-cards/records.ts';
import { getOverview } from '../../../lib/resources/overview/operations.ts';
import { removeReviewReply, setReviewReply } from '../../../lib/resources/reviews/operations.ts';
import { createApiKey } from '../../../lib/resources/stores/functions.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { storeTable } from '../../../lib/table/client.ts';
import * as items from '../../../lib/table/items.ts';
import { keys } from '../../../lib/table/keys.ts';
import { migrate } from '../../../lib/work/migrate.ts';
import { sweepGiftCards } from '../../../lib/work/sweep-gift-cards.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { batchOf, queuedMails } from '../../support/aws/queued-messages.ts';
import { isolateTables, itemsOf } from '../../support/aws/table-contents.ts';
import { withUsualBatches } from '../../support/batches.ts';
import { wrongFigures } from '../../support/events/figures.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import { issued, seconds } from '../../support/world/gift-cards.ts';
import { hide, newReview, remove, stand } from '../../support/world/reviews.ts';
import { join, leave } from '../../support/world/waitlist.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

isolateTables('test', { stream: true });

const follow = await handlerOf({ name: 'keep-figures' });
const sendMail = await handlerOf({ name: 'send-mail' });

const deliver = (records: readonly DynamoDBRecord[]) => follow({ Records: [...records] });

/** Delivers all changes of the table so far. */
const deliverAll = async () => deliver(await recordsOf(storeTable()));

/** Delivers only the changes that something makes. */
async function deliverFrom(change: () => Promise<unknown>) {
  const { length } = await recordsOf(storeTable());
  await change();
  await deliver((await recordsOf(storeTable())).slice(length));
}

async function migrated() {
  withUsualBatches();
  await migrate();
}

const shown = async ({ read: key }: World) => (await call(getOverview, { key })).body;

const nothing = {
  reviews: { published: 0, hidden: 0, unanswered: 0 },
  ...{ liability: 0, waiting: 0, scheduled_cards: 0, failed_emails: 0, as_of: null },
};

/** The counted figures equal what the table has. */
const expectTrue = async (now = toTimestamp(Date.now())) =>
  expect(wrongFigures(await itemsOf(storeTable()), now)).toEqual([]);

const issue = async ({ write: key }: World, body: object) =>
  (await call(issueGiftCard, { key, body: { value: 500, ...body } })).body;

/** Takes 200 from a card. */
const lower = ({ write: key }: World, { id: gift_card_id }: { id: string }) =>
  call(adjustGiftCard, { key, path: { gift_card_id }, body: { amount: -200, note: 'A complaint' } });

/** Reviews, cards and shoppers of each kind. */
async function busyStore() {
  const world = await newWorld();
  const [ada, grace] = world.customers;
  const [teapot, , gift] = world.products;
  const answered = await newReview(world, ada, teapot);
  const hidden = await newReview(world, grace, teapot);
  await call(setReviewReply, { key: world.write, path: { review_id: answered.id }, body: { body: 'Thank you' } });
  await hide(world, hidden.id);
  const card = await issue(world, { value: 700 });
  await lower(world, card);
  const send_at = seconds(86_400);
  const line = lineOf(gift, { unit_price: 1500, recipient_email: 'grace@example.com', send_at });
  await succeeded(record(world, orderOf(world, { lines: [line] })));
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) await join(world, teapot, email);
  await leave(world, teapot, 'b@example.com');
  return { world, answered, hidden, card };
}

const ofBusyStore = {
  reviews: { published: 1, hidden: 1, unanswered: 0 },
  ...{ liability: 2000, waiting: 2, scheduled_cards: 1, failed_emails: 0 },
  as_of: expect.stringMatching(/^\d{4}-.*Z$/),
};

describe('the figures of a store', () => {
  test('are zero and have no time before the first change', async () => {
    const world = await newWorld();
    await deliverAll();

    expect(await shown(world)).toEqual(nothing);
  });

  test('count each review, card and shopper after their changes', async () => {
    const { world, answered, hidden } = await busyStore();
    await deliverAll();
    expect(await shown(world)).toEqual(ofBusyStore);
    await expectTrue();

    await call(removeReviewReply, { key: world.write, path: { review_id: answered.id } });
    await remove(world, world.customers[1], hidden.id);
    await stand(world, world.customers[0], 'good');
    await deliverAll();
    expect((await shown(world)).reviews).toEqual({ published: 1, hidden: 0, unanswered: 1 });

    await stand(world, world.customers[0], 'banned');
    await deliverAll();
    expect((await shown(world)).reviews).toEqual({ published: 0, hidden: 0, unanswered: 0 });
    await expectTrue();
  });

  test('count the cards of one store only', async () => {
    const [{ world }, other] = [await busyStore(), await newWorld()];
    await issued(other, { value: 300 });
    await deliverAll();

    expect((await shown(other)).liability).toBe(300);
    expect((await shown(world)).liability).toBe(2000);
  });

  test('include the balance of a disabled card, and leave out that of an expired card once the sweep has seen it', async () => {
    const world = await newWorld();
    const expires_at = seconds(60);
    const [disabled] = [await issue(world, { value: 100 }), await issue(world, { value: 40, expires_at })];
    await call(disableGiftCard, { key: world.write, path: { gift_card_id: disabled.id } });
    await deliverAll();
    expect((await shown(world)).liability).toBe(140);

    setClock(toTimestamp(Date.parse(expires_at) + 10_000));
    await sweepGiftCards();
    await deliverAll();
    expect((await shown(world)).liability).toBe(100);
    await expectTrue();
  });

  test('have the time of the newest change that they contain', async () => {
    const world = await newWorld();
    const deliverAt = (time: string, records: readonly DynamoDBRecord[]) =>
      deliver(
        records.map((each) => ({
          ...each,
          dynamodb: { ...each.dynamodb, ApproximateCreationDateTime: Date.parse(time) / 1000 },
        })),
      );
    const card = await issue(world, { value: 700 });
    const before = await recordsOf(storeTable());
    await deliverAt('2026-05-01T10:00:00Z', before);
    expect((await shown(world)).as_of).toBe('2026-05-01T10:00:00Z');

    // Changes of one item are added to one part of the figures, and its time is what must not go back.
    await lower(world, card);
    await deliverAt('2026-05-01T09:00:00Z', (await recordsOf(storeTable())).slice(before.length));
    expect(await shown(world)).toMatchObject({ liability: 500, as_of: '2026-05-01T10:00:00Z' });
  });
});

describe('a change counts once', () => {
  type Records = readonly DynamoDBRecord[];

  const halvesOf = (records: Records) => {
    const middle = Math.ceil(records.length / 2);
    return [records.slice(0, middle), records.slice(middle)];
  };

  const eachOf = (records: Records) => records.map((one) => [one]);

  /** The batches in which the stream delivers the changes of a busy store. */
  test.each<[string, (records: Records, ofCard: Records) => Records[]]>([
    ['the stream delivers its batch again', (all) => [all, all, all]],
    ['a part of its batch is delivered again in halves', (all) => [all, ...halvesOf(all), ...eachOf(all)]],
    ['changes arrive in reverse order, and then again', (all) => [...eachOf(all.toReversed()), all.toReversed()]],
    [
      'an earlier change of the item was missed',
      (all, ofCard) => [all.filter((each) => !ofCard.includes(each)), ofCard.slice(-1), ofCard],
    ],
  ])('if %s', async (_, batchesOf) => {
    const { world, card } = await busyStore();
    const records = await recordsOf(storeTable());
    const ofCard = records.filter(({ dynamodb }) => dynamodb?.Keys?.pk?.S?.endsWith(card.id));
    for (const batch of batchesOf(records, ofCard)) await deliver(batch);

    expect(await shown(world)).toEqual(ofBusyStore);
    await expectTrue();
  });

  test('if several batches of a store are counted side by side', async () => {
    const { world } = await busyStore();
    const records = await recordsOf(storeTable());
    const parts = [0, 1, 2, 3].map((part) => records.filter((_, index) => index % 4 === part));
    await Promise.all([...parts, records].map(deliver));

    expect(await shown(world)).toEqual(ofBusyStore);
    await expectTrue();
  });

  test('if it moves no figure, and the change that did was missed', async () => {
    const world = await newWorld();
    for (let time = 0; time < 2; time += 1) await deliver([reviewChange(world, 0)]);

    expect((await shown(world)).reviews).toEqual({ published: 1, hidden: 0, unanswered: 1 });
  });

  test('if the table was restored, and its new stream counts from the beginning', async () => {
    const numbered = (records: readonly DynamoDBRecord[], { stream, from }: { stream: string; from: number }) =>
      records.map((each, index) => ({
        ...each,
        eventSourceARN: each.eventSourceARN?.replace(/stream\/.*/, `stream/${stream}`),
        dynamodb: { ...each.dynamodb, SequenceNumber: String(from + index) },
      }));
    const world = await newWorld();
    const card = await issue(world, { value: 700 });
    const before = await recordsOf(storeTable());
    await deliver(numbered(before, { stream: '2026-01-01T00:00:00.000', from: 1000 }));
    await lower(world, card);
    const after = (await recordsOf(storeTable())).slice(before.length);
    await deliver(numbered(after, { stream: '2026-02-01T00:00:00.000', from: 1 }));

    expect((await shown(world)).liability).toBe(500);
  });
});

describe('emails that failed', () => {
  const mailed = { value: 500, recipient_email: 'grace@example.com' };
  const mailsFor = ({ store }: World) => queuedMails.filter((body) => body.includes(store.id));
  const send = (world: World, time: number) =>
    sendMail({
      Records: batchOf(mailsFor(world)).Records.map((each: object) => ({
        ...each,
        attributes: { ApproximateReceiveCount: String(time) },
      })),
    });
  const failedIn = async (world: World) => {
    await deliverAll();
    await expectTrue();
    return (await shown(world)).failed_emails;
  };

  test('count from their last delivery until another code is sent', async () => {
    const world = await newWorld();
    const { id } = await issue(world, mailed);
    await issue(world, {});
    expect(await failedIn(world)).toBe(0);

    const refused = vi.spyOn(ses, 'send').mockImplementation(() => Promise.reject(new Error('refused')));
    await send(world, limits.queueDeliveries);
    expect(await failedIn(world)).toBe(1);

    refused.mockRestore();
    await call(replaceGiftCardCode, { key: world.write, path: { gift_card_id: id }, body: mailed });
    expect(await failedIn(world)).toBe(0);
    await send(world, 1);
    expect(await failedIn(world)).toBe(0);
  });

  test('count if nothing has recorded a failure and the email was not sent in time', async () => {
    const world = await newWorld();
    const sent = await issue(world, mailed);
    await send(world, 1);
    expect(sent.id).toBeDefined();
    await issue(world, mailed);
    await deliverAll();
    const late = toTimestamp(Date.now() + (limits.mailSeconds + 30) * 1000);
    setClock(late);
    expect((await shown(world)).failed_emails).toBe(0);

    await sweepGiftCards();
    expect((await shown(world)).failed_emails).toBe(1);
    await expectTrue(late);
  });

  test('count no more once the email is sent after all', async () => {
    const world = await newWorld();
    const [one, other] = [await issue(world, mailed), await issue(world, mailed)];
    const cards = await giftCards.findMany(world.store.id, [one.id, other.id]);
    for (const card of cards) {
      await commitUnitOfWork(writing([recordMailFailed(world.store.id, card, toTimestamp(Date.now()))]));
    }
    expect(await failedIn(world)).toBe(2);

    await send(world, 1);
    expect(await failedIn(world)).toBe(0);
  });

  test('count no more once the migration has seen that one was sent, although that change was missed', async () => {
    const world = await newWorld();
    const { id } = await issue(world, mailed);
    for (const card of await giftCards.findMany(world.store.id, [id])) {
      await commitUnitOfWork(writing([recordMailFailed(world.store.id, card, toTimestamp(Date.now()))]));
    }
    expect(await failedIn(world)).toBe(1);
    await send(world, 1);

    await deliverFrom(migrated);
    expect((await shown(world)).failed_emails).toBe(0);
  });
});

describe('a key that is limited to areas', () => {
  test.each<[string, object]>([
    ['reviews', { reviews: ofBusyStore.reviews }],
    ['gift_cards', { liability: 2000, scheduled_cards: 1, failed_emails: 0 }],
    ['waitlist', { waiting: 2 }],
    ['customers', {}],
  ])('with the area %s gets the figures of this area, and null for others', async (area, own) => {
    const { world } = await busyStore();
    await deliverAll();
    const made = { store_id: world.store.id, name: 'Ada', permission: 'Read', areas: [area] };
    const { api_key: key } = await succeeded(invoke(createApiKey, made));

    expect((await call(getOverview, { key })).body).toEqual({
      ...{ reviews: null, liability: null, waiting: null, scheduled_cards: null, failed_emails: null },
      ...own,
      as_of: ofBusyStore.as_of,
    });
  });
});

describe('the migration', () => {
  test('counts what was stored before the figures existed, once', { tags: 'long' }, async () => {
    withUsualBatches();
    const { world } = await busyStore();
    const before = await recordsOf(storeTable());
    await migrate();
    const after = (await recordsOf(storeTable())).slice(before.length);
    await deliver(after);
    expect(await shown(world)).toEqual(ofBusyStore);

    await deliver(before);
    await deliver(after);
    expect(await shown(world)).toEqual(ofBusyStore);
    await expectTrue();
  });

  test('counts that a card is worth nothing any more, although that change was missed', async () => {
    const world = await newWorld();
    const { id } = await issue(world, { value: 700 });
    await deliverAll();
    const body = { amount: -700, note: 'A complaint' };
    await call(adjustGiftCard, { key: world.write, path: { gift_card_id: id }, body });

    await deliverFrom(migrated);
    expect((await shown(world)).liability).toBe(0);
  });

  test('no longer counts an item that was deleted unseen', { tags: 'long' }, async () => {
    const { world, answered } = await busyStore();
    await deliverAll();
    const review = await items.find<{ id: string }>(keys.review(world.store.id, answered.id), items.rawItem);
    if (review) await commitUnitOfWork(writing([items.remove(keys.review(world.store.id, answered.id), review)]));
    await migrate();

    expect((await shown(world)).reviews).toMatchObject({ published: 0, hidden: 1 });
  });
});

test('the figures cost one round trip and the same read units among 100 changes and among 1,000', {
  tags: 'long',
}, async () => {
  withUsualBatches();
  const costsAmong = async (number: number) => {
    const world = await newWorld();
    const changes = Array.from({ length: number }, (_, index) => reviewChange(world, index));
    for (let from = 0; from < number; from += 100) await deliver(changes.slice(from, from + 100));
    await shown(world);
    const { result, roundTrips, capacity } = await watch(() => shown(world));
    expect(result.reviews.published).toBe(number);
    return { roundTrips, capacity };
  };
  const few = await costsAmong(100);

  expect(await costsAmong(1000)).toEqual(few);
  expect(few.roundTrips).toBe(1);
});

/** A change of a published review that sends no event, as the stream delivers it. */
function reviewChange({ store }: World, index: number): DynamoDBRecord {
  const { pk, sk } = keys.review(store.id, `rev_${index}`);
  const image = {
    ...{ pk: { S: pk }, sk: { S: sk }, id: { S: `rev_${index}` }, version: { N: '1' } },
    ...{ hidden_at: { NULL: true }, author_standing: { S: 'good' }, reply: { NULL: true } },
  };
  return {
    eventSourceARN: 'arn:aws:dynamodb:us-east-1:123456789012:table/Store/stream/2026-01-01T00',
    dynamodb: {
      SequenceNumber: String(index + 1),
      ApproximateCreationDateTime: 1_767_225_600,
      OldImage: image,
      NewImage: image,
    },
  };
}
