import { importRecords } from '../../lib/contract/operator.ts';
import { storeFunction } from '../../lib/invoke/function.ts';
import { importCustomer } from '../../lib/store/customers.ts';
import type { Write } from '../../lib/store/entities.ts';
import { importProduct } from '../../lib/store/products.ts';
import { importFirstSite, importSite } from '../../lib/store/sites.ts';

/** Keeps a transaction of the largest records below DynamoDB's 4 MB. */
const recordsAtOnce = 10;

export const handler = storeFunction(importRecords, async ({ store, payload, commit }) => {
  const { sites, customers, products } = payload;
  const [firstSite] = sites ?? [];

  const writes = [
    ...(firstSite ? [importFirstSite(store.id, firstSite.id)] : []),
    ...lastOfEach(sites).map((site) => importSite(store.id, site)),
    ...lastOfEach(customers).map((customer) => importCustomer(store.id, customer)),
    ...lastOfEach(products).map((product) => importProduct(store.id, product)),
  ];
  await Promise.all(inPortions(writes).map((portion) => commit(async () => ({ writes: portion, reply: undefined }))));

  return {
    imported: { sites: sites?.length ?? 0, customers: customers?.length ?? 0, products: products?.length ?? 0 },
  };
});

/** A transaction takes an item once, so of several records with one id only the last is written: it would win anyway. */
const lastOfEach = <T extends { id: string }>(records: readonly T[] | null | undefined): T[] => [
  ...new Map((records ?? []).map((record) => [record.id, record])).values(),
];

const inPortions = (writes: readonly Write[]): Write[][] =>
  Array.from({ length: Math.ceil(writes.length / recordsAtOnce) }, (_, portion) =>
    writes.slice(portion * recordsAtOnce, (portion + 1) * recordsAtOnce),
  );
