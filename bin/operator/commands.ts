/** The commands of the command line by name, and which of them a command line means. */
import { heading } from '../command-line/colors.ts';
import { optionTable, UsageError } from '../command-line/options.ts';
import { suggested } from '../command-line/suggestion.ts';
import { textTable } from '../command-line/table.ts';
import { agentCommands } from './commands/agents.ts';
import { completionCommands } from './commands/completion.ts';
import { giftCardCommands } from './commands/gift-cards.ts';
import { recordCommands } from './commands/records.ts';
import { reviewCommands } from './commands/reviews.ts';
import { storeCreditCommands } from './commands/store-credits.ts';
import { storeCommands } from './commands/stores.ts';
import { webhookCommands } from './commands/webhooks.ts';
import { type Command, commandName, exitCodes, type Parsed, shared } from './definition.ts';

export const commands: Readonly<Record<string, Command>> = {
  ...storeCommands,
  ...giftCardCommands,
  ...storeCreditCommands,
  ...reviewCommands,
  ...recordCommands,
  ...webhookCommands,
  ...agentCommands,
  ...completionCommands,
};

const names = Object.keys(commands);

/** The first words of commands: `keys`, `import`. */
export const groups = [...new Set(names.map((name) => name.split(' ')[0] ?? ''))];

/** The second words of the commands of a group. */
export const subcommandsOf = (group: string): string[] =>
  names.filter((name) => name.startsWith(`${group} `)).map((name) => name.slice(group.length + 1));

/** The help of some commands: the first sentence about each. */
const usageOfSome = (some: readonly string[], group: string): string => {
  const rows = some.map((name) => [
    name,
    commands[name]?.summary.split(/[;:.](?:\s|$)/, 1)[0]?.replaceAll(/\s+/g, ' ') ?? '',
  ]);
  return `${heading('Usage:')} ${[commandName, group, 'COMMAND [options]'].filter(Boolean).join(' ')}

${textTable({ rows }, 2)}

${heading('Options of every command')}

${optionTable(shared)}${group === '' ? `\n\n${commandName} --version (-v) prints the version.` : ''}

${[commandName, group, 'COMMAND --help'].filter(Boolean).join(' ')} describes a command.
${exitCodes}`;
};

/** The name of the command, which has one word or two, and the words that follow it. */
export function commandIn(args: readonly string[]): { name: string; rest: readonly string[] } {
  const words = Object.hasOwn(commands, args[0] ?? '') ? 1 : 2;
  return { name: args.slice(0, words).join(' '), rest: args.slice(words) };
}

/** The command of a command line; a text if it asks for help. Throws a `UsageError`. */
export function parseCommand(given: readonly string[]): Parsed | string {
  const args = given[0] === 'help' ? [...given.slice(1), '--help'] : given;
  const { name, rest } = commandIn(args);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command.parse(name, rest);
  const [first, second] = args[0]?.startsWith('-') ? [] : args.slice(0, args[1]?.startsWith('-') ? 1 : 2);
  const isHelp = args.some((arg) => arg === '--help' || arg === '-h');
  if (first === undefined && (isHelp || args.length === 0)) return usageOfSome(names, '');
  if (first !== undefined && second === undefined && subcommandsOf(first).length > 0 && (isHelp || args.length === 1)) {
    return usageOfSome(
      names.filter((each) => each.startsWith(`${first} `)),
      first,
    );
  }
  throw new UsageError(noCommand(first, second));
}

const listOf = new Intl.ListFormat('en', { type: 'disjunction' });

/** Why words are no command, with the words that may have been meant. */
function noCommand(first: string | undefined, second: string | undefined): string {
  if (first === undefined) return 'The command comes first, then its options';
  const group = subcommandsOf(first).length > 0 ? first : suggested(first, groups);
  if (group === undefined) {
    const same = names.filter((name) => name.endsWith(` ${first}`));
    return `There is no command ${first}${same.length === 0 ? '' : `. Did you mean ${listOf.format(same)}?`}`;
  }
  const subcommands = subcommandsOf(group);
  if (group !== first && second === undefined) return `There is no command ${first}. Did you mean ${group}?`;
  if (second === undefined) return `${first} needs a subcommand: ${listOf.format(subcommands)}`;
  const near = suggested(second, subcommands);
  if (subcommands.length === 0 || near !== undefined) {
    return `There is no command ${first} ${second}. Did you mean ${[group, near].filter(Boolean).join(' ')}?`;
  }
  return `There is no command ${first} ${second}. Subcommands of ${group}: ${listOf.format(subcommands)}`;
}

/** Where the help about a command line is. */
export function helpFor(args: readonly string[]): string {
  const { name } = commandIn(args);
  const [first = ''] = args;
  const known = Object.hasOwn(commands, name) ? name : groups.includes(first) ? first : '';
  return [commandName, known, '--help'].filter(Boolean).join(' ');
}
