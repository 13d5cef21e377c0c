/** What a command is: its options, its usage and its examples, made of one definition. */
import { heading } from '../command-line/colors.ts';
import {
  checkedServer,
  type Files,
  isRequired,
  type Options,
  optionTable,
  readOptions,
  type Values,
} from '../command-line/options.ts';
import type { Outcome, Session } from './command.ts';
import type { Target } from './invoke.ts';

interface Definition<O extends Options> {
  options: O;
  /** The file it takes, as the usage shows it. */
  file?: string;
  summary: string;
  /** Lines after the options, such as the columns of a file. */
  notes?: string;
  /** Examples, as they are typed after the command. By default one with the required options. */
  examples?: readonly string[];
  /** The requirements of the command; by default the right to invoke functions. */
  needs?: string;
  /** Imports its module when it runs: help and completion do not wait for the modules of all commands. */
  run(values: Values<O> & Files, session: Session): Promise<Outcome>;
}

export interface Command extends Omit<Definition<Options>, 'run'> {
  /** How it is used, where help is asked for. Throws a `UsageError`. */
  parse(name: string, args: readonly string[]): Parsed | string;
}

export interface Parsed {
  run(session: Session): Promise<Outcome>;
  target: Target;
  json: boolean;
  /** The ids that were given, for an error about one that does not exist. */
  ids: readonly GivenId[];
  /** The files that were given, for an error about one. */
  files: readonly string[];
}

interface GivenId {
  option: string;
  /** The kind of resource, such as `gift card`. */
  noun: string;
  value: string;
  /** The command that lists such ids, if there is one. */
  listedBy: string | undefined;
}

export const commandName = 'npx store-commerce';

/** A command to type next, for the same service: it includes the options that select the service, unless they are the defaults. */
export const lineOf = (words: readonly string[], { stack, endpoint }: Target): string =>
  [
    ...[commandName, ...words.map(quoted)],
    ...(stack === shared.stack.default ? [] : ['--stack', quoted(stack)]),
    ...(endpoint === undefined || endpoint === process.env.STORE_ENDPOINT ? [] : ['--endpoint', quoted(endpoint)]),
  ].join(' ');

/** The command that signs in to a store. On AWS, it needs the address of the API. */
export const loginLine = (store: string, target: Target, ...more: readonly string[]): string => {
  const address = target.endpoint === undefined ? ['--base-url', 'URL'] : [];
  return lineOf(['login', '--store', store, ...address, ...more], target);
};

/** A word as a shell reads it. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

export const exitCodes =
  'Progress goes to stderr. Exit codes: 0 done, 1 failed or differences found, 2 wrong use of the command line';

/** The options of every command. */
export const shared = {
  stack: {
    type: 'string',
    value: 'NAME',
    default: 'StoreCommerceApi',
    summary: 'the stack that has the functions',
  },
  endpoint: {
    type: 'string',
    value: 'URL',
    summary:
      'the local server to use instead of AWS, such as http://localhost:3000; by default STORE_ENDPOINT of the environment',
  },
  json: { type: 'boolean', summary: 'print the result, or the error, as one line of JSON' },
} as const satisfies Options;

/** Makes a command of its definition: its usage, and how its arguments are read. */
export function command<const O extends Options>(definition: Definition<O>): Command {
  const { options, file, run } = definition;
  return {
    ...definition,
    parse(name, args) {
      const general = readOptions({ options: { ...options, ...shared }, file }, args);
      if (general === undefined) return usageOfCommand(name, definition);
      const { stack, endpoint = process.env.STORE_ENDPOINT || undefined, json } = general;
      checkedServer('endpoint', endpoint);
      return {
        run: (session) => run(general, session),
        target: { stack, endpoint },
        json,
        ids: idsIn(options, general),
        files: [...general.files, ...filesIn(options, general)],
      };
    },
  };
}

const idsIn = (options: Options, values: Readonly<Record<string, unknown>>): GivenId[] =>
  Object.entries(options).flatMap(([option, declared]) => {
    const value = values[option];
    if (declared.type !== 'string' || declared.id === undefined || typeof value !== 'string') return [];
    return [{ option, noun: declared.id.noun, value, listedBy: declared.listedBy }];
  });

const filesIn = (options: Options, values: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(options).flatMap(([option, declared]) => {
    const value = values[option];
    const isFile = declared.type === 'string' && declared.value.startsWith('FILE');
    return isFile && typeof value === 'string' ? [value] : [];
  });

/** How one command is used. */
function usageOfCommand(
  name: string,
  {
    options,
    file = '',
    summary,
    notes,
    needs = 'AWS credentials that may invoke the functions of the stack, or a local server (--endpoint)',
    examples,
  }: Omit<Definition<Options>, 'run'>,
): string {
  const shown = examples ?? [requiredOf(options, file)];
  return [
    [heading('Usage:'), commandName, name, file, '[options]'].filter(Boolean).join(' '),
    `${summary.replaceAll(/\s+/g, ' ')}.`,
    optionTable({ ...options, ...shared }),
    ...(notes === undefined ? [] : [notes]),
    `${heading('Requires:')} ${needs}`,
    [heading('Examples:'), ...shown.map((each) => `  ${[commandName, name, each].filter(Boolean).join(' ')}`)].join(
      '\n',
    ),
    exitCodes,
  ].join('\n\n');
}

const exampleValues: Readonly<Record<string, string>> = {
  store: 'sto_demo',
  customer: 'cus_ada',
  email: 'grace@example.com',
  key: 'key_01',
  restock: 'restock-1',
  webhook: 'whk_01',
  event: 'evt_01',
  card: 'gcd_00birthday',
  credit: 'scr_00goodwill',
  review: 'rev_00demo1',
  order: 'ord_demo',
  url: 'https://shop.example.com/events',
  name: "'Back office'",
  permission: 'Write',
  reason: 'spam',
  currency: 'USD',
  from: 'cards.csv',
  'codes-to': 'codes.csv',
};

/** The required options with values, for the local server. */
const requiredOf = (options: Options, file: string): string =>
  [
    file.replace('FILE…', 'gift-cards.csv').replace('FILE', 'records'),
    ...Object.entries(options).flatMap(([option, declared]) =>
      isRequired(declared) ? [`--${option} ${exampleValues[option]}`] : [],
    ),
    '--endpoint http://localhost:3000',
  ]
    .filter(Boolean)
    .join(' ');
