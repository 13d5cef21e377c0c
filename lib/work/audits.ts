/** Audits: what must add up in a store's ledger and in its products' ratings does. */

import { setTimeout as sleep } from 'node:timers/promises';
import * as products from '../resources/catalog/product-records.ts';
import { histogram, movedStars, type StarRating, starNames } from '../resources/catalog/rules.ts';
import type { LedgerPage } from '../resources/gift-cards/ledger-fields.ts';
import { cardFindings, orderFindings } from '../resources/gift-cards/ledger-rules.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import * as orders from '../resources/orders/records.ts';
import type { Drift } from '../resources/reviews/fields.ts';
import { countPublished } from '../resources/reviews/rating-records.ts';
import * as batches from '../runtime/batches.ts';

/** Above every order's id, as they come greatest first: where the orders begin after the last card. */
const startOfOrders = 'ord_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz';

/** Proves the page after an id: first all cards, newest first, then the orders that cards paid for. */
export async function auditPage(store: string, after: string | undefined, now: string): Promise<LedgerPage> {
  if (after?.startsWith('ord_')) {
    const page = await orders.listPaidByGiftCard(store, { after, limit: batches.ledgersOnPage.size });
    return prove(page, null, ({ id }) => auditOrder(store, id));
  }
  const page = await giftCards.list(store, { after, limit: batches.ledgersOnPage.size }, now);
  return prove(page, startOfOrders, ({ id }) => auditCard(store, id, now));
}

async function prove<T extends { id: string }>(
  page: readonly T[],
  atEnd: string | null,
  audit: (item: T) => Promise<string[]>,
): Promise<LedgerPage> {
  const findings = await Promise.all(
    page.map(async (item) => (await persisting(() => audit(item))).map((finding) => ({ id: item.id, finding }))),
  );
  const next = page.length === batches.ledgersOnPage.size ? (page.at(-1)?.id ?? null) : atEnd;
  return { checked: page.length, findings: findings.flat(), next };
}

const attempts = 3;

/** A change may commit between two of the reads; what is truly wrong is still wrong when looked at again. */
async function persisting(audit: () => Promise<string[]>): Promise<string[]> {
  let findings = await audit();
  for (let attempt = 1; attempt < attempts && findings.length > 0; attempt += 1) findings = await audit();
  return findings;
}

async function auditCard(store: string, id: string, now: string): Promise<string[]> {
  const { card, entries } = await giftCards.findWithLedger(store, id);
  if (!card) return ['the card is listed and not there'];
  const named = [...new Set(entries.filter(({ type }) => type !== 'issued').flatMap(({ order_id }) => order_id ?? []))];
  const [isFound, found] = await Promise.all([
    giftCards.isFoundByCode(store, card),
    Promise.all(named.map((order) => orders.find(store, order))),
  ]);
  return [
    ...cardFindings(card, entries, now),
    ...(isFound ? [] : ['its code leads to another card, or to none']),
    ...found.flatMap((order, index) =>
      order ? orderFindings(order, id, entries) : [`order ${named[index]} is not there`],
    ),
  ];
}

async function auditOrder(store: string, id: string): Promise<string[]> {
  const order = await orders.find(store, id);
  if (!order?.gift_card_id) return ['the order is listed as paid by a gift card and names none'];
  const { entries } = await giftCards.findWithLedger(store, order.gift_card_id);
  return orderFindings(order, order.gift_card_id, entries);
}

const looksAtMost = 5;
const betweenLooksMilliseconds = 500;

/** The product's drift, or undefined. A difference counts only while nothing moves: reviews may be posted meanwhile. */
export async function findDrift(store: string, id: string): Promise<Drift | undefined> {
  let before = await products.get(store, id);
  for (let look = 1; ; look += 1) {
    const counted = await countPublished(store, id);
    const stored = await products.get(store, id);
    if (isSame(stored, counted) && (isSameByStars(stored, counted) || !movedStars(stored))) return undefined;
    if (look >= looksAtMost && isSame(before, stored) && isSameByStars(before, stored)) {
      return { product_id: id, stored: shown(stored), counted: shown(counted) };
    }
    before = stored;
    await sleep(betweenLooksMilliseconds);
  }
}

const isSame = (a: StarRating, b: StarRating): boolean =>
  a.review_count === b.review_count && a.rating_sum === b.rating_sum;

const isSameByStars = (a: StarRating, b: StarRating): boolean => starNames.every((name) => a[name] === b[name]);

const shown = (rating: StarRating) => ({
  review_count: rating.review_count,
  rating_sum: rating.rating_sum,
  ratings: histogram(rating),
});
