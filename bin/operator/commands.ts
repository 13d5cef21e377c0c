/** The commands of the operator's command line: what each does with its options. */
import { createApiKey, createStore, revokeApiKey } from '../../lib/contract/functions/operator.ts';
import { getRestock } from '../../lib/contract/functions/waitlist.ts';
import type { Invocable } from '../../lib/contract/kinds/invocable.ts';
import {
  type Options,
  optionLine,
  optionTable,
  readOptions,
  UsageError,
  type Values,
} from '../command-line/options.ts';
import { asLines, type Outcome, type Session } from './command.ts';
import { importFile } from './import/import.ts';
import type { Target, Typed } from './invoke.ts';
import { auditLedger, auditRatings, listKeys } from './pages.ts';

interface Definition<O extends Options> {
  options: O;
  /** The file it takes, as the usage shows it. */
  file?: string;
  summary: string;
  run(values: Values<O> & { file: string | undefined }, session: Session): Promise<Outcome>;
}

interface Command {
  /** Its options and its file in one line. */
  form: string;
  summary: string;
  /** Undefined where help is asked for. Throws a `UsageError`. */
  parse(args: readonly string[]): Parsed | undefined;
}

interface Parsed {
  run(session: Session): Promise<Outcome>;
  target: Target;
  json: boolean;
}

/** What every command takes. */
const shared = {
  stack: {
    type: 'string',
    value: 'NAME',
    default: 'StoreCommerceApi',
    summary: 'the stack whose functions are invoked',
  },
  endpoint: {
    type: 'string',
    value: 'URL',
    summary: 'the server to invoke them on, such as http://localhost:3000, instead of AWS',
  },
  json: { type: 'boolean', summary: 'print the result as one line of JSON' },
} as const satisfies Options;

function command<const O extends Options>({ options, file, summary, run }: Definition<O>): Command {
  return {
    form: `${optionLine(options)} ${file ?? ''}`.trimEnd(),
    summary,
    parse(args) {
      const general = readOptions({ options: { ...options, ...shared }, file }, args);
      if (general === undefined) return undefined;
      const { stack, endpoint, json } = general;
      if (endpoint !== undefined && !URL.canParse(endpoint)) {
        throw new UsageError(`--endpoint must be a URL such as http://localhost:3000, not ${endpoint}`);
      }
      return { run: (session) => run(general, session), target: { stack, endpoint }, json };
    },
  };
}

/** Runs one invocation. */
async function invoked<I extends Invocable>(contract: I, payload: Typed<I>, { invoke }: Session): Promise<Outcome> {
  const result = await invoke(contract, payload);
  return { result, text: asLines(result), ok: true };
}

const id = { type: 'string', value: 'ID', required: true } as const;
const name = { type: 'string', value: 'NAME', required: true } as const;
const after = { type: 'string', value: 'ID' } as const;

const commands: Readonly<Record<string, Command>> = {
  'store create': command({
    options: {
      name,
      currency: { type: 'string', value: 'CODE', required: true },
      id: { type: 'string', value: 'ID' },
      'rate-limit': { type: 'number', value: 'REQUESTS' },
      window: { type: 'number', value: 'SECONDS' },
    },
    summary: 'Create a store; requests each API key may make in a window',
    run: ({ id: store_id, 'rate-limit': requests, window, ...store }, session) =>
      invoked(
        createStore,
        { store_id, name: store.name, currency: store.currency, rate_limit: rateLimit(requests, window) },
        session,
      ),
  }),
  'keys create': command({
    options: { store: id, name, permission: { type: 'string', value: 'PERMISSION', required: true } },
    summary: 'Create an API key with permission Read or Write; it is shown this once',
    run: ({ store, name, permission }, session) =>
      invoked(createApiKey, { store_id: store, name, permission }, session),
  }),
  'keys list': command({
    options: { store: id },
    summary: 'List the API keys, revoked ones included, newest first; never what they are',
    run: ({ store }, session) => listKeys(store, session),
  }),
  'keys revoke': command({
    options: { store: id, key: id },
    summary: 'Revoke an API key: the next request with it is refused, everywhere',
    run: ({ store, key }, session) => invoked(revokeApiKey, { store_id: store, key_id: key }, session),
  }),
  import: command({
    options: { store: id },
    file: 'FILE.jsonl',
    summary: `Import sites, customers and products: lines of {"type": "site", "customer" or "product", ...record}.
      Goes on after the last committed line, which stands in FILE.jsonl.position until all are`,
    run: ({ store, file = '' }, session) => importFile({ store, file }, session),
  }),
  'restock show': command({
    options: { store: id, restock: id },
    summary: 'Show how far the notification of a restock has come',
    run: ({ store, restock }, session) => invoked(getRestock, { store_id: store, restock_id: restock }, session),
  }),
  'ledger audit': command({
    options: { store: id, after },
    summary: "Prove a store's gift cards and the orders they paid for; exit code 1 where anything does not add up",
    run: auditLedger,
  }),
  'ratings audit': command({
    options: { store: id, after },
    summary: "Recompute the ratings of a store's products from their reviews; exit code 1 where any has drifted",
    run: auditRatings,
  }),
};

function rateLimit(requests: number | undefined, window: number | undefined): object | undefined {
  if (requests === undefined && window === undefined) return undefined;
  if (requests === undefined || window === undefined) throw new UsageError('--rate-limit and --window go together');
  return { requests, window_seconds: window };
}

export const commandName = 'npm run store';

export const usage = `Usage: ${commandName} -- COMMAND [options]

${Object.entries(commands)
  .map(([name, { form, summary }]) => `  ${name} ${form}\n      ${summary}`)
  .join('\n')}

Options of every command

${optionTable(shared)}

Progress goes to stderr. Exit codes: 0 done, 1 refused, failed or something found, 2 used wrongly`;

/** What a command line asks for; undefined where it asks for help. Throws a `UsageError`. */
export function parseCommand(args: readonly string[]): Parsed | undefined {
  const words = Object.hasOwn(commands, args[0] ?? '') ? 1 : 2;
  const name = args.slice(0, words).join(' ');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command.parse(args.slice(words));
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return undefined;
  throw new UsageError(`There is no command ${name}`);
}
