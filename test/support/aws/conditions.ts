/** Watches that every write of a function carries the condition under which it was decided (design, "What no rule may lean on"). */
import { dynamodb } from '../../../lib/table/client.ts';
import { keep } from '../run-artifacts.ts';
import { type Any as Input, onCall } from './on-call.ts';
import { isFunctionAtWork } from './permissions.ts';

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

onCall(dynamodb, ({ command, input }, next) => {
  if (isFunctionAtWork()) {
    for (const kind of unconditionalKinds(command, input)) keep('unconditional writes', kind);
    for (const kind of ownedKinds(command, input)) keep('owned items', kind);
  }
  return next();
});

/** What may be written without a condition, by the words of an item's key, and why. */
export const unconditionalWrites: Readonly<Record<string, string>> = {
  'SITES FIRST': 'is set only where there is none, and stays',
  'SITE SITE': "mirrors the store's own record: the last import wins",
  'PRODUCTS PRODUCT': 'enters a product in a list, always in the same words',
  'PURCHASES PRODUCT': 'any paid order of the product makes its customer eligible: the last one is named',
  NAMES: 'says no more than its key: that a name ends so',
  NAMED: 'follows its record, which the same commit writes with a condition',
  ADDRESSED: 'follows its record, which the same commit writes with a condition',
  'WAITLIST COUNT': 'only adds up',
  'OVERVIEW OVERVIEW': 'only adds up; the items that it counts are written with a condition in the same commit',
  'REVIEWREQUESTS WEEK': 'only adds up',
  RATE: 'only adds up',
  'FEEDREQUESTS FEEDREQUESTS': 'only adds up',
  SWEEPS: 'where a round goes on: another place only means that more or less is looked at again',
  MIGRATIONS: 'where a migration goes on: from another place it only looks again at what it has seen to',
  'DELIVERY DELIVERY':
    'when an attempt is made again: planned twice, it has one time, and its receiver knows the event',
  'EVENT EVENT': 'an event never changes: each of its deliveries keeps the same one',
  'GIFTCARD MAILED': 'a mail that has been sent stays sent',
  'GIFTCARD MAILFAILED': 'only says when sending last failed; a mail that was sent counts first',
};

/** Whether what is written without a condition is in the list. */
export const mayBeUnconditional = (kind: string): boolean =>
  Object.keys(unconditionalWrites).some((listed) => kind === listed || kind.startsWith(`${listed} `));
