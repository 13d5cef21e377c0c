/** The commands of the operator's command line: what each does with its options. */
import { parseArgs } from 'node:util';
import { importFile } from './import/import.ts';
import type { Target } from './invoke.ts';
import { auditLedger, auditRatings, listKeys } from './pages.ts';
import { asLines, type Report, type Surroundings } from './report.ts';

/** A command line that cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Values = Partial<Record<string, string>>;

interface Command {
  /** Options of its own, as the usage shows them; those without brackets are required. */
  options: string;
  /** The file it takes, as the usage shows it. */
  file?: string;
  summary: string;
  run(values: Values, surroundings: Surroundings): Promise<Report>;
}

/** A command that is one invocation. */
const invoking =
  (name: string, payload: (values: Values) => object): Command['run'] =>
  async (values, { invoke }) => {
    const result = await invoke(name, payload(values));
    return { result, text: asLines(result), ok: true };
  };

const commands: Readonly<Record<string, Command>> = {
  'store create': {
    options: '--name NAME --currency CODE [--id ID] [--rate-limit REQUESTS] [--window SECONDS]',
    summary: 'Create a store; requests each API key may make in a window',
    run: invoking('create-store', ({ name, currency, id, 'rate-limit': requests, window }) => ({
      store_id: id,
      name,
      currency,
      rate_limit: rateLimit(requests, window),
    })),
  },
  'keys create': {
    options: '--store ID --name NAME --permission PERMISSION',
    summary: 'Create an API key with permission Read or Write; it is shown this once',
    run: invoking('create-api-key', ({ store, name, permission }) => ({ store_id: store, name, permission })),
  },
  'keys list': {
    options: '--store ID',
    summary: 'List the API keys, revoked ones included, newest first; never what they are',
    run: ({ store = '' }, surroundings) => listKeys(store, surroundings),
  },
  'keys revoke': {
    options: '--store ID --key ID',
    summary: 'Revoke an API key, everywhere within 60 seconds',
    run: invoking('revoke-api-key', ({ store, key }) => ({ store_id: store, key_id: key })),
  },
  import: {
    options: '--store ID',
    file: 'FILE.jsonl',
    summary: `Import sites, customers and products: lines of {"type": "site", "customer" or "product", ...record}.
      Goes on after the last committed line, which stands in FILE.jsonl.position until all are`,
    run: ({ store = '', file = '' }, surroundings) => importFile({ store, file }, surroundings),
  },
  'restock show': {
    options: '--store ID --restock ID',
    summary: 'Show how far the notification of a restock has come',
    run: invoking('get-restock', ({ store, restock }) => ({ store_id: store, restock_id: restock })),
  },
  'ledger audit': {
    options: '--store ID [--after ID]',
    summary: "Prove a store's gift cards and the orders they paid for; exit code 1 where anything does not add up",
    run: ({ store = '', after }, surroundings) => auditLedger({ store, after }, surroundings),
  },
  'ratings audit': {
    options: '--store ID [--after ID]',
    summary: "Recompute the ratings of a store's products from their reviews; exit code 1 where any has drifted",
    run: ({ store = '', after }, surroundings) => auditRatings({ store, after }, surroundings),
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
  .map(([name, { options, file = '', summary }]) => `  ${`${name} ${options} ${file}`.trimEnd()}\n      ${summary}`)
  .join('\n')}

Options of every command
  --stack NAME     Stack whose functions are invoked (default: ${shared.stack.default})
  --endpoint URL   Server to invoke them on, such as http://localhost:3000 (default: AWS)
  --json           Print the result as one line of JSON
  --help           Show this

Progress goes to stderr. Exit codes: 0 done, 1 refused, failed or something found, 2 used wrongly`;

interface Parsed {
  run(surroundings: Surroundings): Promise<Report>;
  target: Target;
  json: boolean;
}

/** What a command line asks for; undefined where it asks for help. Throws a `UsageError`. */
export function parseCommand(args: string[]): Parsed | undefined {
  const words = Object.hasOwn(commands, args[0] ?? '') ? 1 : 2;
  const name = args.slice(0, words).join(' ');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    if (args.length === 0 || args.includes('--help') || args.includes('-h')) return undefined;
    throw new UsageError(`There is no command ${name}`);
  }
  const { stack, endpoint, json, help, ...values } = readOptions(command, args.slice(words));
  if (help) return undefined;
  if (endpoint !== undefined && !URL.canParse(endpoint)) {
    throw new UsageError(`--endpoint must be a URL such as http://localhost:3000, not ${endpoint}`);
  }
  return { run: (surroundings) => command.run(values, surroundings), target: { stack, endpoint }, json };
}

function readOptions({ options, file }: Command, args: string[]) {
  const own = [...options.matchAll(/(\[)?--([\w-]+)/g)].map(([, optional, name = '']) => ({ name, optional }));
  try {
    const strings = Object.fromEntries(own.map(({ name }) => [name, { type: 'string' as const }]));
    const { values, positionals } = parseArgs({ args, options: { ...strings, ...shared }, allowPositionals: true });
    const missing = own.find(({ name, optional }) => !optional && !(name in values));
    const files = file === undefined ? 0 : 1;
    if (values.help) return values;
    if (missing) throw new UsageError(`--${missing.name} is required`);
    if (positionals.length < files) throw new UsageError(`${file} is required`);
    if (positionals.length > files) throw new UsageError(`Unexpected argument ${positionals[files]}`);
    return files === 0 ? values : { ...values, file: positionals[0] };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
