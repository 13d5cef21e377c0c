/**
 * Time-based changes of gift cards and store credits: expired cards move to their list, each expiry is reported, lapsed holds are removed, orders get the
 * cards they still owe, interrupted refunds of many cards are finished, scheduled cards are emailed on their send date, and emails that were
 * never sent count as failed. Reads are correct without the sweep; it
 * limits how many such records they have to evaluate.
 */

import { isHeldForRefund } from '../ledger/hold-rules.ts';
import { afterExpiry, statusOf } from '../ledger/rules.ts';
import { queueMails } from '../mail/queue.ts';
import { type Commit, commitUnitOfWork, inTime, type Step } from '../once/unit-of-work.ts';
import * as checkouts from '../resources/gift-cards/checkout-records.ts';
import * as days from '../resources/gift-cards/day-records.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import { isScheduled, isToCome, replaceCode, unscheduled } from '../resources/gift-cards/rules.ts';
import * as orders from '../resources/orders/records.ts';
import * as storeCredits from '../resources/store-credits/records.ts';
import type { TimeLeft } from '../runtime/clock.ts';
import { pastForAllClocks } from '../schema/times.ts';
import type { Write } from '../table/items.ts';
import { type Key, storeOf } from '../table/keys.ts';
import { issueDueCards } from './issue-due-cards.ts';
import { countingMail } from './keep-figures.ts';
import { finishRefund } from './refund-order.ts';
import { type Round, type Shard, sweep, totalOf } from './sweep.ts';

/** A round over all stores. The sweeps run in parallel, so that none waits for another that takes all the time. */
export const sweepGiftCards = async (time?: TimeLeft, of?: Partial<Shard>): Promise<Round> =>
  totalOf(
    await Promise.allSettled([
      sweep('CARDS', (key) => commitUnitOfWork(reportingExpiry(cardWrites, key)), { time, of }),
      sweep('CREDITS', (key) => commitUnitOfWork(reportingExpiry(creditWrites, key)), { time, of }),
      sweep('CHECKOUTS', (key) => commitUnitOfWork(clearingHold(key)), { time, of }),
      sweep('ORDERS', (key) => issueFor(key, inTime(commitUnitOfWork, time)), { time, of }),
      sweep('DAYS', (key) => commitUnitOfWork(sendingOnDay(key)), { time, of }),
      sweep('MAILS', (key) => commitUnitOfWork(countingMail(key)), { time, of }),
    ]),
  );

/** Reports that the expiry of a card or a credit has passed (Events page). A card moves to the list of its present status. */
const reportingExpiry = (writesOf: typeof cardWrites, key: Key): Step<void> => ({
  decide: async ({ now }) => ({ writes: await writesOf(key, now), reply: undefined }),
});

async function cardWrites(key: Key, now: string): Promise<Write[]> {
  const card = await giftCards.findAt(key);
  const next = card && afterExpiry(card, now);
  return next ? giftCards.replace(storeOf(key), card, { next }, now) : [];
}

async function creditWrites(key: Key, now: string): Promise<Write[]> {
  const credit = await storeCredits.findAt(key);
  const next = credit && afterExpiry(credit, now);
  return next ? storeCredits.replace(storeOf(key), credit, { next }) : [];
}

const clearingHold = (key: Key): Step<void> => ({
  async decide({ now }) {
    const store = storeOf(key);
    const checkout = await checkouts.findAt(key);
    // The hold has been set again since the index listed it.
    if (!checkout || checkout.expires_at > pastForAllClocks(now)) return { writes: [], reply: undefined };
    const payers = await checkouts.payersOf(store, [...checkout.holds, ...checkout.superseded]);
    return {
      writes: [...checkouts.release(store, checkout.checkout_id, payers, now), checkouts.remove(store, checkout)],
      reply: undefined,
    };
  },
});

/**
 * On its send date, a card gets a new code, which is emailed to its recipient: until then, no one has its code. If the code was
 * replaced before, the card was emailed then, and is not emailed again; a card that is not active gets no email.
 */
const sendingOnDay = (key: Key): Step<void> => ({
  async decide({ now }) {
    const store = storeOf(key);
    const day = await days.findAt(key);
    if (!day || isToCome(day.send_at, now)) return { writes: [], reply: undefined };
    const card = await giftCards.find(store, day.gift_card_id);
    // A refund that is not finished holds the card: it takes the card back or is refused.
    if (card && isHeldForRefund(card)) return { writes: [], reply: undefined };
    const ended = [days.end(store, day)];
    if (!card || !isScheduled(card)) return { writes: ended, reply: undefined };
    if (statusOf(card, now) !== 'active' || card.recipient_email === null) {
      const next = unscheduled(card, now);
      return { writes: [...ended, ...giftCards.replace(store, card, { next }, now)], reply: undefined };
    }

    const { shown: code, kept } = giftCards.newCode();
    const next = replaceCode(card, { code: kept }, now);
    return {
      before: queueMails([{ type: 'gift-card', store_id: store, gift_card_id: card.id, code }]),
      writes: [...ended, ...giftCards.replaceCode(store, card, next, now)],
      reply: undefined,
    };
  },
});

async function issueFor(key: Key, commit: Commit): Promise<void> {
  const store = storeOf(key);
  const order = await orders.findAt(key);
  if (!order) return;
  if (order.refunding) await finishRefund(commit, store, order.id);
  await issueDueCards(commit, store, order.id);
}
