/**
 * What the waitlist costs as it grows: a page in a store with 100 and with 100,000 waitlisted products, and a restock with
 * 10,000 waiting. `node bin/bench/waitlist.ts [products] [waiting]`.
 */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { endingsOf, rankingOfNone, rankingOfOne, searchable } from '../../lib/domain/waitlist.ts';
import { toTimestamp } from '../../lib/runtime/clock.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { onScratchEngines } from '../local/scratch.ts';

const [products = 100_000, waiting = 10_000] = process.argv.slice(2).map(Number);

const words = ['blue', 'red', 'green', 'small', 'large', 'teapot', 'mug', 'bowl', 'plate', 'tray'];

/** Names from few words; one product in 10,000 is of the rare kind. */
const nameOf = (index: number): string =>
  `${words[index % 5]} ${words[5 + (index % 4)]} ${index}${index % 10_000 === 77 ? ' zwiebelmuster' : ''}`;

await onScratchEngines(async () => {
  const { dynamodb, storeTable } = await import('../../lib/store/client.ts');
  const { keys, partitions } = await import('../../lib/store/keys.ts');
  const waitlistedProducts = await import('../../lib/store/waitlisted-products.ts');
  const { watch } = await import('../../test/support/aws-calls.ts');

  const putAll = async (items: object[]): Promise<void> => {
    for (let start = 0; start < items.length; start += 25) {
      const requests = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
      await dynamodb.send(new BatchWriteCommand({ RequestItems: { [storeTable()]: requests } }));
    }
  };

  const seed = async (store: string, count: number): Promise<void> => {
    for (let start = 0; start < count; start += 500) {
      const indexes = Array.from({ length: Math.min(500, count - start) }, (_, offset) => start + offset);
      await putAll(indexes.flatMap((index) => itemsOf(store, index)));
    }
  };

  const itemsOf = (store: string, index: number): object[] => {
    const id = newId('product');
    const name = nameOf(index);
    const created_at = toTimestamp(Date.UTC(2024, 0) + index * 60_000);
    const count = 1 + (index % 7);
    const waiting_ranking = BigInt(count) * rankingOfOne;
    const product = {
      ...keys.product(store, id),
      ...{ id, name, created_at, updated_at: created_at, status: 'active', delivery: 'physical', variants: [] },
      ...{ description: 'Holds a litre', review_count: 0, rating_sum: 0, searchable_name: searchable(name) },
      ...{ waiting_count: count, waiting_ranking, ranking_pk: partitions.ranking(store) },
      ranking: waiting_ranking + rankingOfNone({ id, created_at }),
    };
    // Of the endings only those that the searches below could meet, which is all that their cost depends on.
    const endings = endingsOf(name).filter((ending) => /^(?:zwiebel|teapot)/.test(ending));
    return [product, ...endings.map((ending) => ({ ...keys.nameEnding(store, ending, id), product_id: id }))];
  };

  for (const count of [100, products]) {
    const store = newId('store');
    await seed(store, count);
    const [tenth] = (await waitlistedProducts.list(store, { limit: 10 })).slice(-1);
    const requests = {
      'first page': { limit: 11 },
      'page after another': { limit: 11, after: tenth?.id },
      'search for a common word': { limit: 11, search: 'TEAPOT' },
      'search for a rare word': { limit: 11, search: 'Zwiebel' },
    };
    for (const [what, request] of Object.entries(requests)) {
      const started = performance.now();
      const { result, roundTrips, capacity } = await watch(() => waitlistedProducts.list(store, request));
      const milliseconds = Math.round(performance.now() - started);
      console.log(
        `${count} products, ${what}: ${result.length} found, ${roundTrips} round trips, ${capacity} read units, ${milliseconds} ms`,
      );
    }
  }
  await restock(waiting);
});

async function restock(count: number): Promise<void> {
  const { handler: createStore } = await import('../../functions/operator/create-store.ts');
  const { handler: importRecords } = await import('../../functions/operator/import-records.ts');
  const { handler: restockVariant } = await import('../../functions/storefront/restock-variant.ts');
  const { handler: workOnWaitlist } = await import('../../functions/background/work-on-waitlist.ts');
  const { allParts, join } = await import('../../lib/store/waitlist.ts');
  const { commitUnitOfWork } = await import('../../lib/store/unit-of-work.ts');
  const { getProduct } = await import('../../lib/store/products.ts');
  const { newProduct } = await import('../../test/support/world.ts');

  const store_id = newId('store');
  const product = newProduct();
  const variant_id = product.variants[0]?.id ?? '';
  await createStore({ store_id, name: 'Bench', currency: 'USD' });
  await importRecords({ store_id, products: [product] });
  const stored = await getProduct(store_id, product.id);
  const joined = performance.now();
  for (let index = 0; index < count; index += 1) {
    const entry = {
      product_id: product.id,
      variant_id,
      email: `shopper${index}@example.com`,
      joined_at: product.created_at,
    };
    await commitUnitOfWork({
      decide: async () => ({ writes: join(store_id, stored, entry, 'on product'), reply: undefined }),
    });
  }
  console.log(`${count} joins one after the other: ${Math.round(performance.now() - joined)} ms`);

  const started = performance.now();
  const memory = process.memoryUsage().heapUsed;
  console.log(await restockVariant({ store_id, product_id: product.id, variant_id, restock_id: 'bench' }));
  for (const part of allParts) {
    const body = JSON.stringify({ work: 'notify', store_id, restock_id: 'bench', part });
    await workOnWaitlist({ Records: [{ messageId: String(part), body }] as never });
  }
  const grown = Math.round((process.memoryUsage().heapUsed - memory) / 1e6);
  console.log(`${count} notified: ${Math.round(performance.now() - started)} ms, heap grown by ${grown} MB`);
}
