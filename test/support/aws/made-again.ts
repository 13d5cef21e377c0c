/** What decisions read that are made again, because each commit is refused once. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { s3 } from '../../../lib/objects/client.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { type Any as Input, onCall } from './on-call.ts';

interface Readings {
  /** What was read while nothing had been refused, and ever since. */
  before: Set<string>;
  after: Set<string>;
  /** Commits that have been refused, by what they write. */
  refused: Set<string>;
}

const readings = new AsyncLocalStorage<Readings>();

/** Names of what a call reads: a key, a beginning of keys in a partition, or an object. */
function namesOf(command: string, { Key, RequestItems, ...input }: Input): string[] {
  if (command.startsWith('BatchGetItem')) {
    return Object.values<Input>(RequestItems).flatMap(({ Keys }) => Keys.map(nameOf));
  }
  if (command.startsWith('Query')) return [JSON.stringify([input.IndexName, input.ExpressionAttributeValues])];
  return /^(?:GetObject|HeadObject|ListParts)/.test(command) ? [`object ${Key}`] : [];
}

const nameOf = ({ pk, sk }: Input): string => `${pk} ${sk}`;

/** Items of a commit without what is made again each time. */
const writtenBy = ({ TransactItems, Item, Key }: Input): string =>
  JSON.stringify(
    (TransactItems ?? [{ Put: { Item, Key } }]).map(({ Put, Update, Delete, ConditionCheck }: Input) =>
      nameOf(Put?.Item ?? (Update ?? Delete ?? ConditionCheck ?? Put).Key).replaceAll(
        /_[0-9a-z]{26}|[0-9a-f]{64}/g,
        '_',
      ),
    ),
  );

function refusalOf(command: string, { TransactItems }: Input): Error | undefined {
  const $metadata = {};
  if (command.startsWith('TransactWrite')) {
    const CancellationReasons = TransactItems.map(() => ({ Code: 'TransactionConflict' }));
    return new TransactionCanceledException({ message: 'planted', $metadata, CancellationReasons });
  }
  const isWrite = /^(?:Put|Delete)Item/.test(command);
  return isWrite ? new TransactionConflictException({ message: 'planted', $metadata }) : undefined;
}

onCall([dynamodb, s3()], ({ command, input }, next) => {
  const current = readings.getStore();
  if (!current) return next();
  const { before, after, refused } = current;
  for (const name of namesOf(command, input)) (refused.size > 0 ? after : before).add(name);
  const refusal = refusalOf(command, input);
  if (!refusal || refused.has(writtenBy(input))) return next();
  refused.add(writtenBy(input));
  throw refusal;
});

/** Does some work each commit of which is refused once; how many were, and what was read before and never again. */
export async function madeAgain<T>(work: () => Promise<T>) {
  const current: Readings = { before: new Set(), after: new Set(), refused: new Set() };
  const result = await readings.run(current, work);
  const notAgain = [...current.before].filter((name) => !current.after.has(name));
  return { result, refused: current.refused.size, notAgain };
}
