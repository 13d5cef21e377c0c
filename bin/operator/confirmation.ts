/** The question before a deletion. */
import { createInterface } from 'node:readline/promises';
import { UsageError } from '../command-line/options.ts';

/**
 * Asks the user to type the id or email to delete, after `check` has found it. Throws a `UsageError` if the answer differs, or without a
 * terminal.
 */
export async function confirm(wanted: string, check: () => Promise<unknown>): Promise<void> {
  if (!process.stdin.isTTY) throw new UsageError('A deletion cannot be undone: confirm it with --yes');
  await check();
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await terminal.question(`A deletion cannot be undone. Type ${wanted} to continue: `);
  terminal.close();
  if (typed.trim() !== wanted) throw new UsageError('Nothing was deleted');
}
