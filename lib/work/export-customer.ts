/** Everything the service keeps about a customer, as records that are read on demand. */
import { type Exported, owned } from '../resources/customers/export-fields.ts';
import { wrongPlace } from '../resources/customers/functions.ts';
import * as customers from '../resources/customers/records.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import * as orders from '../resources/orders/records.ts';
import * as reviewRequests from '../resources/review-requests/records.ts';
import * as unsubscriptions from '../resources/review-requests/unsubscription-records.ts';
import * as reviews from '../resources/reviews/records.ts';
import * as reviewRules from '../resources/reviews/rules.ts';
import * as storeCredits from '../resources/store-credits/records.ts';
import * as creditRules from '../resources/store-credits/rules.ts';
import * as waitlist from '../resources/waitlist/records.ts';
import * as batches from '../runtime/batches.ts';
import { invalidField } from '../schema/errors.ts';
import { readerOf } from '../schema/field.ts';
import type { Key } from '../table/keys.ts';
import { type Page, pagesOf } from '../table/reads.ts';

/** An exported record of any type, and the place after it. */
export interface ExportedRecord {
  record: { type: Exported['type'] } & object;
  place: string;
}

const pageFrom = (after: string | undefined): Page => ({ after, limit: batches.exportedRecords.size });

const placeOf = (...parts: readonly string[]): string => parts.join('.');

/**
 * The data about a customer, from a place on: their record, addresses and reviews, each store credit with its ledger, their waitlist entries, then
 * each order with the gift card entries that have them as actor. Throws 404 for an unknown customer and `INVALID_FIELD` for a
 * place in another customer's store credit or order.
 */
export async function* exportFrom(
  store: string,
  id: string,
  after: string | undefined,
  now: string,
): AsyncGenerator<ExportedRecord> {
  const customer = await customers.get(store, id);
  const [part = 'own', last, nested] = after?.split('.') ?? [];
  if (part === 'own') yield* own(store, customer, last);
  if (part === 'own') yield* credited(store, id, {}, now);
  if (part === 'credits') yield* credited(store, id, { partlyRead: last, entry: nested }, now);
  if (part !== 'orders') yield* waiting(store, customer.email, part === 'waitlist' ? last : undefined);
  yield* ordered(store, id, part === 'orders' ? last : undefined, nested);
}

type Owned = Key & { id: string };

async function* own(
  store: string,
  { id, email }: customers.Customer,
  begin: string | undefined,
): AsyncGenerator<ExportedRecord> {
  const unsubscription = await unsubscriptions.find(store, waitlist.shopperOf(email));
  const unsubscribed_at = unsubscription?.unsubscribed_at ?? null;
  const read = (page: Page) => customers.listWithOwned(store, id, page);
  for await (const page of pagesOf<Owned>(read, ({ sk }) => sk, pageFrom(begin))) {
    const written = new Map((await reviews.findByCopies(store, page)).map((review) => [review.id, review]));
    for (const item of page) {
      const shown = showOwned(item, written);
      const record = shown?.type === 'customer' ? { ...shown, unsubscribed_at } : shown;
      if (record) yield { record, place: placeOf('own', item.sk) };
    }
  }
}

type Written = ReadonlyMap<string, reviewRules.ReviewRecord>;

/** How the export shows each kind of item in a customer's partition, by the first part of its sort key. */
export const shownOf: Readonly<
  Record<string, (item: Owned, written: Written) => ExportedRecord['record'] | undefined>
> = {
  CUSTOMER: (item) => ({
    ...customers.present(customers.readRecord(item as Owned & customers.CustomerRecord)),
    type: 'customer',
  }),
  // The copy is shown as the review is now.
  REVIEW(item, written) {
    const review = written.get(item.id);
    return review && { ...reviewRules.view(review), type: 'review' };
  },
  // Contains only ids: the export shows the imported address or review itself.
  IMPORT: () => undefined,
  ...Object.fromEntries(
    Object.entries(owned).map(([type, { kind, shown }]) => {
      const read = readerOf(shown);
      return [kind, (item: Owned) => ({ ...read(item), type: type as Exported['type'] })];
    }),
  ),
};

/**
 * Throws 404 if the customer has been deleted since the export began, and an Error for an item of an unknown kind.
 */
