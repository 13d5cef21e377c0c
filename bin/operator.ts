/** The operator's command line: invokes the operator functions, on AWS or on the local server alike. */
import { FunctionError } from '../lib/client/functions.ts';
import { plainLine } from '../lib/schema/text.ts';
import { failure } from './command-line/colors.ts';
import { endWith, UsageError } from './command-line/options.ts';
import { parseCommand } from './operator/commands.ts';
import { commandName } from './operator/definition.ts';
import { operatorOn } from './operator/invoke.ts';
import { progressOn } from './operator/progress.ts';

/** Exit codes: 0 done, 1 failed or differences found, 2 usage error. */
async function main(args: readonly string[]): Promise<number> {
  const parsed = parseCommand(args);
  if (typeof parsed === 'string') {
    console.log(parsed);
    return 0;
  }
  const { run, target, json } = parsed;
  const progress = progressOn(process.stderr);
  const { result, text, ok } = await run({ target, operator: operatorOn(target), show: progress.show }).finally(
    progress.end,
  );
  if (text !== undefined) console.log(json ? JSON.stringify(result) : text);
  return ok ? 0 : 1;
}

function failed(error: unknown): number {
  if (error instanceof UsageError) endWith(error, commandName);
  console.error(failure(plainLine(reasonOf(error), ' ')));
  return 1;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof FunctionError) return `${error.code}: ${error.message}`;
  if (error.message.endsWith('ECONNREFUSED')) return 'Nothing listens at the endpoint: is npm start running?';
  if (error.message === 'Region is missing' || error.name === 'CredentialsProviderError') {
    return `${error.message}: set AWS_REGION and credentials, or use --endpoint`;
  }
  if (error.name === 'Error' && error.message !== '') return error.message;
  return error.message === '' ? error.name : `${error.name}: ${error.message}`;
}

process.exitCode = await main(process.argv.slice(2)).catch(failed);
