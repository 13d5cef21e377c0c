/** Why a command failed, in the words of the command line: options instead of fields, and what to type next. */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { FunctionError } from '../../lib/client/function-error.ts';
import { ApiError } from '../../lib/client/store-commerce.ts';
import { isRequired, UsageError } from '../command-line/options.ts';
import { commands } from './commands.ts';
import { type Command, commandName, lineOf, loginLine, type Parsed } from './definition.ts';

export interface Refusal {
  /** As `--json` prints it. */
  error: {
    /** Of the contract; `USAGE` for a wrong command line, `FAILED` for any other failure. */
    code: string;
    message: string;
  };
  /** Whether the command line is wrong, so that its help helps. */
  isUsage: boolean;
}

/** The refusal of a command that is known by its name; `parsed` is undefined if its options are wrong. */
export function refusalOf(error: unknown, name: string, parsed: Parsed | undefined): Refusal {
  if (error instanceof UsageError) return { error: { code: 'USAGE', message: error.message }, isUsage: true };
  if ((error instanceof FunctionError || error instanceof ApiError) && error.code !== undefined) {
    const { code } = error;
    const message = inOptions(error.message, commands[name]);
    // The service judges some options.
    const isUsage = code.startsWith('INVALID_') && message !== error.message;
    return { error: { code, message: `${message}${parsed ? advice(code, message, parsed) : ''}` }, isUsage };
  }
  return { error: { code: 'FAILED', message: reasonOf(error, parsed) }, isUsage: false };
}

/**
 * A message of the service with the options of the command in place of the fields. A field that is also a word of the language, such as
 * `at`, counts only at the beginning.
 */
export function inOptions(message: string, command: Pick<Command, 'options'> | undefined): string {
  return Object.entries(command?.options ?? {}).reduce((text, [option, { field = option.replaceAll('-', '_') }]) => {
    const pattern = field.replaceAll('.', String.raw`\.`);
    return text.replace(
      new RegExp(field.includes('_') ? String.raw`\b${pattern}\b` : `^${pattern}(?=[ .:])`, 'g'),
      `--${option}`,
    );
  }, message);
}

/** What to type next. */
function advice(code: string, message: string, { ids, target }: Parsed): string {
  const store = ids.find(({ option }) => option === 'store')?.value ?? '';
  const hasKey = Boolean(process.env.STORE_COMMERCE_API_KEY);
  if (code === 'UNAUTHORIZED' || code === 'FORBIDDEN') {
    const [change, signIn, more] =
      code === 'UNAUTHORIZED'
        ? ['Correct STORE_COMMERCE_API_KEY', 'Sign in again', []]
        : ['Set STORE_COMMERCE_API_KEY to another key', 'Sign in with more rights', ['--permission', 'Write']];
    if (store === '') return `. ${change}`;
    const login = loginLine(store, target, ...more);
    return hasKey ? `. ${change}, or unset it and sign in: ${login}` : `. ${signIn}: ${login}`;
  }
  if (code === 'DUPLICATE' && ids.some(({ option }) => option === 'id')) {
    return `. A store with this id has other content: change it with ${commandName} store update`;
  }
  return code === 'NOT_FOUND' ? missing(message, { store, ids, target }) : '';
}

/** The missing resource, and the command that lists existing ones. For a missing store, the service has a message of its own. */
function missing(message: string, { store, ids, target }: Pick<Parsed, 'ids' | 'target'> & { store: string }): string {
  const isStore = message.startsWith('Store ');
  const absent = ids
    .filter(({ option }) => (option === 'store') === isStore)
    .map(({ noun, value, listedBy }) => {
      const list = listedBy && ` (list them: ${lineOf([...listedBy.split(' '), ...neededBy(listedBy, ids)], target)})`;
      return `no ${noun} ${value}${list ?? ''}`;
    });
  if (absent.length === 0) return '';
  return `: ${isStore ? 'there is' : `${store} has`} ${absent.join(', or ')}`;
}

/** The required options of another command, as they were given to this one. */
const neededBy = (name: string, given: Parsed['ids']): string[] =>
  given
    .filter(({ option }) => isRequired(commands[name]?.options[option]))
    .flatMap(({ option, value }) => [`--${option}`, value]);

/** Texts for failures of the file system and of AWS that a person can put right. */
function reasonOf(error: unknown, parsed: Parsed | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const known = ofTarget(error, parsed?.target) ?? ofFile(error, parsed?.files ?? []);
  if (known !== undefined) return known;
  if (error.name === 'Error' && error.message !== '') return error.message;
  return error.message === '' ? error.name : `${error.name}: ${error.message}`;
}

function ofTarget({ name, message }: Error, target: Parsed['target'] | undefined): string | undefined {
  const { endpoint, stack } = target ?? {};
  if (message.startsWith('Function not found')) return `${message}: check --stack ${stack} and the Region`;
  if (endpoint !== undefined) return ofServer({ name, message }, endpoint);
  if (message === 'Region is missing' || name === 'CredentialsProviderError') {
    return `${message}: set AWS_REGION and credentials, or use --endpoint`;
  }
  return undefined;
}

/** Failures of a local server. */
function ofServer({ name, message }: Pick<Error, 'name' | 'message'>, endpoint: string): string | undefined {
  const { port, hostname } = new URL(endpoint);
  if (message.endsWith('ECONNREFUSED') || message.includes('ECONNREFUSED ')) {
    const start = `npm start${port === '3000' ? '' : ` -- --port ${port || 80}`}`;
    return `Nothing listens at ${endpoint}: start the server with ${start}, or correct --endpoint`;
  }
  if (/ENOTFOUND|EAI_AGAIN/.test(message)) return `There is no host ${hostname}: correct --endpoint`;
  if (/EPROTO|wrong version number/.test(message)) {
    return `The server at ${endpoint} has no TLS: use --endpoint ${endpoint.replace(/^https/, 'http')}`;
  }
  if (name === 'UnknownError' || name === 'SyntaxError') {
    return `The server at ${endpoint} is not the local server of this project: correct --endpoint`;
  }
  return undefined;
}

const fileProblems = new Map<unknown, string>([
  ['ENOENT', 'does not exist'],
  ['EEXIST', 'exists already: choose another file'],
  ['EACCES', 'cannot be opened: permission denied'],
  ['EISDIR', 'is a folder: choose a file'],
]);

function ofFile(error: Error, files: readonly string[]): string | undefined {
  const { code, path: failed, dest }: NodeJS.ErrnoException & { dest?: string } = error;
  const problem = fileProblems.get(code);
  // The error of reading a folder does not contain its path.
  const path = dest ?? failed ?? files.find(isFolder);
  if (problem === undefined || path === undefined) return undefined;
  const folder = dirname(path);
  return existsSync(folder) ? `${path} ${problem}` : `The folder ${folder} does not exist`;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
