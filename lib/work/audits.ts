/** Audits of the sums in a store's ledgers and in its products' ratings. */

import { setTimeout as sleep } from 'node:timers/promises';
import { accountFindings, addEntries, type LedgerSums, noSums } from '../ledger/audit-rules.ts';
import type { Transaction } from '../ledger/fields.ts';
import * as products from '../resources/catalog/product-records.ts';
import { histogram, movedStars, type StarRating, starNames } from '../resources/catalog/rules.ts';
import type { LedgerPage } from '../resources/gift-cards/ledger-fields.ts';
import { orderFindings, refundFindings } from '../resources/gift-cards/ledger-rules.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import type { GiftCardRecord } from '../resources/gift-cards/rules.ts';
import * as boughtCards from '../resources/orders/bought-card-records.ts';
import * as orders from '../resources/orders/records.ts';
import { type OrderRecord, payerOf } from '../resources/orders/rules.ts';
import type { Drift } from '../resources/reviews/fields.ts';
import { countPublished } from '../resources/reviews/rating-records.ts';
import * as storeCredits from '../resources/store-credits/records.ts';
import { openFindings } from '../resources/store-credits/rules.ts';
import * as batches from '../runtime/batches.ts';
import { chunksOf } from '../runtime/collections.ts';
import { isPublicId } from '../schema/ids.ts';

/** Greater than any id of its kind. Lists start with the greatest id, so the orders start here, after the last card, and the credits after the last order. */
const startOfOrders = `ord_${'z'.repeat(64)}`;
const startOfCredits = `scr_${'z'.repeat(64)}`;

type Findings = LedgerPage['findings'];

/** Audits the page after an id: first all cards, newest first, then the orders that they and store credits paid for, then all store credits. */
export async function auditPage(store: string, after: string | undefined, now: string): Promise<LedgerPage> {
  if (after?.startsWith('ord_')) {
    const page = await orders.listWithPayments(store, { after, limit: batches.ledgersOnPage.size });
    // A ledger is read once for all orders of the page that its account paid for.
    const byPayer = [...Map.groupBy(page.flatMap(paymentsOf), ({ payer }) => payer)];
    return proved(page, startOfCredits, await prove(byPayer, ([payer, own]) => auditOrders(store, payer, idsOf(own))));
  }
  const { size: limit } = batches.ledgersOnPage;
  if (after?.startsWith('scr_')) {
    const page = (await storeCredits.listIssued(store, { after, limit })).map((id) => ({ id }));
    return proved(page, null, await prove(page, ({ id }) => auditCredit(store, id, now)));
  }
  const page = await giftCards.list(store, { after, limit }, now);
  return proved(page, startOfOrders, await prove(page, ({ id }) => auditCard(store, id, now)));
}

/** Each gift card and store credit that paid for an order; none if the order does not contain any. */
const paymentsOf = ({ id, payments }: OrderRecord) =>
  payments.length > 0 ? payments.map((payment) => ({ id, payer: payerOf(payment) })) : [{ id, payer: '' }];

const idsOf = (page: readonly { id: string }[]) => page.map(({ id }) => id);

const proved = (page: readonly { id: string }[], atEnd: string | null, findings: Findings): LedgerPage => ({
  checked: page.length,
  findings,
  next: page.length === batches.ledgersOnPage.size ? (page.at(-1)?.id ?? null) : atEnd,
});

async function prove<T>(all: readonly T[], audit: (one: T) => Promise<Findings>): Promise<Findings> {
  const findings: Findings = [];
  for (const portion of chunksOf(all, batches.ledgersSideBySide.size)) {
    findings.push(...(await Promise.all(portion.map((one) => persisting(() => audit(one))))).flat());
  }
  return findings;
}

const attempts = 3;

/** A change may be committed between two of the reads, so the audit is repeated: a real difference remains. */
async function persisting(audit: () => Promise<Findings>): Promise<Findings> {
  let findings = await audit();
  for (let attempt = 1; attempt < attempts && findings.length > 0; attempt += 1) findings = await audit();
  return findings;
}

