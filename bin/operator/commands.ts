/** The commands of the operator's command line: what each does with its options. */
import { closest } from 'fastest-levenshtein';
import { heading } from '../command-line/colors.ts';
import { checkedAddress, optionTable, UsageError } from '../command-line/options.ts';
import { textTable } from '../command-line/table.ts';
import { asLines, type Outcome } from './command.ts';
import { deleteCustomer, exportCustomer, forgetAddress } from './customers.ts';
import { type Command, command, commandName, exitCodes, type Parsed, shared } from './definition.ts';
import { exportCsv } from './export-csv.ts';
import { importFiles } from './import/import.ts';
import { issueGiftCards } from './issue/issue.ts';
import { migrate } from './migrate.ts';
import { formats } from './move-in/formats.ts';
import { dateOrders } from './move-in/values.ts';
import { auditLedger, auditRatings, reportLiability } from './reports.ts';
import { createKey, listKeys, listStores, rotateKey } from './stores.ts';
import { cancelReplay, createWebhook, listWebhooks, replayWebhook, testWebhook, updateWebhook } from './webhooks.ts';

/** What one call has to say. */
async function told(call: Promise<object>): Promise<Outcome> {
  const result = await call;
  return { result, text: asLines(result), ok: true };
}

const store = { type: 'string', value: 'ID', required: true, summary: 'id of the store' } as const;
const customer = { type: 'string', value: 'ID', required: true, summary: 'id of the customer' } as const;
const key = {
  type: 'string',
  value: 'ID',
  required: true,
  summary: 'id of the API key, as keys list shows it',
} as const;
const webhook = {
  type: 'string',
  value: 'ID',
  required: true,
  summary: 'id of the webhook, as webhooks list shows it',
} as const;
const url = { type: 'string', value: 'URL', summary: 'URL of the receiver' } as const;
const types = {
  type: 'string',
  value: 'TYPES',
  summary: 'types of events, such as gift_card.*,order.paid; by default all',
} as const;
const description = { type: 'string', value: 'TEXT', summary: 'what the webhook is for' } as const;
const pastTime = (what: string) =>
  ({ type: 'string', value: 'TIME', summary: `${what}, such as 2027-01-31T09:00:00Z` }) as const;
const restock = { type: 'string', value: 'ID', required: true, summary: 'id of the restock' } as const;
const nameOf = (what: string) =>
  ({ type: 'string', value: 'NAME', required: true, summary: `name of the ${what}` }) as const;
const timeOf = (what: string, byDefault: string) =>
  ({
    type: 'string',
    value: 'TIME',
    summary: `${what}, such as 2027-01-31T09:00:00Z; by default ${byDefault}`,
  }) as const;
const expires = {
  type: 'string',
  value: 'TIME',
  summary: 'when the key expires: a time, or a number of days such as 90d; by default never',
} as const;
const limit = {
  'rate-limit': { type: 'number', value: 'REQUESTS', summary: 'requests that each API key can make in a window' },
  window: { type: 'number', value: 'SECONDS', summary: 'length of the window' },
} as const;
const optional = <const O extends object>(option: O) => ({ ...option, required: false }) as const;
const after = {
  type: 'string',
  value: 'ID',
  summary: 'continue after this record, where an earlier run stopped',
} as const;
const toFile = (value: string) =>
  ({ type: 'string', value, summary: 'write to this file instead of standard output' }) as const;
const mapOf = (what: string) =>
  ({
    type: 'string',
    value: 'FILE.csv',
    summary: `map of ${what}, with the columns theirs and ours`,
  }) as const;
const permission = {
  type: 'string',
  value: 'PERMISSION',
  required: true,
  choices: ['Read', 'Write', 'Storefront'],
  summary: 'permission of the key: Storefront is for the backend of the shop',
} as const;
const functions = {
  type: 'string',
  value: 'NAMES',
  summary: 'storefront functions that a Storefront key may call, separated by commas; by default all',
} as const;

const formatNames = formats.map(({ name }) => name);

