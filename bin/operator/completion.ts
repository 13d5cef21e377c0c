/** What may come next on a command line, for the completion of a shell. */
import type { Option } from '../command-line/options.ts';
import { commandIn, commands, groups, subcommandsOf } from './commands.ts';
import { shared } from './definition.ts';

/** The words that a shell can complete the last word to. None where a file or a text of your own is expected. */
export function candidates(typed: readonly string[]): string[] {
  // Bash splits --option=value in three.
  const words = typed.filter((word) => word !== '=');
  const last = words.at(-1) ?? '';
  return possible(words.slice(0, -1), last).filter((word) => word.startsWith(last));
}

function possible(before: readonly string[], last: string): readonly string[] {
  const [group = ''] = before;
  if (before.length === 0) return [...groups, 'help', '--help', '--version'];
  const { name, rest } = commandIn(before);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return before.length === 1 ? subcommandsOf(group) : [];
  const options: Readonly<Record<string, Option>> = { ...command.options, ...shared };
  const previous = options[(rest.at(-1) ?? '').replace(/^--/, '')];
  if (rest.at(-1)?.startsWith('--') && previous && previous.type !== 'boolean') return choicesOf(previous);
  if (command.file !== undefined && !last.startsWith('-')) return [];
  const unused = Object.keys(options).filter((option) => !rest.includes(`--${option}`));
  return [...unused, 'help'].map((option) => `--${option}`);
}

const choicesOf = (option: Option): readonly string[] =>
  option.type === 'time'
    ? ['now', 'today', option.direction === 'ahead' ? 'tomorrow' : 'yesterday']
    : ('choices' in option && option.choices) || [];
