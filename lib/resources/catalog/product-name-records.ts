/**
 * Finds products by any part of their names. Every ending of a name is an item, and one query finds those that begin
 * with the search. A product gets its endings before its first shopper is counted and before a new name is stored. Endings
 * are never removed: an extra one costs a read, but a missing one hides a product.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { commitUnitOfWork, type Effect, writing } from '../../once/unit-of-work.ts';
import * as batches from '../../runtime/batches.ts';
import { chunksOf } from '../../runtime/collections.ts';
import { dynamodb, storeTable } from '../../table/client.ts';
import { overwrite } from '../../table/items.ts';
import { keys } from '../../table/keys.ts';
import { beginningOfSearch, endingsOf, searchable } from '../waitlist/rules.ts';
import type { Product } from './product-records.ts';

type Named = Pick<Product, 'id' | 'name' | 'searchable_name'>;

/** The steps required before a search finds a product by this name. */
export function record(store: string, { id, name, searchable_name }: Named): Effect[] {
  if (searchable_name === searchable(name)) return [];
  const writes = endingsOf(name).map((ending) => overwrite(keys.nameEnding(store, ending, id), { product_id: id }));
  return chunksOf(writes, batches.transactionItems.size).map((portion) => () => commitUnitOfWork(writing(portion)));
}

/** Ids of products that may match a search by name, as far as they have been read. */
export interface NamesRead {
  ids: readonly string[];
  /** Where the next read begins; undefined at the end. */
  next: Record<string, unknown> | undefined;
}

/**
 * Reads, or continues to read, which products may match a search by name, in one query. Only the first `endingLength`
 * code points of the search count.
 */
export async function read(store: string, search: string, soFar?: NamesRead): Promise<NamesRead> {
  const beginning = beginningOfSearch(search);
  const { pk } = keys.nameEnding(store, beginning, '');
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new QueryCommand({
      TableName: storeTable(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :beginning)',
      ExpressionAttributeValues: { ':pk': pk, ':beginning': beginning },
      ProjectionExpression: 'product_id',
      Limit: (soFar ? batches.laterEndings : batches.firstEndings).size,
      ConsistentRead: true,
      ExclusiveStartKey: soFar?.next,
    }),
  );
  const found = Items.map(({ product_id }) => String(product_id));
  return { ids: [...new Set([...(soFar?.ids ?? []), ...found])], next: LastEvaluatedKey };
}
