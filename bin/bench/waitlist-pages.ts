/** What a page of 10 waitlisted products costs, in a store with so many of them. */
import { handler } from '../../functions/api/waitlist/list-waitlisted-products.ts';
import { listWaitlistedProducts } from '../../lib/contract/waitlist.ts';
import { endingsOf, rankingOfNone, rankingOfOne, searchable } from '../../lib/domain/waitlist.ts';
import { toTimestamp } from '../../lib/runtime/clock.ts';
import { keys, partitions } from '../../lib/store/keys.ts';
import { call } from '../../test/support/call.ts';
import { newProduct, newWorld } from '../../test/support/world.ts';
import { costOf, type PageCost, putAll } from './pages.ts';

/** How many products have the word that is in the names of the last ones alone: too many to be rare. */
const lastOnes = 1200;

const searches = {
  'search: one product in four': 'TEAPOT',
  'search: ten products': 'Zwiebelmuster',
  [`search: the last ${lastOnes} products`]: 'vintage',
};

/**
 * Seeds a new store with `count` waitlisted products and reads the first page, the one after it, and the first of what searches
 * find: of a common word, of a rare one, and of one that only the products have that the fewest wait for.
 */
export async function measureWaitlistPages(count: number): Promise<PageCost[]> {
  const { store, read } = await newWorld();
  await putAll(itemsOf(store.id, count));
  const page = (query: Record<string, string>) => call(handler, listWaitlistedProducts, { query, key: read });
  const { body } = await page({});
  const costs = [
    await costOf('none', () => page({})),
    await costOf('after', () => page({ after: body.data.at(-1).id })),
  ];
  for (const [filter, search] of Object.entries(searches)) costs.push(await costOf(filter, () => page({ search })));
  return costs;
}

function* itemsOf(store: string, count: number): Generator<object> {
  const words = Object.values(searches).map(searchable);
  for (let index = 0; index < count; index += 1) {
    const product = newProduct({
      name: nameOf(index, count),
      created_at: toTimestamp(Date.UTC(2024, 0) + index * 60_000),
    });
    const waiting_count = index < lastOnes ? 1 : 2 + (index % 7);
    const waiting_ranking = BigInt(waiting_count) * rankingOfOne;
    yield {
      ...keys.product(store, product.id),
      ...product,
      ...{ review_count: 0, rating_sum: 0, searchable_name: searchable(product.name), waiting_count, waiting_ranking },
      ranking_pk: partitions.ranking(store),
      ranking: waiting_ranking + rankingOfNone(product),
    };
    // The endings that the searches meet: on the others their cost does not depend.
    for (const ending of endingsOf(product.name).filter((one) => words.some((word) => one.startsWith(word)))) {
      yield { ...keys.nameEnding(store, ending, product.id), product_id: product.id };
    }
  }
}

function nameOf(index: number, count: number): string {
  const kind = ['teapot', 'mug', 'bowl', 'plate'][index % 4];
  const pattern = index % Math.ceil(count / 10) === 0 ? ' zwiebelmuster' : '';
  const age = index < lastOnes ? ' vintage' : '';
  return `Blue ${kind} ${index}${pattern}${age}`;
}
