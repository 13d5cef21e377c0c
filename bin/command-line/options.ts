/** The options of a command: declared once, and read and shown as usage from that. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { failure, heading } from './colors.ts';
import { suggested } from './suggestion.ts';
import { textTable } from './table.ts';
import { type Direction, timeExamples, timeIn } from './times.ts';

interface Described {
  summary?: string;
  /** The name of its value in errors of the service, if it is not that of the option. */
  field?: string;
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
  /** The smallest number: 0 by default. */
  minimum?: number;
}

interface StringOption extends Valued {
  type: 'string';
  default?: string;
  required?: boolean;
  /** The allowed values, if they are few. They can be given in any letter case. */
  choices?: readonly string[];
  /** May be given several times. */
  multiple?: boolean;
  /** The noun and prefix of the ids that the option accepts. No error repeats a text without the prefix, because it may be a gift card code. */
  id?: { noun: string; prefix: string };
  /** The command that lists the ids that the option takes. */
  listedBy?: string;
}

/** Some of its choices, separated by commas. */
interface ListOption extends Valued {
  type: 'list';
  choices: readonly string[];
}

/** A time as people write it, read as RFC 3339. */
interface TimeOption extends Valued {
  type: 'time';
  direction: Direction;
  required?: boolean;
}

export type Option = Flag | NumberOption | StringOption | ListOption | TimeOption;

export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends Flag
  ? boolean
  : O extends { multiple: true }
    ? string[]
    : O extends { type: 'list'; choices: readonly (infer Choice)[] }
      ? Choice[] | undefined
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

/** The values of the options, or undefined if help is asked for. Throws a `UsageError` with everything that is wrong. */
export function readOptions<O extends Options>(
  { options, file }: Pick<CommandLine<O>, 'options' | 'file'>,
  args: readonly string[],
): (Values<O> & Files) | undefined {
  const { values, positionals, misread } = parsed(options, args);
  if (values.has('help')) return undefined;
  // What follows is then read wrongly too: a value as an argument, an option as a value.
  if (misread.length > 0) throw new UsageError(misread.join('. '));
  const problems = [...missingFrom(options, values, file, positionals), ...unexpectedIn(options, file, positionals)];
  const read = Object.entries(options).map(([name, option]) => {
    const given = values.get(name);
    return [name, given === undefined ? absent(option) : readValue(name, option, given, problems)];
  });
  if (problems.length > 0) throw new UsageError(problems.join('. '));
  const files = positionals.map(({ text }) => text);
  return { ...Object.fromEntries(read), file: files[0], files } as Values<O> & Files;
}

/** A value as it was given; a flag has none. */
interface GivenValue {
  value?: string | undefined;
  /** After an equals sign. */
  inlineValue?: boolean | undefined;
}

/** What was given for each option, in order. */
type Given = ReadonlyMap<string, readonly GivenValue[]>;

const listOf = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });

export const isRequired = (option: Option | undefined): boolean =>
  option !== undefined && 'required' in option && option.required === true;

function missingFrom(
  options: Options,
  values: Given,
  file: string | undefined,
  positionals: readonly Positional[],
): string[] {
  const missing = [
    ...Object.entries(options).flatMap(([name, option]) =>
      isRequired(option) && !values.has(name) ? [`--${name}`] : [],
    ),
    ...(file !== undefined && !isOptional(file) && positionals.length === 0 ? [file] : []),
  ];
  return missing.length === 0 ? [] : [`${listOf.format(missing)} ${missing.length === 1 ? 'is' : 'are'} required`];
}

/** An argument that is not an option, and the argument before it. */
interface Positional {
  text: string;
  after: string | undefined;
}

function unexpectedIn(options: Options, file: string | undefined, positionals: readonly Positional[]): string[] {
  const expected = file === undefined ? 0 : file.endsWith('…') ? positionals.length : 1;
  return positionals.slice(expected).map(({ text, after = '' }) => {
    if (Object.hasOwn(options, text)) return `Unexpected argument ${text}: use --${text}`;
    const [option] = Object.entries(options).find(([, each]) => isIdOf(each, text)) ?? [];
    if (option !== undefined) return `Unexpected argument ${text}: use --${option} ${text}`;
    const place = mayBeSecret(after) || after === '' ? '' : ` after ${after}: quote a value that has spaces`;
    return `Unexpected argument${mayBeSecret(text) ? '' : ` ${text}`}${place}`;
  });
}

const isIdOf = (option: Option, text: string): boolean =>
  option.type === 'string' && option.id !== undefined && option.id.prefix !== '' && text.startsWith(option.id.prefix);

/** Whether a text may be the code of a gift card, or a key: a long text with capitals or digits that is neither an id nor an option. */
const mayBeSecret = (text: string): boolean =>
  text.length >= 8 && /[A-Z\d]/.test(text) && !/^(?:--|(?!sk_)[a-z]{3}_)/.test(text);

/** Reads by Node's rules, but in this project's words: the texts of `strict` suggest nothing. */
function parsed(options: Options, args: readonly string[]) {
  const { tokens } = parseArgs({
    args: [...args],
    options: nodesOptions(options),
    strict: false,
    tokens: true,
  });
  const typed = tokens.filter(({ kind }) => kind === 'option') as OptionToken[];
  const isKnown = ({ name, rawName }: OptionToken) =>
    name === 'help' || (rawName.startsWith('--') && Object.hasOwn(options, name));
  // A group of short options has a token for each letter.
  const unknown = typed
    .filter((token) => !isKnown(token))
    .map(({ rawName, index }) => (rawName.startsWith('--') ? rawName : (args[index] ?? rawName)));
  const known = typed.filter(isKnown);
  return {
    values: Map.groupBy(known, ({ name }) => name),
    positionals: tokens.flatMap((token) =>
      token.kind === 'positional' ? [{ text: token.value, after: args[token.index - 1] }] : [],
    ),
    misread: [
      ...[...new Set(unknown)].map((each) => unknownOption(each, options)),
      ...known.flatMap((token) => withoutValue(token, options[token.name])),
    ],
  };
}

