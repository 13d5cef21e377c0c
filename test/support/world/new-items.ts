/** Items of a store that does not exist yet: they need none of the conditions that hold writes apart from one another. */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { chunksOf } from '../../../lib/runtime/collections.ts';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import type { Write } from '../../../lib/table/items.ts';

/** DynamoDB accepts 25 items in a batch. */
const itemsAtMost = 25;

/** Assignments of an update: `#a = :a`, `#a = if_not_exists(#a, :a)`, `#a = if_not_exists(#b, :zero) + :a` and `#a :a`. */
const assignment = /(#\w+) (?:= )?(?:if_not_exists\(#\w+, (?::zero\) \+ )?)?(:\w+)/g;

/** The item that a write leaves under a key without an item. */
function newItem({ Put, Update }: Write): object {
  if (Put?.Item) return Put.Item;
  if (!Update) throw new Error('Only puts and updates leave an item');
  const { Key, UpdateExpression = '', ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = Update;
  const assigned = [...UpdateExpression.matchAll(assignment)].map(([, name = '', value = '']) => [
    ExpressionAttributeNames[name],
    ExpressionAttributeValues[value],
  ]);
  return { ...Key, ...Object.fromEntries(assigned) };
}

/** Writes the items in batches. The engine takes half the time that it takes for the same items in a transaction. */
export async function putNew(writes: readonly Write[]): Promise<void> {
  const batches = chunksOf(writes.map(newItem), itemsAtMost);
  await Promise.all(
    batches.map(async (items) => {
      const puts = items.map((Item) => ({ PutRequest: { Item } }));
      const { UnprocessedItems = {} } = await dynamodb.send(
        new BatchWriteCommand({ RequestItems: { [storeTable()]: puts } }),
      );
      if (Object.keys(UnprocessedItems).length > 0) throw new Error('The engine left items of a batch unwritten');
    }),
  );
}
