/** Pages of 10 waitlisted products, and of what searches find among them. */
import { listWaitlistedProducts } from '../../../lib/resources/waitlist/operations.ts';
import * as ranking from '../../../lib/resources/waitlist/ranking-records.ts';
import { endingsOf, rankingOfNone, rankingOfOne, searchable } from '../../../lib/resources/waitlist/rules.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { keys } from '../../../lib/table/keys.ts';
import { call } from '../../support/http/call.ts';
import { newProduct, newWorld } from '../../support/world/world.ts';
import type { GrowingStore } from './pages.ts';

/** How many products have the word that is in the names of the last ones alone: too many to be rare. */
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
    itemsOf: (number) => itemsOf(store.id, number),
    pages: async () => {
      const after = (await page({})).body.data.at(-1).id;
      return { none: () => page({}), after: () => page({ after }), ...Object.fromEntries(found) };
    },
  };
}

function itemsOf(store: string, number: number): object[] {
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
