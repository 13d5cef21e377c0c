/** Why a command failed, in the words of the command line: options instead of fields, and what to type next. */
import { FunctionError } from '../../lib/client/function-error.ts';
import { ApiError } from '../../lib/client/store-commerce.ts';
import { isRequired, UsageError } from '../command-line/options.ts';
import { commands } from './commands.ts';
import { type Command, commandName, type Parsed } from './definition.ts';

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
    return { error: { code, message: `${message}${advice(code, message, parsed)}` }, isUsage };
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
      new RegExp(field.includes('_') ? String.raw`\b${pattern}\b` : `^${pattern}(?=[ .])`, 'g'),
      `--${option}`,
    );
  }, message);
}

/** What to type next. */
function advice(code: string, message: string, parsed: Parsed | undefined): string {
  const given = parsed?.ids ?? [];
  const store = given.find(({ option }) => option === 'store');
  const ofStore = store ? ` --store ${store.value}` : '';
  if (code === 'UNAUTHORIZED') return `. Sign in: ${commandName} login${ofStore}, or correct STORE_COMMERCE_API_KEY`;
  if (code === 'FORBIDDEN') return `. Sign in with more rights: ${commandName} login${ofStore} --permission Write`;
  if (code !== 'NOT_FOUND') return '';
  const checks = given
    .filter(({ option }) => option === 'store' || !message.startsWith('Store '))
    .map(({ option, value, listedBy }) => {
      const list = listedBy && ` (${[commandName, listedBy, ...neededBy(listedBy, given)].join(' ')})`;
      return `--${option} ${value}${list ?? ''}`;
    });
  return checks.length === 0 ? '' : `. Check ${checks.join(' and ')}`;
}

/** The required options of another command, as they were given to this one. */
const neededBy = (name: string, given: Parsed['ids']): string[] =>
  given
    .filter(({ option }) => isRequired(commands[name]?.options[option]))
    .map(({ option, value }) => `--${option} ${value}`);

/** Texts for failures of the file system and of AWS that a person can put right. */
function reasonOf(error: unknown, parsed: Parsed | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const known = ofTarget(error, parsed?.target) ?? ofFile(error);
  if (known !== undefined) return known;
  if (error.name === 'Error' && error.message !== '') return error.message;
  return error.message === '' ? error.name : `${error.name}: ${error.message}`;
}

function ofTarget({ name, message }: Error, target: Parsed['target'] | undefined): string | undefined {
  if (message.endsWith('ECONNREFUSED')) {
    return `Nothing listens at ${target?.endpoint ?? 'the endpoint'}: start the server with npm start, or correct --endpoint`;
  }
  if (message === 'Region is missing' || name === 'CredentialsProviderError') {
    return `${message}: set AWS_REGION and credentials, or use --endpoint`;
  }
  if (message.startsWith('Function not found')) return `${message}: check --stack ${target?.stack} and the Region`;
  return undefined;
}

const fileProblems = new Map<unknown, string>([
  ['ENOENT', 'does not exist'],
  ['EEXIST', 'exists already: choose another file'],
  ['EACCES', 'cannot be opened: permission denied'],
  ['EISDIR', 'is a folder: choose a file'],
]);

function ofFile(error: Error): string | undefined {
  const problem = 'code' in error ? fileProblems.get(error.code) : undefined;
  return problem !== undefined && 'path' in error ? `${error.path} ${problem}` : undefined;
}
