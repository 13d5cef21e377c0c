/** The commands of the operator's command line: what each does with its options. */
import { closest } from 'fastest-levenshtein';
import {
  checkedAddress,
  type Options,
  optionLine,
  optionTable,
  readOptions,
  UsageError,
  type Values,
} from '../command-line/options.ts';
import { textTable } from '../command-line/table.ts';
import { auditLedger, auditRatings } from './audits.ts';
import { asLines, type Outcome, type Session } from './command.ts';
import { deleteCustomer, exportCustomer } from './customers.ts';
import { exportCsv } from './export-csv.ts';
import { importFile } from './import/import.ts';
import type { Target } from './invoke.ts';
import { issueGiftCards } from './issue/issue.ts';
import { listKeys, rotateKey } from './keys.ts';
import { reportLiability } from './liability.ts';
import { migrate } from './migrate.ts';
import { listStores } from './stores.ts';

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
  /** How it is used, where help is asked for. Throws a `UsageError`. */
  parse(name: string, args: readonly string[]): Parsed | string;
}

interface Parsed {
  run(session: Session): Promise<Outcome>;
  target: Target;
  json: boolean;
}

export const commandName = 'npm run store';

const exitCodes = 'Progress goes to stderr. Exit codes: 0 done, 1 refused, failed or something found, 2 used wrongly';

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
    summary:
      'the server to invoke them on, such as http://localhost:3000, instead of AWS; by default STORE_ENDPOINT of the environment',
  },
  json: { type: 'boolean', summary: 'print the result as one line of JSON' },
} as const satisfies Options;

function command<const O extends Options>({ options, file, summary, run }: Definition<O>): Command {
  return {
    form: `${optionLine(options)} ${file ?? ''}`.trimEnd(),
    summary,
    parse(name, args) {
      const general = readOptions({ options: { ...options, ...shared }, file }, args);
      if (general === undefined) return usageOfCommand(name, { options, file, summary });
      const { stack, endpoint = process.env.STORE_ENDPOINT || undefined, json } = general;
      checkedAddress('endpoint', endpoint);
      return { run: (session) => run(general, session), target: { stack, endpoint }, json };
    },
  };
}

/** How one command is used. */
const usageOfCommand = (name: string, { options, file = '', summary }: Omit<Definition<Options>, 'run'>): string =>
  [
    ['Usage:', commandName, '--', name, file, '[options]'].filter(Boolean).join(' '),
    summary.replaceAll(/\s+/g, ' '),
    optionTable({ ...options, ...shared }),
    `Example: ${exampleOf(name, { options, file })}`,
    exitCodes,
  ].join('\n\n');

const exampleValues: Readonly<Record<string, string>> = {
  store: 'sto_demo',
  customer: 'cus_ada',
  key: 'key_01',
  restock: 'restock-1',
  name: "'Back office'",
  permission: 'Write',
  currency: 'USD',
  from: 'cards.csv',
  'codes-to': 'codes.csv',
};

/** The command with what it cannot do without, on the local server. */
function exampleOf(name: string, { options, file }: Pick<Definition<Options>, 'options' | 'file'>): string {
  const needed = Object.entries(options).filter(([, option]) => option.type === 'string' && option.required);
  const given = needed.map(([option]) => `--${option} ${exampleValues[option]}`);
  const path = file?.replace('FILE', 'records');
  return [commandName, '--', name, path, ...given, '--endpoint http://localhost:3000'].filter(Boolean).join(' ');
}

/** What one call has to say. */
async function told(call: Promise<object>): Promise<Outcome> {
  const result = await call;
  return { result, text: asLines(result), ok: true };
}

const id = { type: 'string', value: 'ID', required: true } as const;
const name = { type: 'string', value: 'NAME', required: true } as const;
const time = { type: 'string', value: 'TIME' } as const;
const limit = {
  'rate-limit': { type: 'number', value: 'REQUESTS' },
  window: { type: 'number', value: 'SECONDS' },
} as const;
const after = { type: 'string', value: 'ID' } as const;
const to = { type: 'string', value: 'FILE.csv' } as const;
const permission = { type: 'string', value: 'PERMISSION', required: true, choices: ['Read', 'Write'] } as const;

