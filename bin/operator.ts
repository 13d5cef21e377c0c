/** The project's command line, on AWS or on the local server alike. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainLine } from '../lib/schema/text.ts';
import { failure } from './command-line/colors.ts';
import { commandIn, helpFor, parseCommand } from './operator/commands.ts';
import { candidates } from './operator/completion.ts';
import type { Parsed } from './operator/definition.ts';
import { progressOn } from './operator/progress.ts';
import type { Refusal } from './operator/refusal.ts';

/** Runs a command line. Returns its exit code: 0 done, 1 failed or differences found, 2 wrong use of the command line. */
export async function main(args: readonly string[]): Promise<number> {
  const [first = '', ...rest] = args;
  if (first === '--complete') return print(candidates(rest).join('\n'));
  if (first === '--version' || first === '-v') return print(version());
  let parsed: Parsed | string | undefined;
  try {
    parsed = parseCommand(args);
    return typeof parsed === 'string' ? print(parsed) : await runOne(parsed);
  } catch (error) {
    const { refusalOf } = await import('./operator/refusal.ts');
    return report(refusalOf(error, commandIn(args).name, typeof parsed === 'object' ? parsed : undefined), args);
  }
}

/** For people on stderr, and with `--json` for programs on stdout. */
function report({ error, isUsage }: Refusal, args: readonly string[]): number {
  console.error(`${failure(plainLine(error.message, ' '))}${isUsage ? ` (see ${helpFor(args)})` : ''}`);
  if (args.includes('--json')) console.log(JSON.stringify({ error }));
  return isUsage ? 2 : 1;
}

async function runOne({ run, target, json }: Parsed): Promise<number> {
  const { operatorOn } = await import('./operator/invoke.ts');
  const progress = progressOn(process.stderr, { isTransient: true });
  const { result, text, ok } = await run({ target, operator: operatorOn(target), json, show: progress.show }).finally(
    progress.end,
  );
  if (text !== undefined) console.log(json ? JSON.stringify(result) : text);
  return ok ? 0 : 1;
}

function print(text: string): number {
  console.log(text);
  return 0;
}

function version(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  return version;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
