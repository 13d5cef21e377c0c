import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Batch, readBatches } from '../../../bin/operator/import/json-lines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { newCustomer, newProduct } from '../../support/world/world.ts';

async function batchesOf(records: readonly object[]) {
  const file = join(temporaryFolder(), 'records.jsonl');
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const batches: Batch[] = [];
  for await (const batch of readBatches(file, { bytes: 0, lines: 0 })) batches.push(batch);
  return batches;
}

test('a batch is what one import takes: 100 records, and 25,000 characters of product names', async () => {
  const customers = Array.from({ length: 101 }, () => ({ type: 'customer', ...newCustomer() }));
  const products = Array.from({ length: 60 }, () => ({ type: 'product', ...newProduct({ name: 'x'.repeat(1000) }) }));

  const batches = await batchesOf([...customers, ...products]);

  expect(batches.map((batch) => [batch.customers.length, batch.products.length])).toEqual([
    [100, 0],
    [1, 25],
    [0, 25],
    [0, 10],
  ]);
  expect(batches.map(({ firstLine, lastLine }) => [firstLine, lastLine])).toEqual([
    [1, 100],
    [101, 126],
    [127, 151],
    [152, 161],
  ]);
});
