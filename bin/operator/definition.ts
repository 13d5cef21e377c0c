/** What a command is: its options, its usage and its example, made of one definition. */
import { heading } from '../command-line/colors.ts';
import {
  checkedAddress,
  type Files,
  type Options,
  optionLine,
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
  /** The options of its example. By default those that are required. */
  example?: Readonly<Record<string, string>>;
  run(values: Values<O> & Files, session: Session): Promise<Outcome>;
}

export interface Command {
  /** Its options and its file in one line. */
  form: string;
  summary: string;
  /** How it is used, where help is asked for. Throws a `UsageError`. */
  parse(name: string, args: readonly string[]): Parsed | string;
}

export interface Parsed {
  run(session: Session): Promise<Outcome>;
  target: Target;
  json: boolean;
}

export const commandName = 'npm run store';

export const exitCodes = 'Progress goes to stderr. Exit codes: 0 done, 1 failed or differences found, 2 usage error';

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
      'the server to invoke them on, such as http://localhost:3000, instead of AWS; by default STORE_ENDPOINT of the environment',
  },
  json: { type: 'boolean', summary: 'print the result as one line of JSON' },
} as const satisfies Options;

/** Makes a command of its definition: its usage, and how its arguments are read. */
export function command<const O extends Options>({ options, file, summary, example, run }: Definition<O>): Command {
  return {
    form: `${optionLine(options)} ${file ?? ''}`.trimEnd(),
    summary,
    parse(name, args) {
      const general = readOptions({ options: { ...options, ...shared }, file }, args);
      if (general === undefined) return usageOfCommand(name, { options, file, summary, example });
      const { stack, endpoint = process.env.STORE_ENDPOINT || undefined, json } = general;
      checkedAddress('endpoint', endpoint);
      return { run: (session) => run(general, session), target: { stack, endpoint }, json };
    },
  };
}

/** How one command is used. */
const usageOfCommand = (
  name: string,
  { options, file = '', summary, example }: Omit<Definition<Options>, 'run'>,
): string =>
  [
    [heading('Usage:'), commandName, '--', name, file, '[options]'].filter(Boolean).join(' '),
    summary.replaceAll(/\s+/g, ' '),
    optionTable({ ...options, ...shared }),
    `${heading('Example:')} ${exampleOf(name, { options, file, example })}`,
    exitCodes,
  ].join('\n\n');

const exampleValues: Readonly<Record<string, string>> = {
  store: 'sto_demo',
  customer: 'cus_ada',
  email: 'grace@example.com',
  key: 'key_01',
  restock: 'restock-1',
  webhook: 'whk_01',
  url: 'https://shop.example.com/events',
  name: "'Back office'",
  permission: 'Write',
  currency: 'USD',
  from: 'cards.csv',
  'codes-to': 'codes.csv',
};

/** The command with what it cannot do without, on the local server. */
function exampleOf(name: string, { options, file, example }: Omit<Definition<Options>, 'run' | 'summary'>): string {
  const needed = Object.entries(options).filter(([, option]) => option.type === 'string' && option.required);
  const values = Object.entries(
    example ?? Object.fromEntries(needed.map(([option]) => [option, exampleValues[option]])),
  );
  const given = values.map(([option, value]) => `--${option} ${value}`);
  const path = file?.replace('FILE…', 'gift-cards.csv').replace('FILE', 'records');
  return [commandName, '--', name, path, ...given, '--endpoint http://localhost:3000'].filter(Boolean).join(' ');
}
