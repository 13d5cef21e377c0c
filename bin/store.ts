/** The operator's command line: invokes the operator functions, on AWS or on the local server alike. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type Invocation, parseCommand, UsageError, usage } from './store/commands.ts';

interface Target {
  stack: string;
  endpoint: string | undefined;
}

type Outcome = { result: Record<string, unknown> } | { refused: string };

async function main(args: string[]): Promise<number> {
  const parsed = parseCommand(args);
  if (parsed === undefined) {
    console.log(usage);
    return 0;
  }
  const { invocation, target, json } = parsed;
  const outcome = await invoke(target, invocation);
  if ('refused' in outcome) {
    console.error(outcome.refused);
    return 1;
  }
  console.log(json ? JSON.stringify(outcome.result) : asLines(outcome.result));
  return 0;
}

/** Credentials and region are the SDK's own; a local server needs none, so some are made up. */
async function invoke({ stack, endpoint }: Target, { name, payload }: Invocation): Promise<Outcome> {
  const madeUp = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
  const lambda = new LambdaClient(endpoint === undefined ? {} : { endpoint, ...madeUp });
  const response = await lambda.send(
    new InvokeCommand({ FunctionName: `${stack}-${name}`, Payload: JSON.stringify(payload) }),
  );
  const result = JSON.parse(response.Payload?.transformToString() || 'null');
  if (response.FunctionError === undefined) return { result };
  return { refused: `${result.errorType}: ${result.errorMessage}` };
}

const asLines = (result: Record<string, unknown>): string => {
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  return Object.entries(result)
    .map(([name, value]) => `${name.padEnd(width)}  ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
};

/** Exit codes: 0 done, 1 refused or failed, 2 used wrongly. */
function failed(error: unknown): number {
  if (error instanceof UsageError) {
    console.error(`${error.message} (see npm run store -- --help)`);
    return 2;
  }
  console.error(reasonOf(error).replaceAll('\n', ' '));
  return 1;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ECONNREFUSED') return 'Nothing listens at the endpoint: is npm start running?';
  return error.message === '' ? error.name : `${error.name}: ${error.message}`;
}

process.exitCode = await main(process.argv.slice(2)).catch(failed);
