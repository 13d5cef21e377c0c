/** DynamoDB deletes what has expired when it comes to it: at once in some runs, days later in others. */
import { DeleteItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { requestTableDefinition } from '../../../lib/schema/tables.ts';
import { requestTable } from '../../../lib/table/client.ts';
import type { Run } from '../random/run.ts';
import { clock } from './clock.ts';
import { engine } from './indexes.ts';
import { only } from './raw-items.ts';

/** Time passes in which nothing moves. */
export async function letPass(run: Run, milliseconds: number): Promise<void> {
  clock.pass(milliseconds);
  const TableName = requestTable();
  const { partitionKey, timeToLive } = requestTableDefinition;
  const { Items = [] } = await engine.send(new ScanCommand({ TableName, ConsistentRead: true }));
  for (const item of Items.filter((each) => Number(each[timeToLive]?.N) * 1000 <= clock.now())) {
    run.count(run.conditions.expiresOnTime ? 'expired item gone' : 'expired item still there');
    if (run.conditions.expiresOnTime) {
      await engine.send(new DeleteItemCommand({ TableName, Key: only(item, [partitionKey]) }));
    }
  }
}
