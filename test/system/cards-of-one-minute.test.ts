/**
 * 600 gift cards become due within one minute: each is mailed once, none before its time and all within 15 minutes after it;
 * until then no table, no queue and no log holds a code, and those that are disabled are sent nothing.
 */
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { ses } from '../../lib/mail/send.ts';
import { disableGiftCard } from '../../lib/resources/gift-cards/operations.ts';
import { chunksOf } from '../../lib/runtime/collections.ts';
import { toTimestamp } from '../../lib/schema/times.ts';
import { onCall } from '../support/aws/on-call.ts';
import { batchOf, queuedMails } from '../support/aws/queued-messages.ts';
import { allTextsOf, entitiesOf, isolateTables } from '../support/aws/table-contents.ts';
import { resize } from '../support/batches.ts';
import { handlerOf } from '../support/handlers.ts';
import { call } from '../support/http/call.ts';
import { lineOf, orderOf, record } from '../support/world/checkout.ts';
import { keepLog } from '../support/world/person.ts';
import { newWorld, succeeded, type World } from '../support/world/world.ts';

isolateTables('test');

const sweepGiftCards = await handlerOf({ name: 'sweep-gift-cards' });
const sendMail = await handlerOf({ name: 'send-mail' });

/** The codes that emails have brought: the mailbox is stood in for, which would take most of the time. */
const mailed: string[] = [];

const code = /(?:[A-HJ-NP-Z2-9]{4}-){6}[A-HJ-NP-Z2-9]{4}|\b[A-HJ-NP-Z2-9]{28}\b/;

const end = onCall(ses, ({ input }) => {
  mailed.push(code.exec(JSON.stringify(input))?.[0] ?? '');
});

afterAll(() => {
  end();
  vi.useRealTimers();
});

const setClock = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time });

const cards = 600;
const disabled = 6;

/** Buys the cards in one order, some for each second of the minute that begins then. */
async function buy(world: World, minute: number): Promise<void> {
  const lines = Array.from({ length: 60 }, (_, second) =>
    lineOf(world.products[2], {
      quantity: Math.floor(cards / 60) + (second < cards % 60 ? 1 : 0),
      unit_price: 100,
      recipient_email: `second${second}@example.com`,
      send_at: toTimestamp(minute + second * 1000),
    }),
  );
  await succeeded(record(world, orderOf(world, { lines })));
}

/** When each card of a store is due, in milliseconds since 1970. */
async function daysOf({ store }: World): Promise<Map<string, number>> {
  const days = (await entitiesOf(store.id)).filter(({ sk }) => sk === 'DAY');
  return new Map(days.map(({ gift_card_id, send_at }) => [String(gift_card_id), Date.parse(String(send_at))]));
}

interface Queued {
  gift_card_id: string;
  code: string;
}

const queued = ({ store }: World): Queued[] =>
  queuedMails.filter((body) => body.includes(store.id)).map((body) => JSON.parse(body));

test('each of 600 cards of one minute is mailed once and in its time, and no one has a code before', async () => {
  // A sweep reads more than once of each part.
  onTestFinished(resize((name) => (name === 'dueItems' ? 25 : undefined)));
  const log = keepLog();
  const world = await newWorld();
  const minute = Math.ceil(Date.now() / 1000) * 1000 + 30 * 86_400_000;
  await buy(world, minute);
  const days = await daysOf(world);
  expect(days.size).toBe(cards);
  const off = [...days.keys()].slice(0, disabled);
  for (const gift_card_id of off) await call(disableGiftCard, { key: world.write, path: { gift_card_id } });

  // What is kept of a code cannot be reversed: the search finds codes only by their form.
  const kept = [...(await allTextsOf(world.store.id)), ...log.map(({ text }) => text)];
  expect(kept.filter((text) => code.test(text))).toEqual([]);
  expect(queued(world)).toEqual([]);

  const queuedCards = new Set<string>();
  // A round each minute, as the schedule has it, from one before the first time on; the first ones come within the minute.
  const rounds = [-60, 0, 20, 40, ...Array.from({ length: 15 }, (_, round) => 60 * (round + 1))];
  for (const second of rounds) {
    setClock(minute + second * 1000);
    await sweepGiftCards({});
    for (const { gift_card_id } of queued(world).slice(queuedCards.size)) {
      expect(days.get(gift_card_id)).toBeLessThanOrEqual(Date.now());
      queuedCards.add(gift_card_id);
    }
  }
  expect(queuedCards).toEqual(new Set([...days.keys()].slice(disabled)));
  expect(queued(world)).toHaveLength(cards - disabled);
  expect(await daysOf(world)).toEqual(new Map());

  const messages = queuedMails.filter((body) => body.includes(world.store.id));
  for (const batch of chunksOf([...messages, ...messages], 10)) {
    expect(await sendMail(batchOf(batch))).toEqual({ batchItemFailures: [] });
  }
  expect(mailed.toSorted()).toEqual(
    queued(world)
      .map((each) => each.code)
      .toSorted(),
  );
  const after = [...(await allTextsOf(world.store.id)), ...log.map(({ text }) => text)];
  expect(after.filter((text) => code.test(text))).toEqual([]);
});