const commands: Readonly<Record<string, Command>> = {
  'store create': command({
    options: {
      name: nameOf('store'),
      currency: { type: 'string', value: 'CODE', required: true, summary: 'currency (ISO 4217); it cannot be changed' },
      id: { type: 'string', value: 'ID', summary: 'id of the store; by default a new one' },
      ...limit,
    },
    summary: 'Create a store',
    run: ({ id: store_id, name, currency, 'rate-limit': requests, window }, { operator }) =>
      told(operator().createStore({ store_id, name, currency, rate_limit: rateLimit(requests, window) })),
  }),
  'store update': command({
    options: { store, name: { ...nameOf('store'), required: false }, ...limit },
    summary: 'Update the name or the rate limit of a store. Omitted options are unchanged',
    run: ({ store, name, 'rate-limit': requests, window }, { operator }) =>
      told(operator(store).updateStore({ name, rate_limit: rateLimit(requests, window) })),
  }),
  'store list': command({
    options: {},
    summary: 'List the stores of the stack',
    run: (_, session) => listStores(session),
  }),
  'keys create': command({
    options: { store, name: nameOf('key'), permission, functions, expires },
    summary: 'Create an API key. It is shown only once',
    run: createKey,
  }),
  'keys list': command({
    options: { store },
    summary: 'List the API keys of a store, newest first, including revoked ones',
    run: ({ store }, session) => listKeys(store, session),
  }),
  'keys revoke': command({
    options: { store, key, at: timeOf('when to revoke it', 'now') },
    summary: 'Revoke an API key, now or at a future time',
    run: ({ store, key, at }, { operator }) => told(operator(store).revokeApiKey({ key_id: key, at })),
  }),
  'keys rotate': command({
    options: { store, key, at: timeOf('when the old key expires', 'in a day') },
    summary:
      'Replace an API key. Creates a key with the same permission and functions; the old one expires in a day or at --at',
    run: rotateKey,
  }),
  'webhooks create': command({
    options: { store, url: { ...url, required: true }, types, description },
    summary: 'Create a webhook. Its secret is shown only once',
    run: createWebhook,
  }),
  'webhooks list': command({
    options: { store },
    summary: 'List the webhooks of a store, newest first',
    run: listWebhooks,
  }),
  'webhooks update': command({
    options: {
      ...{ store, webhook, url, types, description },
      enable: { type: 'boolean', summary: 'deliver events again' },
      disable: { type: 'boolean', summary: 'stop delivering events' },
    },
    summary:
      'Change the URL, types or description of a webhook, or enable or disable it. --types all delivers every type',
    run: updateWebhook,
  }),
  'webhooks rotate': command({
    options: { store, webhook },
    summary: 'Replace the secret of a webhook. Deliveries also carry a signature of the old secret for 24 hours',
    run: ({ store, webhook }, { operator }) => told(operator(store).rotateWebhookSecret({ webhook_id: webhook })),
  }),
  'webhooks delete': command({
    options: { store, webhook },
    summary: 'Delete a webhook. Events that are queued for it are dropped',
    run: ({ store, webhook }, { operator }) => told(operator(store).deleteWebhook({ webhook_id: webhook })),
  }),
  'webhooks test': command({
    options: { store, webhook },
    summary: 'Deliver one event of the type webhook.test. The exit code is 1 if the receiver does not return a 2xx',
    run: testWebhook,
  }),
  'webhooks replay': command({
    options: {
      ...{ store: optional(store), webhook: optional(webhook) },
      from: pastTime('start of the period, within the last 30 days'),
      to: pastTime('end of the period, at least 10 minutes ago'),
      cancel: { type: 'string', value: 'ID', summary: 'cancel this replay (rpl_…) instead; requires no other option' },
    },
    example: { store: 'sto_demo', webhook: 'whk_01', from: '2027-01-31T09:00:00Z', to: '2027-01-31T12:00:00Z' },
    summary: `Redeliver the events of a past period to this webhook only. Requires --store, --webhook, --from and --to. With --cancel,
      stop a running replay, so that the next one starts`,
    run: ({ cancel, ...given }, session) =>
      cancel === undefined ? replayWebhook(given, session) : cancelReplay(cancel, session),
  }),
  'customers export': command({
    options: { store, customer, to: toFile('FILE.jsonl') },
    summary: 'Export all data of a customer, as one line of JSON for each record',
    run: exportCustomer,
  }),
  'customers delete': command({
    options: { store, customer, yes: { type: 'boolean', summary: 'do not ask' } },
    summary:
      'Delete a customer and their personal data. Orders and gift cards keep ids and amounts. This cannot be undone: type the ID when asked, or use --yes',
    run: deleteCustomer,
  }),
  'customers forget-address': command({
    options: {
      store,
      email: { type: 'string', value: 'ADDRESS', required: true, summary: 'the address, in any letter case' },
      yes: { type: 'boolean', summary: 'do not ask' },
    },
    summary:
      'Remove an email address and its messages from all gift cards. Amounts and codes stay. This cannot be undone: type the address when asked, or use --yes',
    run: forgetAddress,
  }),
  import: command({
    options: {
      store,
      as: {
        type: 'string',
        value: 'FORMAT',
        choices: formatNames,
        summary: 'format of the files, if the header does not show it',
      },
      'dry-run': { type: 'boolean', summary: 'only check the files' },
      update: { type: 'boolean', summary: 'adjust gift cards to a later export' },
      ...{ products: mapOf('products'), customers: mapOf('customers'), countries: mapOf('countries') },
      decimal: { type: 'boolean', summary: 'amounts of gift-cards files are decimals, such as 25.00' },
      dates: {
        type: 'string',
        value: 'ORDER',
        choices: dateOrders,
        summary: 'order of day and month in dates such as 03/04/2025',
      },
      'exported-at': timeOf('when the files were exported', 'when they were last changed'),
      report: {
        type: 'string',
        value: 'FILE.csv',
        summary: 'write the report to a file, with every rejected row',
      },
    },
    file: 'FILE…',
    summary: `Import gift cards, reviews, customer addresses or waitlists, exported by another system, or sites, customers and products. A
      record is imported once, however often the command runs; an interrupted run continues (FILE.import). The exit code is 1 if a row is
      rejected, or if the ledger differs from the file by a cent. Sites, customers and products are JSON Lines, each {"type": "site" |
      "customer" | "product", ...record}; - reads standard input. A line that cannot be imported goes to FILE.rejected.jsonl
      with the reason; correct it there and import that file; an interrupted import continues after the last committed line
      (FILE.jsonl.position)`,
    run: importFiles,
  }),
  'export gift-cards': command({
    options: { store, to: toFile('FILE.csv') },
    summary: `Export the gift cards of a store as CSV, newest first. Every cell is quoted. A text that a spreadsheet may read as a formula
      starts with an apostrophe, which gift-cards issue removes`,
    run: (given, session) => exportCsv('gift-cards', given, session),
  }),
  'export transactions': command({
    options: { store, to: toFile('FILE.csv') },
    summary: 'Export the transactions of all gift cards of a store as CSV, oldest first for each card',
    run: (given, session) => exportCsv('transactions', given, session),
  }),
  'restock show': command({
    options: { store, restock },
    summary: 'Show the progress of a restock',
    run: ({ store, restock }, { operator }) => told(operator(store).getRestock({ restock_id: restock })),
  }),
  'ledger audit': command({
    options: { store, after },
    summary: "Audit a store's gift cards and the orders they paid for. The exit code is 1 if a difference is found",
    run: auditLedger,
  }),
  'gift-cards issue': command({
    options: {
      store,
      from: { type: 'string', value: 'FILE.csv', required: true, summary: 'file with the cards' },
      'codes-to': {
        type: 'string',
        value: 'FILE',
        required: true,
        summary: 'new file for the codes, readable only by you',
      },
      mail: { type: 'boolean', summary: 'email each code to its recipient' },
      'no-mail': { type: 'boolean', summary: 'email no codes, even if a line has a recipient' },
      'base-url': { type: 'string', value: 'URL', summary: 'address of the API on AWS' },
    },
    summary: `Issue a gift card for each line of a CSV file. Columns: value (required), recipient_email, message, locale, note,
      expires_at and site_id. If the run is interrupted, run it again within 22 hours: it continues (FILE.csv.issue), and no card is issued twice`,
    run: (given, session) =>
      issueGiftCards({ ...given, 'base-url': checkedAddress('base-url', given['base-url']) }, session),
  }),
  migrate: command({
    options: {
      status: { type: 'boolean', summary: 'only show the progress' },
      again: { type: 'boolean', summary: 'restart all migrations, for records that the previous version wrote' },
      retry: { type: 'string', value: 'NAME', summary: 'restart a migration, for items that it could not change' },
      accept: { type: 'string', value: 'NAME', summary: 'leave the items unchanged that a migration could not change' },
    },
    summary: `Migrate stored data to the deployed release. A schedule does this every five minutes. The exit code is 1 while
      migrations are not done, or could not change some items`,
    run: migrate,
  }),
  liability: command({
    options: { store, at: timeOf('the time, at least a minute ago', 'a minute ago') },
    summary: 'Report the total value of all gift cards of a store at a time, by status',
    run: ({ store, at }, session) => reportLiability({ store, at }, session),
  }),
  'ratings audit': command({
    options: { store, after },
    summary: "Audit the ratings of a store's products. The exit code is 1 if a rating differs from its reviews",
    run: auditRatings,
  }),
};

function rateLimit(requests: number | undefined, window: number | undefined) {
  if (requests === undefined && window === undefined) return undefined;
  if (requests === undefined || window === undefined) throw new UsageError('Use --rate-limit and --window together');
  return { requests, window_seconds: window };
}

/** The help of some commands: the first sentence about each. */
const usageOfSome = (names: readonly string[]): string => {
  const rows = names.map((name) => [
    name,
    commands[name]?.summary.split(/[;:.](?:\s|$)/, 1)[0]?.replaceAll(/\s+/g, ' ') ?? '',
  ]);
  return `${heading('Usage:')} ${commandName} -- COMMAND [options]

${textTable({ rows }, 2)}

${heading('Options of every command')}

${optionTable(shared)}

${commandName} -- COMMAND --help describes a command.
${exitCodes}`;
};

/** The command of a command line; a text if it asks for help. Throws a `UsageError`. */
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
