import { storelessQuery } from '../../lib/chain/function.ts';
import { listMigrations } from '../../lib/resources/stores/functions.ts';
import { isSettled, migrationStates } from '../../lib/work/migrate.ts';

export const handler = storelessQuery(listMigrations, async () => {
  const migrations = await migrationStates();

  return { migrations, done: migrations.every(isSettled) };
});
