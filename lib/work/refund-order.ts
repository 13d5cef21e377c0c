/**
 * Refunds an order and takes back the gift cards of the refunded units. Few cards are taken back in the commit of the refund. If there
 * are more than one commit holds, the order keeps the request: first every card is held, so that no checkout can spend it, then the cards
 * are taken back, and the last commit moves the money. If a card cannot be held, all are freed and the refund is refused. Each commit
 * checks the order's version, so the work continues where it stopped, in any process. No step begins while cards of the order are not linked
 * with it.
 */

import { freeFromRefund, holdForRefund, isHeldForRefund } from '../ledger/hold-rules.ts';
import { recordInItem } from '../once/idempotency-record.ts';
import { type Attempt, type Commit, Conflict, type Decision } from '../once/unit-of-work.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import { type GiftCardRecord, takeBack } from '../resources/gift-cards/rules.ts';
import * as boughtCards from '../resources/orders/bought-card-records.ts';
import type { Refund } from '../resources/orders/fields.ts';
import { refundOrder as contract } from '../resources/orders/functions.ts';
import { findOwner, type Owner, putBack } from '../resources/orders/payment-records.ts';
import * as orders from '../resources/orders/records.ts';
import * as refunds from '../resources/orders/refund-records.ts';
import { contentOf, isMadeFrom, planRefund, refuseOther } from '../resources/orders/refund-rules.ts';
import { type OrderRecord, type RefundContent, type Refunding, sum } from '../resources/orders/rules.ts';
import * as batches from '../runtime/batches.ts';
import { newId } from '../runtime/ids.ts';
import { duplicate, invalidField } from '../schema/errors.ts';
import { show } from '../schema/field.ts';
import type { Stored, Write } from '../table/items.ts';

/** The refund, or its refusal; neither if there is more to do. */
interface Outcome {
  refund?: Refund;
  refusal?: Error;
}

type Deciding = Decision<Outcome>;

/** The store of an order. `wholeStore` reads more than its id. */
interface Shop {
  id: string;
  wholeStore(): Promise<{ currency: string }>;
}

/**
 * Refunds an order, or continues its refund. Throws `INVALID_FIELD` if too few of its gift cards are unspent, and if it cannot become store
 * credit, and `INTERNAL_ERROR` until an upgrade has linked its cards.
 */
export async function refundOrder(commit: Commit, shop: Shop, id: string, content: RefundContent): Promise<Refund> {
  for (;;) {
    const { refund, refusal } = await commit<Outcome>({
      record: recordInItem({
        field: 'refund_id',
        find: () => findRefund(shop.id, id, content),
        isSame: (existing) => isMadeFrom(existing, id, content),
        replyOf: (existing) => ({ refund: show(contract.result, existing) }),
      }),
      decide: (attempt) => decideOnNext(shop, id, content, attempt),
    });
    if (refusal) throw refusal;
    if (refund) return refund;
  }
}

/** The finished refund, or undefined. Throws `DUPLICATE` if another order has an unfinished refund with the same id. */
async function findRefund(store: string, id: string, { refund_id }: RefundContent) {
  const found = await refunds.findOrReserved(store, refund_id);
  if (!found || 'order_id' in found) return found;
  if (found.unfinished_of !== id) throw duplicate('refund_id');
  return undefined;
}

/** Finishes the interrupted refund of an order, if there is one, for a caller who does not send it again. It never starts a refund. */
export async function finishRefund(commit: Commit, store: string, id: string): Promise<void> {
  for (let isLeft = true; isLeft; ) isLeft = await commit({ decide: ({ now }) => decideOnRest(store, id, now) });
}

async function decideOnRest(store: string, id: string, now: string): Promise<Decision<boolean>> {
  const order = await orders.get(store, id);
  if (!order.refunding) return { writes: [], reply: false };
  const work = { store, order, content: contentOf(order.refunding), now };
  return { ...(await goOn(work, order.refunding)), reply: true };
}

