/** The options of a command: declared once, and read and shown as usage from that. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { failure, heading } from './colors.ts';
import { textTable } from './table.ts';

interface Described {
  summary?: string;
}

interface Flag extends Described {
  type: 'boolean';
}

interface Valued extends Described {
  /** The placeholder of the value in the usage. */
  value: string;
}

interface NumberOption extends Valued {
  type: 'number';
  default?: number;
}

interface StringOption extends Valued {
  type: 'string';
  default?: string;
  required?: boolean;
  /** The allowed values, if they are few. */
  choices?: readonly string[];
  /** May be given several times. */
  multiple?: boolean;
}

type Option = Flag | NumberOption | StringOption;

export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends Flag
  ? boolean
  : O extends { multiple: true }
    ? string[]
    :
        | (O extends NumberOption ? number : O extends { choices: readonly (infer Choice)[] } ? Choice : string)
        | (O extends { default: unknown } | { required: true } ? never : undefined);

export type Values<O extends Options> = { [Name in keyof O]: ValueOf<O[Name]> };

interface CommandLine<O extends Options> {
  /** As it is typed. */
  command: string;
  /** What it does. */
  summary: string;
  options: O;
  /** A file it takes, as the usage shows it: `FILE`, `[FILE]` if it is optional, or `FILE…` if there may be several. */
  file?: string;
  /** What else its usage says. */
  notes?: string;
}

/** The files of a command line: the first of them, and all. */
export interface Files {
  file: string | undefined;
  files: readonly string[];
}

/** A command line that cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const help = { help: { type: 'boolean', summary: 'show this' } } as const satisfies Options;

/**
 * The options of this process. `--help` prints the usage and exits with 0; a wrong command line exits with 2 and one line that says why.
 */
export function commandOptions<O extends Options>(line: CommandLine<O>): Values<O> & Files {
  try {
    const values = readOptions(line, process.argv.slice(2));
    if (values !== undefined) return values;
    console.log(usageOf(line));
    process.exit();
  } catch (error) {
    endWith(error, line.command);
  }
}

/** Ends the process with 2 and one line for a `UsageError`; throws anything else again. */
export function endWith(error: unknown, command: string): never {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${failure(error.message)} (see ${withArguments(command)} --help)`);
  process.exit(2);
}

/** The values of the options, or undefined if help is asked for. Throws a `UsageError`. */
export function readOptions<O extends Options>(
  { options, file }: Pick<CommandLine<O>, 'options' | 'file'>,
  args: readonly string[],
): (Values<O> & Files) | undefined {
  const { values, positionals } = parsed(options, args);
  if (values.help) return undefined;
  const read = Object.entries(options).map(([name, option]) => [name, optionValue(name, option, values[name])]);
  if (file !== undefined && !isOptional(file) && positionals.length === 0) throw new UsageError(`${file} is required`);
  const [unexpected] = positionals.slice(file === undefined ? 0 : file.endsWith('…') ? positionals.length : 1);
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument ${unexpected}`);
  return { ...Object.fromEntries(read), file: positionals[0], files: positionals };
}

function parsed(options: Options, args: readonly string[]) {
  const config: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } };
  for (const [name, option] of Object.entries(options)) {
    const type = option.type === 'boolean' ? 'boolean' : 'string';
    config[name] = { type, multiple: option.type === 'string' && option.multiple === true };
  }
  try {
    return parseArgs({ args: [...args], options: config, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function optionValue(name: string, option: Option, value: unknown): unknown {
  if (option.type === 'boolean') return value === true;
  if (value === undefined) {
    if (option.type === 'string' && option.required) throw new UsageError(`--${name} is required`);
    return option.type === 'string' && option.multiple ? [] : option.default;
  }
  if (option.type === 'string' && option.choices && !option.choices.includes(String(value))) {
    throw new UsageError(`--${name} must be ${oneOf(option.choices)}, not ${value}`);
  }
  return option.type === 'number' ? wholeNumber(name, String(value)) : value;
}

const choicesOr = new Intl.ListFormat('en', { type: 'disjunction' });

const oneOf = (choices: readonly string[]): string => choicesOr.format(choices);

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${name} must be a whole number, not ${text}`);
  return Number(text);
}

const isOptional = (file: string): boolean => file.startsWith('[');

/** A command to which arguments can be added: npm hands over what follows `--`. */
const withArguments = (command: string): string => (command.includes(' -- ') ? command : `${command} --`);

/** How a command is used, with every option. */
export function usageOf({ command, summary, options, file, notes }: CommandLine<Options>): string {
  const head = `${heading('Usage:')} ${[withArguments(command), file, '[options]'].filter(Boolean).join(' ')}`;
  return [head, summary, optionTable(options), ...(notes === undefined ? [] : [notes])].join('\n\n');
}

/** A line for each option, and one for `--help`. */
export function optionTable(options: Options): string {
  const rows = Object.entries({ ...options, ...help }).map(([name, option]) => [form(name, option), described(option)]);
  return textTable({ rows }, 2);
}

/** The options of a command in one line; optional ones are in brackets. */
export function optionLine(options: Options): string {
  return Object.entries(options)
    .map(([name, option]) =>
      option.type === 'string' && option.required ? form(name, option) : `[${form(name, option)}]`,
    )
    .join(' ');
}

const form = (name: string, option: Option): string =>
  option.type === 'boolean' ? `--${name}` : `--${name} ${option.value}`;

function described({ summary = '', ...option }: Option): string {
  const { choices = [], multiple = false, required = false } = option.type === 'string' ? option : {};
  const among = choices.length > 0 ? `: ${oneOf(choices)}` : '';
  const several = multiple ? '; can be given several times' : '';
  const fallback =
    'default' in option && option.default !== undefined && option.default !== '' ? ` (default ${option.default})` : '';
  return `${summary}${among}${several}${fallback}${required ? ' (required)' : ''}`;
}

/**
 * The http address that an option names. Throws a `UsageError` for any other text and for a user name or password. The error does not
 * repeat the address, because errors are printed and kept in files.
 */
export function checkedAddress<T extends string | undefined>(option: string, address: T): T {
  if (address === undefined) return address;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new UsageError(`--${option} must be a URL such as http://localhost:3000`);
  }
  const { username, password } = new URL(address);
  if (username !== '' || password !== '')
    throw new UsageError(`--${option} must not contain a user name or a password`);
  return address;
}
