/** What happens in the midst of a function's work: other work before and after a call of it, or its death. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { onTestFinished } from 'vitest';
import { s3 } from '../../../lib/objects/objects.ts';
import { sqs } from '../../../lib/queue/send.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import type { Key } from '../../../lib/table/keys.ts';
import { type Any, type AwsClient, type Any as Input, type Intercepted, onCall, withOnCall } from './on-call.ts';
import { underNoRole } from './permissions.ts';

interface Call extends Intercepted {
  /** As `as` named who makes it. */
  by: string | undefined;
}

const callers = new AsyncLocalStorage<string>();

/** Names the caller of some work, so that `around` can recognize its calls. */
export const as = <T>(name: string, work: () => Promise<T>): Promise<T> => callers.run(name, work);

/**
 * Stands between a function and the engine for the first `times` calls that match: `act` sends them, or does not, and may do
 * other work before and after, which is not matched itself.
 */
export function around(
  matches: (call: Call) => boolean,
  act: (send: () => Promise<Any>, call: Call) => Promise<unknown>,
  { times = 1, client = dynamodb as AwsClient } = {},
): void {
  let done = 0;
  const end = onCall(
    client,
    (given, next) => {
      const call = { ...given, by: callers.getStore() };
      if (done >= times || !matches(call)) return next();
      done += 1;
      // What is sent stays the function's; what is done before and after has no owner.
      const send = AsyncLocalStorage.bind(() => next());
      return callers.exit(() => underNoRole(() => act(send, call)));
    },
    'first',
  );
  onTestFinished(end);
}

/** Ends the work of a caller (`as`) after this number of its commits: the next ones fail. Returns how many it has tried. */
export function endingAfter(commits: number, caller: string): () => number {
  let tried = 0;
  around(
    (call) => call.by === caller && isCommit(call),
    async (send) => {
      tried += 1;
      if (tried > commits) throw new Error('The function ends');
      return send();
    },
    { times: Number.POSITIVE_INFINITY },
  );
  return () => tried;
}

/** Does some work right before each of the first `times` calls that match. */
export const before = (
  matches: (call: Call) => boolean,
  work: () => Promise<unknown>,
  options?: Parameters<typeof around>[2],
): void => around(matches, (send) => work().then(send), options);

/** Matches the transactions of a caller (`as`). */
export const transactionsOf =
  (caller: string) =>
  ({ by, command }: Call): boolean =>
    by === caller && command.startsWith('TransactWrite');

/** Does some work, once, right before the next read of an item reaches the table. */
export const beforeReadOf = ({ pk, sk }: Key, work: () => Promise<unknown>): void =>
  before(({ command, input }) => {
    if (!command.startsWith('BatchGetItem')) return false;
    const keys = Object.values<{ Keys: Key[] }>(input.RequestItems).flatMap(({ Keys }) => Keys);
    return keys.some((key) => key.pk === pk && key.sk === sk);
  }, work);

/** Does some work, once, right before the next command of a kind reaches S3. */
export const meanwhile = (command: string, work: () => Promise<unknown>): void =>
  before((call) => call.command === command, work, { client: s3() });

/** What commits; counts of requests and of the waiting are updates. */
const isCommit = ({ command }: Intercepted): boolean => /^(?:PutItem|TransactWrite)/.test(command);

/** Does some work while nothing is committed. */
export const withoutCommits = <T>(work: () => Promise<T>): Promise<T> =>
  withOnCall(
    dynamodb,
    (call, next) => {
      if (isCommit(call)) throw new Error('The table is out of reach');
      return next();
    },
    work,
  );

/** Does some work in a function that dies right after its first commit: no call that it makes from then on arrives. */
export function dyingAfterCommit<T>(work: () => Promise<T>): Promise<T> {
  let isDead = false;
  return withOnCall(
    [dynamodb, sqs, s3()],
    async (call, next) => {
      if (isDead) throw new Error('The function has died');
      const answer = await next();
      isDead ||= isCommit(call);
      return answer;
    },
    work,
  );
}

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
