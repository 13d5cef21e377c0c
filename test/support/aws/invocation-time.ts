/** Lambda's clock of one invocation, on which computing takes as long as a test says: a function at work runs out of time. */
import { lambdaContext } from '../../../lib/gateway/proxy-event.ts';
import { around, as } from './interleave.ts';

interface Invocation<T> {
  /** Undefined if its time ran out: nothing is then known of it. */
  answer: T | undefined;
  ranOut: boolean;
  /** How many transactions it has committed. */
  commits: number;
}

let invocations = 0;

/**
 * Runs a function that has `seconds`. Each transaction takes as many of them as `costOf` says of its items; what is sent once none is
 * left never arrives.
 */
export async function invocationOf<T>(
  { seconds, costOf }: { seconds: number; costOf(items: readonly object[]): number },
  run: (context: ReturnType<typeof lambdaContext>) => Promise<T>,
): Promise<Invocation<T>> {
  invocations += 1;
  const by = `invocation ${invocations}`;
  let left = seconds;
  let commits = 0;
  around(
    (call) => call.by === by && call.command.startsWith('TransactWrite'),
    async (send, { input }) => {
      left -= costOf(input.TransactItems);
      if (left < 0) throw new Error('The function has run out of time');
      commits += 1;
      return send();
    },
    { times: Number.POSITIVE_INFINITY },
  );
  const context = { ...lambdaContext('function'), getRemainingTimeInMillis: () => left * 1000 };
  const [result] = await Promise.allSettled([as(by, () => run(context))]);
  if (left < 0) return { answer: undefined, ranOut: true, commits };
  if (result.status === 'rejected') throw result.reason;
  return { answer: result.value, ranOut: false, commits };
}
