import type { MigrationState } from '../../lib/resources/stores/migration-fields.ts';
import { runFunction } from './functions.ts';
import { messageOf, StartupError } from './startup-error.ts';

/** Brings a data folder in line with this release, whichever wrote it. Throws a `StartupError` if a round changes nothing. */
export async function migrateData(show: (text: string) => void): Promise<void> {
  for (let before = ''; ; ) {
    const { migrations, done } = (await runFunction('list-migrations', {})) as {
      migrations: MigrationState[];
      done: boolean;
    };
    if (migrations.every(({ done_at }) => done_at !== null)) {
      if (!done) show('Some items could not be brought up to date: npx store-commerce migrate --status shows them');
      return;
    }
    const read = migrations.reduce((sum, one) => sum + one.read, 0);
    if (read > 0) show(`Bringing the data up to date: ${read} items read`);
    const state = JSON.stringify(migrations);
    const isStuck = state === before;
    before = state;
    await runFunction('go-on-with-migrations', {}).catch((error: unknown) => {
      if (isStuck) throw new StartupError(`The data folder cannot be brought up to date: ${messageOf(error)}`);
    });
  }
}
