import { transactionOf } from '../../../lib/once/unit-of-work.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { overwrite } from '../../../lib/table/items.ts';
import { keys } from '../../../lib/table/keys.ts';
import { migrations } from '../../../lib/work/migrate.ts';
import { handlerOf } from '../handlers.ts';

const write = (done_at: string | null) =>
  Promise.all(
    migrations.map(({ name }) => dynamodb.send(transactionOf([overwrite(keys.migration(name), { done_at })]))),
  );

/** A round that finds this release's migrations due, and has no time for them. Afterwards they are done. */
export async function roundWithoutTime(): Promise<void> {
  await write(null);
  const goOn = await handlerOf({ name: 'go-on-with-migrations' });
  await goOn({}, { getRemainingTimeInMillis: () => 0 });
  await write('2026-01-01T00:00:00Z');
}