async function decideOnNext(
  { id: store, wholeStore }: Shop,
  id: string,
  content: RefundContent,
  { now }: Attempt,
): Promise<Deciding> {
  const order = await orders.get(store, id);
  refuseOther(order, content);
  const work = { store, order, content, now };
  if (order.refunding) return goOn(work, order.refunding);

  const { takesBack } = planRefund(order, content);
  const owner = content.to && (await ownerOf(wholeStore, work));
  if (sum(takesBack) === 0) return finish({ ...work, owner }, []);
  const isLarge = sum(takesBack) > takenBackAtOnce(order);
  const [found] = await Promise.all([
    isLarge ? undefined : chooseAll(work, takesBack),
    boughtCards.requireLinks(store, order),
  ]);
  if (!found) return begin(work, takesBack);
  if (sum(found.missing) > 0) throw spentCard(found.missing, found.spent);
  return finish({ ...work, owner }, found.chosen);
}

async function goOn(work: Work, refunding: Refunding): Promise<Deciding> {
  await boughtCards.requireLinks(work.store, work.order);
  return steps[refunding.step](work, refunding);
}

interface Work {
  store: string;
  order: Stored<OrderRecord>;
  content: RefundContent;
  now: string;
  /** The customer of the order, if already read. */
  owner?: Owner | undefined;
}

/** The error for the oldest gift card that cannot be taken back, of the lines that lack cards. */
function spentCard(missing: readonly number[], spent: Refunding['spent']): Error {
  const last4 = spent.find((_, line) => (missing[line] ?? 0) > 0);
  // Another refund took the cards back after the order was read.
  if (!last4) return new Conflict('The gift cards of an order changed');
  return invalidField(`A gift card of this order has been spent: …${last4}`);
}

const firstSpent = (spent: Refunding['spent'], later: readonly (string | undefined)[]): Refunding['spent'] =>
  later.map((last4, line) => spent[line] ?? last4 ?? null);

async function chooseAll({ store, order, now }: Work, takesBack: readonly number[]) {
  const chosen: Stored<GiftCardRecord>[] = [];
  let missing = [...takesBack];
  let spent: Refunding['spent'] = [];
  for await (const bought of boughtCards.pages(store, order)) {
    const found = await boughtCards.choose(store, bought, missing, now);
    chosen.push(...found.chosen);
    missing = found.missing;
    spent = firstSpent(spent, found.spent);
    if (sum(missing) === 0) break;
  }
  return { chosen, missing, spent };
}

/** The number of gift cards that one commit takes back: fewer if it may also return money to store credits. */
const takenBackAtOnce = ({ paid_by_store_credit }: OrderRecord): number =>
  (paid_by_store_credit > 0 ? batches.takenBackWithCredits : batches.takenBackCards).size;

/** The customer who gets the store credit of a refund. Throws `INVALID_FIELD` in another currency than the store's, and for a deleted customer. */
async function ownerOf(wholeStore: Shop['wholeStore'], { store, order }: Work): Promise<Owner> {
  const [{ currency }, owner] = await Promise.all([wholeStore(), findOwner(store, order)]);
  if (order.currency !== currency) throw invalidField(`Store credit is in ${currency}`, 'to');
  if (!owner) throw invalidField('The customer of the order is deleted', 'to');
  return owner;
}

/** Stores the request in the order, and reserves its id for the order. */
function begin({ store, order, content, now }: Work, missing: number[]): Deciding {
  const { refund_id } = content;
  return {
    writes: [
      progress({ store, order, now }, { ...content, step: 'hold', missing, passed: 0, taken: 0, spent: [] }),
      refunds.reserve(store, { refund_id, unfinished_of: order.id, created_at: now }),
    ],
    reply: {},
  };
}

const progress = ({ store, order, now }: Omit<Work, 'content'>, refunding: Refunding | undefined): Write =>
  orders.replace(store, order, { ...order, refunding }, now);

const steps = { hold, take, free };

