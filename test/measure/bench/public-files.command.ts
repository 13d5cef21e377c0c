/** `npm run measure -- bench:public-files`: what one more review of a product costs, with none before it and with many. */
import { s3 } from '../../../lib/objects/objects.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { watch, watchClient } from '../../support/aws/aws-calls.ts';
import '../../support/aws/patient-clients.ts';
import { batchOf } from '../../support/aws/queued-messages.ts';
import { handlerOf } from '../../support/handlers.ts';
import { invoke } from '../../support/invoke.ts';
import { onScratchEngines } from '../../support/scratch-engines.ts';
import { buy, post, storeReviews } from '../../support/world/reviews.ts';
import { newCustomer, newWorld, succeeded } from '../../support/world/world.ts';
import { measure } from '../measure.ts';

interface Cost {
  before: number;
  'write units': number;
  'read units': number;
  'S3 requests': number;
  seconds: number;
}

/** The first review, then one more with so many before it. */
async function costsOfOneMore(counts: readonly number[]): Promise<Cost[]> {
  const world = await newWorld();
  const { store, sites, products } = world;
  const [product] = products;
  await succeeded(invoke(importRecords, { store_id: store.id, sites: [{ ...sites[0], public_reviews: true }] }));
  watchClient(s3());
  const write = await handlerOf({ name: 'write-public-files' });
  const message = JSON.stringify({ work: 'product', store_id: store.id, product_id: product.id });
  const costs: Cost[] = [];
  for (let stored = 0; costs.length < counts.length; ) {
    const count = counts[costs.length] ?? 0;
    if (stored < count) {
      const next = Math.min(count, stored + 1000);
      await storeReviews(
        world,
        Array.from({ length: next - stored }, (_, index) => stored + index),
      );
      stored = next;
      continue;
    }
    // The files are up to date before the one review that is measured.
    if (count > 0) await write(batchOf([message]));
    const customer = newCustomer();
    await succeeded(invoke(importRecords, { store_id: store.id, customers: [customer] }));
    await buy(world, customer, product);
    const posting = await watch(() => post(world, customer, product));
    const began = performance.now();
    const writing = await watch(() => write(batchOf([message])));
    const seconds = (performance.now() - began) / 1000;
    const commits = posting.calls.filter(({ command }) => /^(?:Put|Transact)/.test(command));
    costs.push({
      before: count,
      'write units': commits.reduce((sum, { capacity }) => sum + capacity, 0),
      'read units': writing.capacity,
      'S3 requests': writing.calls.filter(({ command }) => /Object/.test(command)).length,
      seconds: Number(seconds.toFixed(2)),
    });
  }
  return costs;
}

export default measure(
  {
    name: 'bench:public-files',
    reported: 'public files',
    summary: 'Posts a review of a product with few and with many reviews, and writes its public files.',
    options: {
      few: { type: 'number', value: 'N', default: 1000, summary: 'reviews before the second one that is measured' },
      many: { type: 'number', value: 'N', default: 100_000, summary: 'reviews before the last one' },
    },
  },
  async ({ few, many }) => {
    const costs = await onScratchEngines(() => costsOfOneMore([0, few, many]));
    const [, small, large] = costs;
    const unitsOf = (cost: Cost | undefined) => cost && { ...cost, before: 0, seconds: 0 };
    return {
      passed: JSON.stringify(unitsOf(small)) === JSON.stringify(unitsOf(large)),
      figures: { 'reviews before the last one': many },
      tables: [
        {
          title: 'What one more review costs',
          columns: ['Reviews before it', 'write units', 'read units', 'S3 requests', 'seconds'],
          rows: costs.map((cost) => Object.values(cost)),
        },
      ],
    };
  },
);
