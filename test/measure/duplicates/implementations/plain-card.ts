/**
 * A card and its ledger with all the care that the work itself needs: the balance is conditioned on what was read, the entry
 * commits with it, and a decision that was overtaken is made again. What differs between implementations is only how they do a
 * request once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { newName } from '../../../../lib/runtime/ids.ts';
import type { Adjustment, Endpoint } from './implementation.ts';

/** The client of all implementations but this project's. */
export const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const requestTable = (): string => process.env.REQUEST_TABLE ?? '';

const storeTable = (): string => process.env.STORE_TABLE ?? '';

interface Card {
  balance: number;
  version: number;
}

/** Makes a card, and the endpoint on it: `once` does a request once, as well as it can. */
export async function openCard(
  once: (adjustment: Adjustment, work: () => Promise<number>) => Promise<{ status: number; balance?: number }>,
): Promise<Endpoint> {
  const pk = `CARD#${newName()}`;
  const key = { pk, sk: 'CARD' };
  await dynamodb.send(new PutCommand({ TableName: storeTable(), Item: { ...key, balance: 100, version: 1 } }));
  const find = async () => {
    const { Item } = await dynamodb.send(new GetCommand({ TableName: storeTable(), Key: key, ConsistentRead: true }));
    return Item as Card;
  };
  return {
    async adjust(adjustment) {
      try {
        return await once(adjustment, () => raise(key, find, adjustment));
      } catch {
        return { status: 500 };
      }
    },
    async ledger() {
      const { Items = [] } = await dynamodb.send(
        new QueryCommand({
          TableName: storeTable(),
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
          ExpressionAttributeValues: { ':pk': pk, ':entry': 'ENTRY#' },
          ConsistentRead: true,
        }),
      );
      const { balance } = await find();
      return { notes: Items.map(({ note }) => note), balance };
    },
  };
}

/** The balance after the adjustment. */
async function raise(
  key: { pk: string; sk: string },
  find: () => Promise<Card>,
  { amount, note }: Adjustment,
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const { balance, version } = await find();
    const next = { balance: balance + amount, version: version + 1 };
    const entry = { pk: key.pk, sk: `ENTRY#${newName()}`, amount, note };
    try {
      await dynamodb.send(
        new TransactWriteCommand({
          TransactItems: [
            {
              Put: {
                TableName: storeTable(),
                Item: { ...key, ...next },
                ConditionExpression: 'version = :version',
                ExpressionAttributeValues: { ':version': version },
              },
            },
            { Put: { TableName: storeTable(), Item: entry, ConditionExpression: 'attribute_not_exists(pk)' } },
          ],
        }),
      );
      return next.balance;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException) || attempt === 10) throw error;
      await sleep(attempt * 10);
    }
  }
}
