/** Stores that grow by one kind of items, and how pages of 10 of them cost at 100, 1,000, … items, under every filter and search. */

import { accountStatuses } from '../../../lib/ledger/fields.ts';
import type { Standing } from '../../../lib/resources/customers/fields.ts';
import { listGiftCards } from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import type { GiftCardRecord } from '../../../lib/resources/gift-cards/rules.ts';
import { reviewStatuses } from '../../../lib/resources/reviews/fields.ts';
import { listReviews } from '../../../lib/resources/reviews/operations.ts';
import * as reviews from '../../../lib/resources/reviews/records.ts';
import { hideReview, newReview } from '../../../lib/resources/reviews/rules.ts';
import { listWaitlistedProducts } from '../../../lib/resources/waitlist/operations.ts';
import * as ranking from '../../../lib/resources/waitlist/ranking-records.ts';
import { endingsOf, rankingOfNone, rankingOfOne, searchable } from '../../../lib/resources/waitlist/rules.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { keys } from '../../../lib/table/keys.ts';
import { call } from '../../support/http/call.ts';
import { newProduct, newWorld, type World } from '../../support/world/world.ts';
import { type GrowingStore, measureGrowth, type PageCost } from './pages.ts';

/** A store with reviews of every status, half of them of one product, half by one customer, one of both. */
export async function newReviewStore(): Promise<GrowingStore> {
  const world = await newWorld();
  const [{ id: customer }] = world.customers;
  const [{ id: product }] = world.products;
  const scopes: Record<string, string>[] = [{}, { product }, { customer }, { product, customer }];
  const statuses = [{}, ...reviewStatuses.map((status) => ({ status }))];
  const queries = scopes.flatMap((scope) => statuses.map((status) => ({ ...scope, ...status })));
  return {
    itemsOf: (number) => reviewsOf(world, number),
    pages: async () =>
      Object.fromEntries(
        queries.map((query) => [filterOf(query), () => call(listReviews, { query, key: world.read })]),
      ),
  };
}

const filterOf = (query: object): string =>
  Object.entries(query)
    .map(([name, value]) => (name === 'status' ? `status=${value}` : name))
    .join(' & ') || 'none';

const standings: readonly Standing[] = ['good', 'good', 'shadowbanned', 'banned'];

function reviewsOf({ store, customers, products }: World, number: number): object[] {
  const turn = number % standings.length;
  const own = Math.floor(number / standings.length) % 2 === 0;
  const customer = {
    ...customers[0],
    id: own ? customers[0].id : newId('customer'),
    standing: standings[turn] ?? 'good',
  };
  const product = own && number > 0 ? { ...products[1], id: newId('product') } : products[0];
  // One a second, so that the newest ten are of the same kinds, and of the same bytes, in a store of any size.
  const createdAt = toTimestamp(Date.UTC(2024, 0) + number * 1000);
  const posting = { id: newId('review'), now: createdAt, customer, product, variant_id: 'prv_1' };
  const review = newReview({ rating: 4, title: 'Pours well', body: 'Not a drop beside the cup. '.repeat(10) }, posting);
  const actor = { type: 'api_key', name: 'Moderator' } as const;
  const moderated = turn === 1 ? hideReview(review, { reason: 'spam' }, { now: posting.now, actor }) : review;
  return reviews.create(store.id, moderated, product).flatMap(({ Put }) => Put?.Item ?? []);
}

const now = '2026-01-02T03:04:05Z';
/** Past on every clock, and on none. */
const [minuteBefore, secondAfter] = ['2026-01-02T03:03:05Z', '2026-01-02T03:04:06Z'];

/** Expired cards that the sweep has not moved yet. */
const notMoved = 10;

/** A store with as many gift cards of every status. */
async function newGiftCardStore(): Promise<GrowingStore> {
  const { store, read: key } = await newWorld();
  const page = (query: Record<string, string>) => () => call(listGiftCards, { query, key });
  const filtered = accountStatuses.map((status) => [`status=${status}`, page({ status })]);
  return {
    itemsOf: (number) => giftCardOf(store.id, number),
    pages: async () => ({ none: page({}), ...Object.fromEntries(filtered) }),
  };
}

function giftCardOf(store: string, number: number): object[] {
  const card = cardOf(number);
  const entry = { type: 'issued', amount: 5000, balance: 5000, order_id: null, note: null } as const;
  const actor = { type: 'api_key', name: 'Bench' } as const;
  const transaction = { ...entry, id: card.last_transaction_id, actor, created_at: now };
  return giftCards.create(store, { next: card, transaction }).flatMap(({ Put }) => Put?.Item ?? []);
}

