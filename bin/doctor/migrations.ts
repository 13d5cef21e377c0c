/** Whether what a table holds is in line with this release. */
import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { keys } from '../../lib/table/keys.ts';
import { isSettled, migrations } from '../../lib/work/migrate.ts';
import { type Finding, ill, judged } from './finding.ts';

/** A finding for each migration that this release knows. */
export const migrationFindings = (client: DynamoDBClient, TableName: string): Promise<Finding[]> =>
  Promise.all(
    migrations.map(async ({ name, release }) => {
      const { pk, sk } = keys.migration(name);
      const { Item } = await client.send(new GetItemCommand({ TableName, Key: { pk: { S: pk }, sk: { S: sk } } }));
      const [failed, accepted] = [Number(Item?.failed?.N ?? 0), Number(Item?.accepted?.N ?? 0)];
      const what = `the migration ${name} of ${release}`;
      if (Item?.done_at?.S === undefined)
        return ill(
          `${what} is due: ${Item?.read?.N ?? 0} items read, ${failed} failed`,
          'it goes on every five minutes; npm run store -- migrate does it at once',
        );
      return judged(
        isSettled({ done_at: Item.done_at.S, failed, accepted }),
        `${what} is done`,
        `${what} has ended without ${failed} items that it could not change`,
        `npm run store -- migrate --status shows them; then --retry ${name}, or --accept ${name}`,
      );
    }),
  );
