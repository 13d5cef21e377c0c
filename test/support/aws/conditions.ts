/** Watches that every write of a function carries the condition under which it was decided (design, "What no rule may lean on"). */
import { dynamodb } from '../../../lib/table/client.ts';
import { keep } from '../left-behind.ts';
import { isFunctionAtWork } from './permissions.ts';

// biome-ignore lint/suspicious/noExplicitAny: each command has its own input
type Input = any;
type Next = (args: { input: Input }) => Promise<unknown>;

/** The words of an item's key that name its kind. */
export const kindOf = ({ pk, sk = '' }: { pk: string; sk?: string }): string =>
  [pk, sk]
    .join('#')
    .split('#')
    .filter((word) => /^[A-Z]{4,}$/.test(word))
    .join(' ');

/** Kinds of the items that a call writes without a condition. */
export function unconditionalKinds(command: string, input: Input): string[] {
  if (command.startsWith('TransactWrite')) {
    return input.TransactItems.flatMap(({ Put, Update, Delete }: Input) =>
      [Put, Update, Delete].filter((write) => write && !write.ConditionExpression).map(kindOfWrite),
    );
  }
  const isWrite = /^(?:Put|Update|Delete)Item/.test(command);
  return isWrite && !input.ConditionExpression ? [kindOfWrite(input)] : [];
}

/** Kinds of the items that a call puts into a customer's partition: the first part of their sort keys. */
export const ownedKinds = (command: string, input: Input): string[] =>
  (command.startsWith('TransactWrite') ? input.TransactItems.map(({ Put }: Input) => Put?.Item) : [input.Item])
    .filter((item: Input) => /^[^#]+#CUSTOMER#[^#]+$/.test(item?.pk ?? ''))
    .map(({ sk }: Input) => sk.split('#')[0]);

const kindOfWrite = ({ Key, Item }: Input): string => kindOf(Key ?? Item);

const watch =
  (next: Next, { commandName = '' }: { commandName?: string }) =>
  (args: { input: Input }) => {
    if (isFunctionAtWork()) {
      for (const kind of unconditionalKinds(commandName, args.input)) keep('unconditional writes', kind);
      for (const kind of ownedKinds(commandName, args.input)) keep('owned items', kind);
    }
    return next(args);
  };

dynamodb.middlewareStack.add(watch as never, { step: 'initialize', name: 'conditions' });
