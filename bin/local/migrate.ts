import type { MigrationState } from '../../lib/resources/stores/migration-fields.ts';
import { runFunction } from './functions.ts';
import { messageOf, StartupError } from './startup-error.ts';

/** Brings a data folder in line with this release, whichever wrote it. Throws a `StartupError` where some item cannot be changed. */
export async function migrateData(show: (text: string) => void): Promise<void> {
  for (;;) {
    const { migrations, done } = (await runFunction('list-migrations', {})) as {
      migrations: MigrationState[];
      done: boolean;
    };
    if (done) return;
    const read = migrations.reduce((sum, one) => sum + one.read, 0);
    if (read > 0) show(`Bringing the data up to date: ${read} items read`);
    await runFunction('go-on-with-migrations', {}).catch((error: unknown) => {
      throw new StartupError(`The data folder cannot be brought up to date: ${messageOf(error)}`);
    });
  }
}
