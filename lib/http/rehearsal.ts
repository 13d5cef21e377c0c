/**
 * While a function starts it has a whole processor, and a third of one afterwards: what the first request would run for the first
 * time is run then, on a request that is nobody's. Nothing of it goes out.
 */
import { BatchGetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { newId } from '../runtime/ids.ts';
import { isOnLambda } from '../runtime/settings.ts';
import { dynamodb, requestTable, storeTable } from '../table/client.ts';
import { rehearse } from '../table/resolved-handlers.ts';
import { transactionOf } from '../table/unit-of-work.ts';
import { keyedRequest, recordReply } from './idempotency.ts';

async function rehearseRequest(): Promise<void> {
  const pk = newId('store');
  const request = keyedRequest({ storeId: pk, apiKey: pk, keyHash: pk }, pk, [pk]);
  const condition = { ConditionExpression: '#v = :v', ExpressionAttributeNames: { '#v': 'v' } };
  const values = { ExpressionAttributeValues: { ':v': 1 } };
  await rehearse(dynamodb, [
    new BatchGetCommand({ RequestItems: { [storeTable()]: { Keys: [{ pk, sk: pk }], ConsistentRead: true } } }),
    new UpdateCommand({ TableName: requestTable(), Key: { pk }, UpdateExpression: 'ADD v :v', ...values }),
    transactionOf([
      recordReply(request, { status: 200, body: { id: pk } }),
      { ConditionCheck: { TableName: storeTable(), Key: { pk, sk: pk }, ...condition, ...values } },
    ]),
  ]);
}

// One that fails is none: the first request runs everything for the first time.
if (isOnLambda()) await rehearseRequest().catch(() => undefined);