async function auditCard(store: string, id: string, now: string): Promise<Findings> {
  const { account: card, sums } = await addUpLedger(() => giftCards.readWithLedger(store, id));
  if (!card) return findingsOf(id, ['the card is listed but does not exist']);
  const [isFound, ofOrders, ofRefunds] = await Promise.all([
    giftCards.isFoundByCode(store, card),
    findingsOfOrders(store, id, sums),
    findingsOfRefunds(store, card),
  ]);
  return findingsOf(id, [
    ...accountFindings(card, sums, now),
    ...(isFound ? [] : ['its code leads to another card, or to none']),
    ...ofOrders,
    ...ofRefunds,
  ]);
}

async function auditCredit(store: string, id: string, now: string): Promise<Findings> {
  const { account: credit, sums } = await addUpLedger(() => storeCredits.readWithLedger(store, id));
  if (!credit) return findingsOf(id, ['the credit is listed but does not exist']);
  const [{ ids }, ofOrders] = await Promise.all([
    storeCredits.findOpen(store, credit.customer_id),
    findingsOfOrders(store, id, sums),
  ]);
  return findingsOf(id, [...accountFindings(credit, sums, now), ...openFindings(credit, ids), ...ofOrders]);
}

const findingsOf = (id: string, findings: readonly string[]): Findings => findings.map((finding) => ({ id, finding }));

interface LedgerPart<A> {
  account: A | undefined;
  entries: readonly Transaction[];
}

async function addUpLedger<A>(read: () => AsyncIterable<LedgerPart<A>>) {
  let account: A | undefined;
  const sums = noSums();
  for await (const page of read()) {
    account ??= page.account;
    addEntries(sums, page.entries);
  }
  return { account, sums };
}

/**
 * Compares a card with the orders in its ledger entries. Keeps only a limited number of orders in memory at once.
 */
async function findingsOfOrders(store: string, card: string, sums: LedgerSums): Promise<string[]> {
  const findings: string[] = [];
  for (const ids of chunksOf([...sums.orders.keys()], batches.readKeys.size)) {
    const found = new Map((await orders.findMany(store, ids)).map((order) => [order.id, order]));
    for (const id of ids) {
      const order = found.get(id);
      findings.push(...(order ? orderFindings(order, card, sums) : [`order ${id} does not exist`]));
    }
  }
  return findings;
}

/** Audits the refunded units of the order that bought a card, with the first of its cards: all of them are read, a page at a time. */
async function findingsOfRefunds(store: string, { id, order_id }: GiftCardRecord): Promise<string[]> {
  const order = order_id === undefined ? undefined : await orders.find(store, order_id);
  const isRefunded = order?.lines.some((line, index) => order.gift_card_lines[index] && line.refunded_quantity > 0);
  if (!order || !isRefunded || (await boughtCards.findFirstId(store, order)) !== id) return [];
  const bought: Parameters<typeof refundFindings>[1][number][] = [];
  for await (const page of boughtCards.pages(store, order))
    bought.push(...page.map(({ card, line }) => ({ line, card: { taken_back_by: card.taken_back_by } })));
  return refundFindings(order, bought);
}

/** Reads the orders first. An amount spent after that read causes a finding, and the audit is repeated. */
async function auditOrders(store: string, payer: string, ids: readonly string[]): Promise<Findings> {
  const found = await orders.findMany(store, ids);
  const ledger = isPublicId('storeCredit', payer) ? storeCredits : giftCards;
  const { sums } = await addUpLedger<object>(() => ledger.readWithLedger(store, payer));
  const paid = new Map(found.map((order) => [order.id, order]));
  return ids.flatMap((id) => {
    const order = paid.get(id);
    if (!order || order.payments.length === 0)
      return findingsOf(id, ['the order is listed as paid by a gift card or store credit but contains none']);
    return findingsOf(id, orderFindings(order, payer, sums));
  });
}

const looksAtMost = 5;
const betweenLooksMilliseconds = 500;

/** The product's drift, or undefined. A difference counts only if the stored rating stays the same: reviews may be posted meanwhile. */
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
