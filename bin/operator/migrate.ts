/** Brings stored data in line with the release that is deployed, or tells how far that has come. */
import { UsageError } from '../command-line/options.ts';
import { asTable, type Outcome, type Session } from './command.ts';
import { runScheduled } from './invoke.ts';

interface Options {
  /** Only tells the progress. */
  status: boolean;
  /** Begins all migrations again, done or not. */
  again: boolean;
}

const round = 'go-on-with-migrations';

/** Runs what a schedule runs every five minutes until all migrations are done. Throws where some items cannot be changed. */
export async function migrate({ status, again }: Options, session: Session): Promise<Outcome> {
  const { operator, target, show } = session;
  if (status && again) throw new UsageError('--status and --again do not go together');
  if (again) await runScheduled(target, round, { again });
  let answer = await operator().listMigrations();
  while (!status && !answer.done) {
    await runScheduled(target, round);
    answer = await operator().listMigrations();
    show(
      answer.migrations.map(({ name, read, changed }) => `${name}: ${read} items read, ${changed} changed`).join('; '),
    );
  }
  const columns = ['name', 'release', 'read', 'changed', 'failed', 'done_at'] as const;
  return { result: answer, text: asTable(columns, answer.migrations), ok: answer.done };
}