function withoutValue({ name, value = '', inlineValue }: OptionToken, option: Option | undefined): string[] {
  if (!option || option.type === 'boolean') return [];
  const isAbsent = value === '' || (!inlineValue && value.startsWith('--'));
  return isAbsent ? [`--${name} requires a value: ${form(name, option)}`] : [];
}

function nodesOptions(options: Options): ParseArgsOptionsConfig {
  const declared = Object.entries(options).map(
    ([name, { type }]) => [name, { type: type === 'boolean' ? type : 'string' }] as const,
  );
  return { ...Object.fromEntries(declared), help: { type: 'boolean', short: 'h' } };
}

interface OptionToken extends GivenValue {
  name: string;
  /** As it was typed. */
  rawName: string;
  index: number;
}

function unknownOption(typed: string, options: Options): string {
  const names = Object.keys(options);
  const near = suggested(typed.replace(/^-+/, ''), [...names, 'help']);
  if (near !== undefined) return `Unknown option ${typed}: did you mean --${near}?`;
  return `Unknown option ${typed}: the options are ${listOf.format(names.map((name) => `--${name}`))}`;
}

function absent(option: Option): unknown {
  if (option.type === 'boolean') return false;
  if (option.type === 'string' && option.multiple) return [];
  return 'default' in option ? option.default : undefined;
}

/** The value of an option; adds to `problems` if it is wrong. */
function readValue(name: string, option: Option, given: readonly GivenValue[], problems: string[]): unknown {
  if (option.type === 'boolean') {
    if (given.some(({ inlineValue }) => inlineValue)) problems.push(`--${name} takes no value`);
    return true;
  }
  const texts = given.map(({ value = '' }) => value);
  if (option.type === 'string' && option.multiple) return texts;
  const text = texts.at(-1) ?? '';
  const { value, rule } = readText(option, text);
  const isSecret = option.type === 'string' && option.id !== undefined;
  if (value === undefined) problems.push(`--${name} must be ${rule}${isSecret ? '' : `, not ${text}`}`);
  return value;
}

/** The value of a text; undefined if it breaks the rule. */
function readText(option: Exclude<Option, Flag>, text: string): { value: unknown; rule: string } {
  if (option.type === 'number') {
    const { minimum = 0 } = option;
    const isIn = /^\d{1,15}$/.test(text) && Number(text) >= minimum;
    return { value: isIn ? Number(text) : undefined, rule: `a whole number${minimum > 0 ? ` from ${minimum}` : ''}` };
  }
  if (option.type === 'time') {
    const rule = `a time such as ${timeExamples[option.direction]}`;
    return { value: timeIn(text, option.direction, Date.now()), rule };
  }
  if (option.type === 'list') return readList(option.choices, text);
  const { choices, id } = option;
  if (id && !text.startsWith(id.prefix)) {
    return { value: undefined, rule: `the id of ${withArticle(id.noun)}, ${id.prefix}…` };
  }
  if (!choices) return { value: text, rule: '' };
  return { value: choiceOf(text, choices), rule: oneOf(choices) };
}

function readList(choices: readonly string[], text: string) {
  const names = text.split(',').map((each) => choiceOf(each.trim(), choices));
  const rule = `one or more of ${choices.join(', ')}, separated by commas`;
  return { value: names.includes(undefined) ? undefined : [...new Set(names)], rule };
}

/** The choice that matches a text, in any letter case, with hyphens or underscores. */
const choiceOf = (text: string, choices: readonly string[]): string | undefined =>
  choices.find((each) => plain(each) === plain(text));

const plain = (text: string): string => text.toLowerCase().replaceAll('-', '_');

const choicesOr = new Intl.ListFormat('en', { type: 'disjunction' });

const oneOf = (choices: readonly string[]): string => choicesOr.format(choices);

const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

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
  const rows = Object.entries(options).map(([name, option]) => [form(name, option), described(option)]);
  return textTable({ rows: [...rows, ['--help, -h', help.help.summary]] }, 2);
}

const form = (name: string, option: Option): string =>
  option.type === 'boolean' ? `--${name}` : `--${name} ${option.value}`;

function described(option: Option): string {
  const { summary = '', type } = option;
  const { multiple = false } = type === 'string' ? option : {};
  const choices = 'choices' in option ? (option.choices ?? []) : [];
  const among = choices.length > 0 ? `: ${oneOf(choices)}` : '';
  const several = multiple ? '; can be given several times' : '';
  const fallback =
    'default' in option && option.default !== undefined && option.default !== '' ? ` (default ${option.default})` : '';
  return `${summary}${among}${several}${fallback}${isRequired(option) ? ' (required)' : ''}`;
}

/** The address of a server. Throws a `UsageError` also for an address with a path, which the server does not have. */
export function checkedServer(option: string, address: string | undefined): string | undefined {
  const { origin, pathname } = new URL(checkedAddress(option, address) ?? 'http://none');
  if (pathname !== '/') throw new UsageError(`--${option} must be the address of a server without a path: ${origin}`);
  return address;
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
