/** Brings stored data in line with the release that is deployed, or reports the progress. */
import { UsageError } from '../command-line/options.ts';
import { asTable, type Outcome, type Session } from './command.ts';
import { runScheduled } from './invoke.ts';

interface Options {
  /** Only reports the progress. */
  status: boolean;
  /** Begins all migrations again, done or not. */
  again: boolean;
  /** Begins one of them again. */
  retry: string | undefined;
  /** Leaves the items as they are that this migration could not change. */
  accept: string | undefined;
}

const round = 'go-on-with-migrations';

/** Runs what a schedule runs every five minutes until all migrations have ended. Throws if a round changes nothing. */
export async function migrate(options: Options, { operator, target, show }: Session): Promise<Outcome> {
  const { status, again, retry, accept } = options;
  if ([status, again, retry, accept].filter(Boolean).length > 1)
    throw new UsageError('Only one of --status, --again, --retry and --accept can be used');
  let answer = await operator().listMigrations();
  const names = answer.migrations.map(({ name }) => name);
  const asked = retry ?? accept;
  if (asked !== undefined && !names.includes(asked))
    throw new UsageError(`Unknown migration ${asked}; choose from ${names.join(', ')}`);

  if (accept !== undefined) await runScheduled(target, round, { accept });
  /** Runs a round. Items that could not be changed fail it, and the rest still continues. */
  const goOn = async (event: object) => {
    const before = JSON.stringify(answer);
    const failed = await runScheduled(target, round, event).catch((error: unknown) => error);
    answer = await operator().listMigrations();
    if (failed && JSON.stringify(answer) === before) throw failed;
    show(
      answer.migrations.map(({ name, read, changed }) => `${name}: ${read} items read, ${changed} changed`).join('; '),
    );
  };
  const restarted = again ? names : names.filter((name) => name === retry);
  if (restarted.length > 0) await goOn({ again: restarted });
  else answer = await operator().listMigrations();
  while (!status && answer.migrations.some(({ done_at }) => done_at === null)) await goOn({});

  const columns = ['name', 'release', 'read', 'changed', 'failed', 'accepted', 'done_at'] as const;
  const failures = answer.migrations.flatMap(({ name, failures: some }) => some.map((key) => ({ name, ...key })));
  const tables = [asTable(columns, answer.migrations), failures.length > 0 && asTable(['name', 'pk', 'sk'], failures)];
  return { result: answer, text: tables.filter(Boolean).join('\n\n'), ok: answer.done };
}
