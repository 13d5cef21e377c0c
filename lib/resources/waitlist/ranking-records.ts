/**
 * The ranking's index, with the sort value and the searchable name of each product, in several partitions of each
 * store.
 */
import { partitions, shardOf, shards } from '../../table/keys.ts';

/**
 * A join takes two write units of a partition, four with the longest name: 1,000 joins a second leave each partition half of its 1,000
 * units. A page costs a query, half a read unit, for each.
 */
const parts = 8;

/** The partition of a product of the store. */
export const partitionOf = (store: string, product: string): string =>
  partitions.ranking(store, shardOf(product, parts));

/** All partitions of a store. */
export const partitionsOf = (store: string): string[] => shards(parts).map((part) => partitions.ranking(store, part));