const commands: Readonly<Record<string, Command>> = {
  'store create': command({
    options: {
      name,
      currency: { type: 'string', value: 'CODE', required: true },
      id: { type: 'string', value: 'ID' },
      ...limit,
    },
    summary: 'Create a store; requests each API key may make in a window',
    run: ({ id: store_id, name, currency, 'rate-limit': requests, window }, { operator }) =>
      told(operator().createStore({ store_id, name, currency, rate_limit: rateLimit(requests, window) })),
  }),
  'store update': command({
    options: { store: id, name: { ...name, required: false }, ...limit },
    summary: 'Give a store another name, or its API keys another rate limit; what is left out stays',
    run: ({ store, name, 'rate-limit': requests, window }, { operator }) =>
      told(operator(store).updateStore({ name, rate_limit: rateLimit(requests, window) })),
  }),
  'store list': command({
    options: {},
    summary: 'List the stores of the stack, by id',
    run: (_, session) => listStores(session),
  }),
  'keys create': command({
    options: { store: id, name, permission, expires: time },
    summary: 'Create an API key with permission Read or Write, for ever or until it expires; it is shown only once',
    run: ({ store, name, permission, expires }, { operator }) =>
      told(operator(store).createApiKey({ name, permission, expires_at: expires })),
  }),
  'keys list': command({
    options: { store: id },
    summary: 'List the API keys, newest first, revoked ones included; never the keys themselves',
    run: ({ store }, session) => listKeys(store, session),
  }),
  'keys revoke': command({
    options: { store: id, key: id, at: time },
    summary: 'Revoke an API key now, or at a future time; from then on every request with it is refused',
    run: ({ store, key, at }, { operator }) => told(operator(store).revokeApiKey({ key_id: key, at })),
  }),
  'keys rotate': command({
    options: { store: id, key: id, at: time },
    summary: 'Replace an API key: create another like it, and end the old one in a day or at a given time',
    run: rotateKey,
  }),
  'customers export': command({
    options: { store: id, customer: id, to: { ...to, value: 'FILE.jsonl' } },
    summary: 'Write everything that is kept of a customer, a line of JSON for each record',
    run: exportCustomer,
  }),
  'customers delete': command({
    options: { store: id, customer: id, yes: { type: 'boolean' } },
    summary:
      'Delete a customer with all that tells of them; orders and gift cards keep ids and amounts. It cannot be undone: type the ID when asked, or give --yes',
    run: deleteCustomer,
  }),
  import: command({
    options: { store: id, 'dry-run': { type: 'boolean' } },
    file: 'FILE.jsonl',
    summary: `Import sites, customers and products: lines of {"type": "site", "customer" or "product", ...record}, of standard input
      where the file is -. A line that cannot be imported goes with its reason to FILE.rejected.jsonl, to be mended and imported
      from there; exit code 1 where any has. An import that died goes on after the last committed line, which stands in
      FILE.jsonl.position until all are. --dry-run only reads`,
    run: ({ store, file = '', 'dry-run': isDry }, session) => importFile({ store, file, 'dry-run': isDry }, session),
  }),
  'export gift-cards': command({
    options: { store: id, to },
    summary: `Write all gift cards of a store as CSV, newest first, to a file or to standard output. Every cell is quoted. A text that a
      spreadsheet may take for a formula has an apostrophe before it, which gift-cards issue takes away again`,
    run: (given, session) => exportCsv('gift-cards', given, session),
  }),
  'export transactions': command({
    options: { store: id, to },
    summary: `Write the transactions of all gift cards of a store as CSV, a card's from the first on, to a file or to standard
      output`,
    run: (given, session) => exportCsv('transactions', given, session),
  }),
  'restock show': command({
    options: { store: id, restock: id },
    summary: 'Show how far the notification of a restock has come',
    run: ({ store, restock }, { operator }) => told(operator(store).getRestock({ restock_id: restock })),
  }),
  'ledger audit': command({
    options: { store: id, after },
    summary: "Prove a store's gift cards and the orders they paid for; exit code 1 where anything does not add up",
    run: auditLedger,
  }),
  'gift-cards issue': command({
    options: {
      store: id,
      from: { type: 'string', value: 'FILE.csv', required: true },
      'codes-to': { type: 'string', value: 'FILE', required: true },
      mail: { type: 'boolean' },
      'no-mail': { type: 'boolean' },
      'base-url': { type: 'string', value: 'URL' },
    },
    summary: `Issue a gift card for each line of a file with the columns value, recipient_email, message, note, expires_at and
      site_id, value alone being needed; their codes go to a file that only its owner can read. --mail mails each recipient
      theirs. --base-url is the address of the API on AWS. A run that died is run again within 22 hours and goes on
      (FILE.csv.issue): no card is issued twice. Of what was begun earlier the lines are named`,
    run: (given, session) =>
      issueGiftCards({ ...given, 'base-url': checkedAddress('base-url', given['base-url']) }, session),
  }),
  migrate: command({
    options: { status: { type: 'boolean' } },
    summary: `Bring stored data in line with the release that is deployed, as a schedule does every five minutes; --status only tells
      how far that has come. Exit code 1 where it is not done`,
    run: ({ status }, session) => migrate({ status }, session),
  }),
  liability: command({
    options: { store: id, at: { type: 'string', value: 'TIME' } },
    summary: `Tell what all gift cards of a store were worth at a time, a minute ago or earlier, by status: the amounts of their
      ledgers up to then, summed`,
    run: ({ store, at }, session) => reportLiability({ store, at }, session),
  }),
  'ratings audit': command({
    options: { store: id, after },
    summary: "Recompute the ratings of a store's products from their reviews; exit code 1 where any has drifted",
    run: auditRatings,
  }),
};

function rateLimit(requests: number | undefined, window: number | undefined) {
  if (requests === undefined && window === undefined) return undefined;
  if (requests === undefined || window === undefined) throw new UsageError('--rate-limit and --window go together');
  return { requests, window_seconds: window };
}

/** What some commands are for: the first sentence about each. */
const usageOfSome = (names: readonly string[]): string => {
  const rows = names.map((name) => [
    name,
    commands[name]?.summary.split(/[;:.](?:\s|$)/, 1)[0]?.replaceAll(/\s+/g, ' ') ?? '',
  ]);
  return `Usage: ${commandName} -- COMMAND [options]

${textTable({ rows }, 2)}

Options of every command

${optionTable(shared)}

${commandName} -- COMMAND --help tells more of a command.
${exitCodes}`;
};

/** What a command line asks for; a text where it asks for help. Throws a `UsageError`. */
export function parseCommand(args: readonly string[]): Parsed | string {
  const [first = ''] = args;
  const words = Object.hasOwn(commands, first) ? 1 : 2;
  const name = args.slice(0, words).join(' ');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command.parse(name, args.slice(words));
  const names = Object.keys(commands);
  const isHelp = args.length === 0 || args.includes('--help') || args.includes('-h');
  const group = names.filter((each) => each.startsWith(`${first} `));
  if (isHelp || (args.length === 1 && group.length > 0)) return usageOfSome(group.length > 0 ? group : names);
  const typed = args
    .filter((arg) => !arg.startsWith('-'))
    .slice(0, 2)
    .join(' ');
  throw new UsageError(`There is no command ${typed}. Did you mean ${closest(typed, names)}?`);
}
