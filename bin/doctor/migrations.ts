/** Whether what a table holds is in line with this release. */
import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { keys } from '../../lib/table/keys.ts';
import { migrations } from '../../lib/work/migrations.ts';
import { type Finding, judged } from './finding.ts';

/** A finding for each migration that this release knows. */
export const migrationFindings = (client: DynamoDBClient, TableName: string): Promise<Finding[]> =>
  Promise.all(
    migrations.map(async ({ name, release }) => {
      const { pk, sk } = keys.migration(name);
      const { Item } = await client.send(new GetItemCommand({ TableName, Key: { pk: { S: pk }, sk: { S: sk } } }));
      return judged(
        Item?.done_at?.S !== undefined,
        `the migration ${name} of ${release} is done`,
        `the migration ${name} of ${release} is due: ${Item?.read?.N ?? 0} items read, ${Item?.failed?.N ?? 0} failed`,
        'it goes on every five minutes; npm run store -- migrate does it at once',
      );
    }),
  );
