/** Brings stored data in line with the release that is deployed, or tells how far that has come. */
import { asTable, type Outcome, type Session } from './command.ts';
import { runScheduled } from './invoke.ts';

/** Runs what a schedule runs every five minutes until all migrations are done. Throws where some items cannot be changed. */
export async function migrate({ status }: { status: boolean }, session: Session): Promise<Outcome> {
  const { operator, target, show } = session;
  let answer = await operator().listMigrations();
  while (!status && !answer.done) {
    await runScheduled(target, 'go-on-with-migrations');
    answer = await operator().listMigrations();
    show(
      answer.migrations.map(({ name, read, changed }) => `${name}: ${read} items read, ${changed} changed`).join('; '),
    );
  }
  const columns = ['name', 'release', 'read', 'changed', 'failed', 'done_at'] as const;
  return { result: answer, text: asTable(columns, answer.migrations), ok: answer.done };
}
