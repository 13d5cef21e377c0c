import { importRecords, type ProductRecord } from '../../lib/contract/functions/operator.ts';
import { renamesVariants } from '../../lib/domain/review.ts';
import { storeFunction } from '../../lib/invoke/function.ts';
import * as productNames from '../../lib/table/catalog/product-names.ts';
import * as products from '../../lib/table/catalog/products.ts';
import * as sites from '../../lib/table/catalog/sites.ts';
import * as customers from '../../lib/table/customers/customers.ts';
import type { Decision } from '../../lib/table/unit-of-work.ts';
import { renameVariants } from '../../lib/work/rename-variants.ts';

/** Keeps a transaction of the largest records below DynamoDB's 4 MB. */
const recordsAtOnce = 10;

export const handler = storeFunction(importRecords, async ({ store, payload, commit }) => {
  const [firstSite] = payload.sites ?? [];

  const writes = [
    ...(firstSite ? [sites.makeFirst(store.id, firstSite.id)] : []),
    ...lastOfEach(payload.sites).map((site) => sites.merge(store.id, site)),
    ...lastOfEach(payload.customers).map((customer) => customers.merge(store.id, customer)),
  ];
  const [renamed] = await Promise.all([
    Promise.all(
      inPortions(lastOfEach(payload.products)).map((portion) => commit(() => decideOnProducts(store.id, portion))),
    ),
    ...inPortions(writes).map((portion) => commit(async () => ({ writes: portion, reply: undefined }))),
  ]);
  for (const id of renamed.flat()) await renameVariants(store.id, id, commit);

  return {
    imported: {
      sites: payload.sites?.length ?? 0,
      customers: payload.customers?.length ?? 0,
      products: payload.products?.length ?? 0,
    },
  };
});

/** Its reply: ids of the products whose reviews are to follow new names of variants, an interrupted import's included. */
async function decideOnProducts(store: string, records: readonly ProductRecord[]): Promise<Decision<string[]>> {
  const existing = await products.findMany(
    store,
    records.map(({ id }) => id),
  );

  return {
    before: records.flatMap(({ id, name }, index) => {
      const searchable_name = existing[index]?.searchable_name;
      return searchable_name === undefined ? [] : productNames.record(store, { id, name, searchable_name });
    }),
    writes: records.flatMap((record, index) => [
      products.merge(store, record, existing[index]),
      ...(existing[index] ? [] : [products.enlist(store, record)]),
    ]),
    reply: existing.flatMap((product, index) => {
      const record = records[index];
      return product && record && (product.variants_renamed || renamesVariants(product, record)) ? [product.id] : [];
    }),
  };
}

/** A transaction takes an item once, so of several records with one id only the last is written: it would win anyway. */
const lastOfEach = <T extends { id: string }>(records: readonly T[] | null | undefined): T[] => [
  ...new Map((records ?? []).map((record) => [record.id, record])).values(),
];

const inPortions = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / recordsAtOnce) }, (_, portion) =>
    all.slice(portion * recordsAtOnce, (portion + 1) * recordsAtOnce),
  );
