/** The gift cards that were bought with an order, as a refund reads them. */
import { heldOf } from '../../ledger/hold-rules.ts';
import * as batches from '../../runtime/batches.ts';
import { ApiError } from '../../schema/errors.ts';
import { limits } from '../../schema/limits.ts';
import type { Stored } from '../../table/items.ts';
import { listMatching, type Matching, type Page } from '../../table/reads.ts';
import * as giftCards from '../gift-cards/records.ts';
import type { GiftCardRecord } from '../gift-cards/rules.ts';
import * as orders from './records.ts';
import { lineOfCard } from './refund-rules.ts';
import { cardsIssued, isPayment, type OrderRecord } from './rules.ts';

/** A gift card, and the position of the line that bought it. */
interface BoughtCard {
  card: Stored<GiftCardRecord>;
  line: number;
}

/** The last card of a page, and the number of cards up to it. */
interface Progress {
  after?: string | undefined;
  passed: number;
}

/** The next gift cards bought with an order, in the order of issue, and the progress after them: undefined on the last page. */
export async function list(
  store: string,
  order: OrderRecord,
  { after, passed }: Progress,
  limit: number,
): Promise<{ bought: BoughtCard[]; next: Progress | undefined }> {
  const listed = await orders.listCards(store, order.id, { after, limit });
  const ofOrder = listed.filter(({ id }) => !isPayment(order, id));
  const found = await giftCards.findMany(
    store,
    ofOrder.map(({ id }) => id),
  );
  const cards = new Map(found.map((card) => [card.id, card]));
  const bought = ofOrder.flatMap(({ id, line }, index) => {
    const card = cards.get(id);
    return card ? [{ card, line: line ?? lineOfCard(order, passed + index) }] : [];
  });
  const next = { after: listed.at(-1)?.id, passed: passed + ofOrder.length };
  return { bought, next: listed.length === limit ? next : undefined };
}

/**
 * Up to `limit` gift cards bought with an order below the id `after`, newest first, that match. Two round trips. Throws 404 where the order
 * does not exist.
 */
export async function listNewest(
  store: string,
  order_id: string,
  { after, limit }: Page,
  matches: (card: GiftCardRecord) => boolean,
): Promise<Matching<GiftCardRecord>> {
  const found = orders.get(store, order_id);
  const read = async (page: Page) => {
    const [order, links] = await Promise.all([
      found,
      orders.listCards(store, order_id, { ...page, newestFirst: true }),
    ]);
    const bought = links.filter(({ id }) => !isPayment(order, id)).map(({ id }) => id);
    const cards = new Map((await giftCards.findMany(store, bought)).map((card) => [card.id, card]));
    return links.map(({ id }) => ({ id, card: cards.get(id) }));
  };
  const { items, next } = await listMatching(read, ({ card }) => card !== undefined && matches(card), {
    after,
    limit,
  });
  return { items: items.flatMap(({ card }) => card ?? []), next };
}

/** All gift cards bought with an order, a page at a time. */
export async function* pages(store: string, order: OrderRecord): AsyncGenerator<BoughtCard[]> {
  for (let from: Progress | undefined = { passed: 0 }; from; ) {
    const { bought, next }: Awaited<ReturnType<typeof list>> = await list(
      store,
      order,
      from,
      batches.refundedCards.size,
    );
    yield bought;
    from = next;
  }
}

/**
 * Throws `INTERNAL_ERROR` if gift cards of an order are not linked with it: their lines are then unknown. Release 0.3.0 removes the links of a
 * deleted customer's order in the commits that write it as `forgotten`; the migration `order-details` restores them.
 */
export async function requireLinks(store: string, order: OrderRecord): Promise<void> {
  if (order.forgotten && (await orders.countCards(store, order)) < cardsIssued(order)) {
    throw new ApiError('INTERNAL_ERROR', 'An upgrade is not finished. Refund the order again in a few minutes');
  }
}

/** The id of the first gift card that was bought with an order, or undefined. */
export async function findFirstId(store: string, order: OrderRecord): Promise<string | undefined> {
  const listed = await orders.listCards(store, order.id, { limit: limits.checkoutPayments + 1 });
  return listed.find(({ id }) => !isPayment(order, id))?.id;
}

/** The chosen cards, the number of missing cards for each line, and the first card of each line that a refund cannot take back, by the last characters of its code. */
interface Chosen {
  chosen: Stored<GiftCardRecord>[];
  missing: number[];
  spent: (string | undefined)[];
}

/** Chooses the first cards of each line that are not spent, not held and not taken back, until none is missing. */
export async function choose(
  store: string,
  bought: readonly BoughtCard[],
  missing: readonly number[],
  now: string,
): Promise<Chosen> {
  const wanted = bought.filter(({ card, line }) => (missing[line] ?? 0) > 0 && card.taken_back_by === undefined);
  const free = await Promise.all(wanted.map(({ card }) => isUntouched(store, card, now)));
  const left = [...missing];
  const chosen = wanted.filter(({ line }, index) => {
    const count = left[line] ?? 0;
    if (!free[index] || count === 0) return false;
    left[line] = count - 1;
    return true;
  });
  return {
    chosen: chosen.map(({ card }) => card),
    missing: left,
    spent: missing.map((_, line) => wanted.find((each, index) => each.line === line && !free[index])?.card.last4),
  };
}

/** Whether no checkout holds the card, and its orders have spent nothing that was not refunded. */
async function isUntouched(store: string, card: GiftCardRecord, now: string): Promise<boolean> {
  if (heldOf(card, now) > 0) return false;
  if (card.last_entry.type === 'issued') return true;
  let spent = 0;
  for await (const { entries } of giftCards.readWithLedger(store, card.id)) {
    for (const { type, amount } of entries) if (type === 'redeemed' || type === 'refunded') spent += amount;
  }
  return spent >= 0;
}
