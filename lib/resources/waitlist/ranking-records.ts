/** Partitions of the index `ranking`, which has the ranking and the searchable name of each product. */
import { partitions, shardOf, shards } from '../../table/keys.ts';

/**
 * A join takes two write units of a partition, or four with the longest name. At 1,000 joins a second, each partition uses at most half of
 * its 1,000 units. A page costs one query, of half a read unit, for each partition.
 */
const parts = 8;

/** The partition of a product of the store. */
export const partitionOf = (store: string, product: string): string =>
  partitions.ranking(store, shardOf(product, parts));

/** All partitions of a store. */
export const partitionsOf = (store: string): string[] => shards(parts).map((part) => partitions.ranking(store, part));
