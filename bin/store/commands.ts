/** The commands of the operator's command line: which function each invokes, and what it makes of its options. */
import { parseArgs } from 'node:util';

/** A command line that cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A function to invoke and its payload. */
export interface Invocation {
  name: string;
  payload: Record<string, unknown>;
}

type Values = Partial<Record<string, string>>;

interface Command {
  /** Options of its own, as the usage shows them; those without brackets are required. */
  options: string;
  summary: string;
  invocation(values: Values): Invocation;
}

const commands: Readonly<Record<string, Command>> = {
  'store create': {
    options: '--name NAME --currency CODE [--id ID] [--rate-limit REQUESTS] [--window SECONDS]',
    summary: 'Create a store; requests each API key may make in a window',
    invocation: ({ name, currency, id, 'rate-limit': requests, window }) => ({
      name: 'create-store',
      payload: { store_id: id, name, currency, rate_limit: rateLimit(requests, window) },
    }),
  },
  'keys create': {
    options: '--store ID --name NAME --permission PERMISSION',
    summary: 'Create an API key with permission Read or Write; it is shown this once',
    invocation: ({ store, name, permission }) => ({
      name: 'create-api-key',
      payload: { store_id: store, name, permission },
    }),
  },
  'keys revoke': {
    options: '--store ID --key ID',
    summary: 'Revoke an API key, everywhere within 60 seconds',
    invocation: ({ store, key }) => ({ name: 'revoke-api-key', payload: { store_id: store, key_id: key } }),
  },
  'ledger audit': {
    options: '--store ID [--after ID]',
    summary: "Prove a page of a store's gift cards and orders; go on after what it names as next",
    invocation: ({ store, after }) => ({ name: 'audit-ledger', payload: { store_id: store, after } }),
  },
  'ratings audit': {
    options: '--store ID [--after ID]',
    summary: "Recompute the ratings of the store's next 100 products from their reviews, and report any drift",
    invocation: ({ store, after }) => ({ name: 'audit-ratings', payload: { store_id: store, after } }),
  },
};

function rateLimit(requests: string | undefined, window: string | undefined): object | undefined {
  if (requests === undefined && window === undefined) return undefined;
  if (requests === undefined || window === undefined) throw new UsageError('--rate-limit and --window go together');
  return { requests: wholeNumber('--rate-limit', requests), window_seconds: wholeNumber('--window', window) };
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${option} must be a whole number, not ${text}`);
  return Number(text);
}

const shared = {
  stack: { type: 'string', default: 'StoreCommerceApi' },
  endpoint: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export const usage = `Usage: npm run store -- COMMAND [options]

${Object.entries(commands)
  .map(([name, { options, summary }]) => `  ${name} ${options}\n      ${summary}`)
  .join('\n')}

Options of every command
  --stack NAME     Stack whose functions are invoked (default: ${shared.stack.default})
  --endpoint URL   Server to invoke them on, such as http://localhost:3000 (default: AWS)
  --json           Print the result as one line of JSON
  --help           Show this`;

interface Parsed {
  invocation: Invocation;
  target: { stack: string; endpoint: string | undefined };
  json: boolean;
}

/** What a command line asks for; undefined where it asks for help. Throws a `UsageError`. */
export function parseCommand(args: string[]): Parsed | undefined {
  const name = args.slice(0, 2).join(' ');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    if (args.length === 0 || args.includes('--help') || args.includes('-h')) return undefined;
    throw new UsageError(`There is no command ${name}`);
  }
  const { stack, endpoint, json, help, ...values } = readOptions(command, args.slice(2));
  if (help) return undefined;
  if (endpoint !== undefined && !URL.canParse(endpoint)) {
    throw new UsageError(`--endpoint must be a URL such as http://localhost:3000, not ${endpoint}`);
  }
  return { invocation: command.invocation(values), target: { stack, endpoint }, json };
}

function readOptions({ options }: Command, args: string[]) {
  const own = [...options.matchAll(/(\[)?--([\w-]+)/g)].map(([, optional, name = '']) => ({ name, optional }));
  try {
    const strings = Object.fromEntries(own.map(({ name }) => [name, { type: 'string' as const }]));
    const { values } = parseArgs({ args, options: { ...strings, ...shared } });
    const missing = own.find(({ name, optional }) => !optional && !(name in values));
    if (missing && !values.help) throw new UsageError(`--${missing.name} is required`);
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