function showOwned(item: Owned, written: Written): ExportedRecord['record'] | undefined {
  const show = shownOf[item.sk.split('#')[0] ?? ''];
  if (!show) throw new Error(`export-customer shows nothing of ${item.sk}`);
  return show(item, written);
}

/** Continues after a store credit, or after one of its entries. */
async function* credited(
  store: string,
  customer: string,
  { partlyRead, entry }: { partlyRead?: string | undefined; entry?: string | undefined },
  now: string,
): AsyncGenerator<ExportedRecord> {
  if (partlyRead !== undefined) {
    if (!(await storeCredits.isOf(store, customer, partlyRead))) throw invalidField(wrongPlace.message, 'after');
    yield* entriesOf(store, partlyRead, entry);
  }
  const read = (page: Page) => storeCredits.listIdsOf(store, customer, page);
  for await (const ids of pagesOf(read, (id) => id, pageFrom(partlyRead))) {
    for (const credit of await storeCredits.findMany(store, ids)) {
      const record = { ...creditRules.view(credit, now), type: 'store_credit' as const };
      yield { record, place: placeOf('credits', credit.id) };
      yield* entriesOf(store, credit.id, undefined);
    }
  }
}

async function* entriesOf(
  store: string,
  store_credit_id: string,
  begin: string | undefined,
): AsyncGenerator<ExportedRecord> {
  const read = (page: Page) => storeCredits.listEntries(store, store_credit_id, page);
  for await (const page of pagesOf(read, ({ id }) => id, pageFrom(begin))) {
    for (const { type: transaction_type, ...entry } of page) {
      const record = { ...entry, transaction_type, store_credit_id, type: 'store_credit_transaction' as const };
      yield { record, place: placeOf('credits', store_credit_id, entry.id) };
    }
  }
}

async function* waiting(store: string, email: string, begin: string | undefined): AsyncGenerator<ExportedRecord> {
  const shopper = waitlist.shopperOf(email);
  const read = (page: Page) => waitlist.listOfShopper(store, shopper, page);
  for await (const page of pagesOf(read, ({ id }) => id, pageFrom(begin))) {
    const entries = await waitlist.findUnder(store, shopper, page);
    for (const [index, listed] of page.entries()) {
      const entry = entries[index];
      const kept = waitlist.isWaiting(entry) ? entry : listed.notice && { ...listed, ...listed.notice };
      if (kept) yield { record: { ...kept, type: 'waitlist_entry' }, place: placeOf('waitlist', listed.id) };
    }
  }
}

/** Continues after an order, or after one of its gift cards. */
async function* ordered(
  store: string,
  customer: string,
  partlyRead: string | undefined,
  card: string | undefined,
): AsyncGenerator<ExportedRecord> {
  if (partlyRead !== undefined) {
    if (!(await orders.isOf(store, customer, partlyRead))) throw invalidField(wrongPlace.message, 'after');
    yield* named(store, partlyRead, card);
  }
  const read = (page: Page) => orders.listIdsOf(store, customer, page);
  for await (const ids of pagesOf(read, (id) => id, pageFrom(partlyRead))) {
    const [found, asked] = await Promise.all([orders.findMany(store, ids), reviewRequests.findMany(store, ids)]);
    const requests = new Map(asked.map((request) => [request.order_id, request]));
    for (const order of found) {
      const record = { ...order, type: 'order' as const, review_request: requests.get(order.id) ?? null };
      yield { record, place: placeOf('orders', order.id) };
      yield* named(store, order.id, undefined);
    }
  }
}

/** Entries of an order's gift cards that have the customer as actor. */
async function* named(store: string, order: string, begin: string | undefined): AsyncGenerator<ExportedRecord> {
  const read = (page: Page) => orders.listCards(store, order, page);
  for await (const page of pagesOf(read, ({ id }) => id, pageFrom(begin))) {
    for (const { type: transaction_type, ...entry } of await giftCards.findTransactions(store, page)) {
      const record = { ...entry, transaction_type, type: 'gift_card_transaction' as const };
      if (entry.actor.type === 'customer') yield { record, place: placeOf('orders', order, entry.gift_card_id) };
    }
  }
}
