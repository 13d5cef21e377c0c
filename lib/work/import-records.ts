/** Imports records of a store, in as many commits as they need. */

import { type Commit, type Decision, writing } from '../once/unit-of-work.ts';
import { followUp, type WaitlistWork } from '../queue/send.ts';
import type { ImportedProduct, ImportedSite } from '../resources/catalog/fields.ts';
import * as productNames from '../resources/catalog/product-name-records.ts';
import * as products from '../resources/catalog/product-records.ts';
import { droppedVariants } from '../resources/catalog/rules.ts';
import * as sites from '../resources/catalog/site-records.ts';
import type { ImportedCustomer } from '../resources/customers/fields.ts';
import * as customers from '../resources/customers/records.ts';
import * as publicSites from '../resources/public-reviews/site-records.ts';
import { renamesVariants } from '../resources/reviews/rules.ts';
import { termsOfCustomer } from '../resources/search/mark-records.ts';
import * as batches from '../runtime/batches.ts';
import { chunksOf } from '../runtime/collections.ts';
import { renameVariants } from './change-reviews.ts';

interface Records {
  sites: readonly ImportedSite[];
  customers: readonly ImportedCustomer[];
  products: readonly ImportedProduct[];
}

/** Each record replaces the one with its id; reviews take over new variant names. */
export async function importRecords(commit: Commit, store: string, records: Records): Promise<void> {
  const [firstSite] = records.sites;
  const { size } = batches.importedRecords;

  const imported = lastOfEach(records.sites);
  const writes = [
    ...(firstSite ? [sites.makeFirst(store, firstSite.id)] : []),
    ...imported.map((site) => sites.merge(store, site)),
  ];
  // First: an id of a site that another store has made public refuses the whole import.
  for (const ids of chunksOf(idsOfPublic(imported), size)) {
    await commit({ decide: async () => ({ writes: await publicSites.claim(store, ids), reply: undefined }) });
  }
  const [renamed] = await Promise.all([
    Promise.all(
      chunksOf(lastOfEach(records.products), size).map((portion) =>
        commit({ decide: () => decideOnProducts(store, portion) }),
      ),
    ),
    ...chunksOf(writes, size).map((portion) => commit(writing(portion))),
    ...chunksOf(lastOfEach(records.customers), size).map((portion) =>
      commit({ decide: ({ now }) => decideOnCustomers(store, portion, now) }),
    ),
  ]);
  for (const id of renamed.flat()) await renameVariants(commit, store, id);
}

const idsOfPublic = (records: readonly ImportedSite[]): string[] =>
  records.filter(({ public_reviews }) => public_reviews).map(({ id }) => id);

async function decideOnCustomers(
  store: string,
  records: readonly ImportedCustomer[],
  now: string,
): Promise<Decision<undefined>> {
  const [existing, terms] = await Promise.all([
    customers.findRecords(
      store,
      records.map(({ id }) => id),
    ),
    Promise.all(records.map(async (record) => ({ record, found_by: await termsOfCustomer(store, record) }))),
  ]);
  return {
    writes: terms.flatMap(({ record, found_by }, index) =>
      customers.merge(store, record, existing[index], { found_by, now }),
    ),
    reply: undefined,
  };
}

/** The reply contains the ids of products with reviews that need new variant names, including those of an interrupted import. */
async function decideOnProducts(store: string, records: readonly ImportedProduct[]): Promise<Decision<string[]>> {
  const existing = await products.findMany(
    store,
    records.map(({ id }) => id),
  );

  const { before, after } = followUp(dropsOf(store, records, existing));

  return {
    before: [
      ...before,
      ...records.flatMap(({ id, name }, index) => {
        const searchable_name = existing[index]?.searchable_name;
        return searchable_name === undefined ? [] : productNames.record(store, { id, name, searchable_name });
      }),
    ],
    writes: records.flatMap((record, index) => [
      ...products.merge(store, record, existing[index]),
      ...(existing[index] ? [] : [products.enlist(store, record)]),
    ]),
    reply: existing.flatMap((product, index) => {
      const record = records[index];
      return product && record && (product.variants_renamed || renamesVariants(product, record)) ? [product.id] : [];
    }),
    after,
  };
}

/** The work that removes the waitlists of dropped variants. */
const dropsOf = (
  store_id: string,
  records: readonly ImportedProduct[],
  existing: readonly (products.Product | undefined)[],
): WaitlistWork[] =>
  records.flatMap((record, index) => {
    const product = existing[index];
    const variant_ids = product ? droppedVariants(product, record) : [];
    return variant_ids.length > 0 ? [{ work: 'drop', store_id, product_id: record.id, variant_ids }] : [];
  });

/** A transaction can write an item only once. If several records have the same id, only the last is written, which replaces the others anyway. */
const lastOfEach = <T extends { id: string }>(records: readonly T[]): T[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
];