/** A card that was in a status when written, except the first expired ones, which still counted as active. */
function cardOf(number: number): GiftCardRecord {
  const status = accountStatuses[number % accountStatuses.length];
  const moved = number >= notMoved * accountStatuses.length;
  return {
    id: newId('giftCard'),
    last4: 'WXYZ',
    code_hash: number.toString(16).padStart(64, '0'),
    currency: 'USD',
    initial_value: 5000,
    balance: status === 'used' ? 0 : 5000,
    site_id: null,
    locales: [],
    recipient_email: 'grace@example.com',
    message: 'For the teapot you were looking at',
    note: null,
    expires_at: status === 'expired' ? (moved ? minuteBefore : secondAfter) : null,
    disabled_at: status === 'disabled' ? now : null,
    holds: [],
    last_entry: { type: 'issued', amount: 5000, order_id: null },
    last_transaction_id: newId('giftCardTransaction'),
    created_at: now,
    updated_at: now,
  };
}

/** How many products have the word that is only in the names of the last ones: too many to be rare. */
const lastOnes = 1200;

const searches = {
  'search: one product in four': 'TEAPOT',
  'search: ten products': 'Zwiebelmuster',
  [`search: the last ${lastOnes} products`]: 'vintage',
};

const words = Object.values(searches).map(searchable);

/** A store of waitlisted products; of its first page, the one after it, and searches for a common, a rare and a low ranking word. */
export async function newWaitlistStore(): Promise<GrowingStore> {
  const { store, read: key } = await newWorld();
  const page = (query: Record<string, string>) => call(listWaitlistedProducts, { query, key });
  const found = Object.entries(searches).map(([filter, search]) => [filter, () => page({ search })]);
  return {
    itemsOf: (number) => waitlistedOf(store.id, number),
    pages: async () => {
      const after = (await page({})).body.data.at(-1).id;
      return { none: () => page({}), after: () => page({ after }), ...Object.fromEntries(found) };
    },
  };
}

function waitlistedOf(store: string, number: number): object[] {
  const product = newProduct({ name: nameOf(number), created_at: toTimestamp(Date.UTC(2024, 0) + number * 60_000) });
  const waiting_count = number < lastOnes ? 1 : 2 + (number % 7);
  const waiting_ranking = BigInt(waiting_count) * rankingOfOne;
  const item = {
    ...keys.product(store, product.id),
    ...product,
    ...{ review_count: 0, rating_sum: 0, searchable_name: searchable(product.name), waiting_count, waiting_ranking },
    ranking_pk: ranking.partitionOf(store, product.id),
    ranking: waiting_ranking + rankingOfNone(product),
  };
  // The endings that the searches meet: on the others their cost does not depend.
  const endings = endingsOf(product.name).filter((one) => words.some((word) => one.startsWith(word)));
  return [
    item,
    ...endings.map((ending) => ({ ...keys.nameEnding(store, ending, product.id), product_id: product.id })),
  ];
}

function nameOf(number: number): string {
  const kind = ['teapot', 'mug', 'bowl', 'plate'][number % 4];
  const pattern = number < 10 ? ' zwiebelmuster' : '';
  const age = number < lastOnes ? ' vintage' : '';
  return `Blue ${kind} ${number}${pattern}${age}`;
}

export interface ListCost extends PageCost {
  list: string;
}

const lists = {
  reviews: newReviewStore,
  'gift cards': newGiftCardStore,
  'waitlisted products': newWaitlistStore,
};

const smallest = 100;

/** Powers of ten from 100 up. */
function sizesUpTo(largest: number): number[] {
  const sizes: number[] = [];
  for (let size = smallest; size <= largest; size *= 10) sizes.push(size);
  return sizes;
}

/** Fills a store for each list up to `largest` items. */
export async function measureLists(largest: number, progress: (what: string) => void): Promise<ListCost[]> {
  const costs: ListCost[] = [];
  for (const [list, newStore] of Object.entries(lists)) {
    const pages = await measureGrowth(await newStore(), sizesUpTo(largest), {
      progress: (items) => progress(`${items} ${list}`),
    });
    costs.push(...pages.map((page) => ({ list, ...page })));
  }
  return costs;
}
