/** What happens in the midst of a function's work: other work before and after a call of it, or its death. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { onTestFinished } from 'vitest';
import { s3 } from '../../../lib/objects/client.ts';
import { sqs } from '../../../lib/queue/send.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import type { Key } from '../../../lib/table/keys.ts';
import { type Any, type AwsClient, type Intercepted, onCall, withOnCall } from './on-call.ts';
import { underNoRole } from './permissions.ts';

interface Call extends Intercepted {
  /** As `as` named who makes it. */
  by: string | undefined;
}

const callers = new AsyncLocalStorage<string>();

/** Names whoever makes the calls of some work, so that `around` can tell them. */
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
      // What is sent stays the function's; what is done before and after is nobody's.
      const send = AsyncLocalStorage.bind(() => next());
      return callers.exit(() => underNoRole(() => act(send, call)));
    },
    'first',
  );
  onTestFinished(end);
}

/** Does some work, once, right before the next call that matches. */
const before = (matches: (call: Call) => boolean, work: () => Promise<unknown>, client?: AwsClient): void =>
  around(matches, (send) => work().then(send), { client });

/** Does some work, once, right before the next read of an item reaches the table. */
export const beforeReadOf = ({ pk, sk }: Key, work: () => Promise<unknown>): void =>
  before(({ command, input }) => {
    if (!command.startsWith('BatchGetItem')) return false;
    const keys = Object.values<{ Keys: Key[] }>(input.RequestItems).flatMap(({ Keys }) => Keys);
    return keys.some((key) => key.pk === pk && key.sk === sk);
  }, work);

/** Does some work, once, right before the next command of a kind reaches S3. */
export const meanwhile = (command: string, work: () => Promise<unknown>): void =>
  before((call) => call.command === command, work, s3());

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