async function hold(work: Work, refunding: Refunding): Promise<Deciding> {
  const { store, order, now } = work;
  const { bought, next } = await boughtCards.list(store, order, refunding, batches.refundedCards.size);
  const { chosen, missing, spent } = await boughtCards.choose(store, bought, refunding.missing, now);
  const isLast = next === undefined || sum(missing) === 0;
  const step = sum(missing) === 0 ? 'take' : 'free';
  const then = isLast ? ({ step, after: undefined, passed: 0 } as const) : next;
  return {
    writes: [
      progress(work, { ...refunding, missing, spent: firstSpent(refunding.spent, spent), ...then }),
      ...chosen.flatMap((card) => giftCards.replace(store, card, { next: holdForRefund(card, now) }, now)),
    ],
    reply: {},
  };
}

async function take(work: Work, refunding: Refunding): Promise<Deciding> {
  const { held, next } = await listHeld(work, refunding, takenBackAtOnce(work.order));
  if (!next) return finish(work, held, refunding.taken);
  const taken = refunding.taken + held.length;
  return { writes: [progress(work, { ...refunding, taken, ...next }), ...takingBack(work, held)], reply: {} };
}

async function listHeld({ store, order }: Work, refunding: Refunding, limit: number) {
  const { bought, next } = await boughtCards.list(store, order, refunding, limit);
  return { held: bought.map(({ card }) => card).filter(isHeldForRefund), next };
}

const system = { type: 'system', name: null } as const;

const takingBack = ({ store, order, content, now }: Work, cards: readonly Stored<GiftCardRecord>[]): Write[] =>
  cards.flatMap((card) => {
    const how = { actor: system, now, transactionId: newId('giftCardTransaction') };
    return giftCards.replace(store, card, takeBack(card, { order_id: order.id, ...content }, how), now);
  });

/** Takes back the last cards, in addition to those already taken back, and moves the money. */
async function finish(work: Work, cards: readonly Stored<GiftCardRecord>[], taken = 0): Promise<Deciding> {
  const { store, order, content, now, owner } = work;
  const { refund, amount, next: planned, takesBack } = planRefund(order, content);
  if (taken + cards.length !== sum(takesBack)) throw new Conflict('The gift cards of an order changed');
  const { lines, keep_gift_cards, to } = content;
  const is_of_value = content.amount === undefined ? (true as const) : undefined;
  const record = { ...refund, amount, created_at: now, lines, keep_gift_cards, to, is_of_value };
  const credited = to && amount;
  const [place, { next, writes: returned }] = await Promise.all([
    order.refunding && placeOf(store, content),
    putBack(store, order, planned, { now, newId, credited, owner }),
  ]);
  return {
    writes: [
      orders.replace(store, order, { ...next, refunding: undefined }, now),
      ...(place ? refunds.finish(store, place, record) : refunds.create(store, record)),
      ...takingBack(work, cards),
      ...returned,
    ],
    reply: { refund },
  };
}

/**
 * The reservation of the unfinished refund of an order; undefined if another process has ended the refund since the order was read. The
 * order's version then refuses this commit.
 */
async function placeOf(store: string, { refund_id }: RefundContent) {
  const place = await refunds.findOrReserved(store, refund_id);
  return place && !('order_id' in place) ? place : undefined;
}

/** Ends the holds of a refund that is refused, and then the refund. */
async function free(work: Work, refunding: Refunding): Promise<Deciding> {
  const { store, content, now } = work;
  const { held, next } = await listHeld(work, refunding, batches.refundedCards.size);
  const freed = held.flatMap((card) => giftCards.replace(store, card, { next: freeFromRefund(card) }, now));
  if (next) return { writes: [progress(work, { ...refunding, ...next }), ...freed], reply: {} };
  const place = await placeOf(store, content);
  return {
    writes: [progress(work, undefined), ...(place ? [refunds.removeReservation(store, place)] : []), ...freed],
    reply: { refusal: spentCard(refunding.missing, refunding.spent) },
  };
}
