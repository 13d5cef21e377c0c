/**
 * AWS as a simulation sees it. Every try of a call, the SDK's own retries included, takes its turn at the scheduler and may
 * fail there; pauses take turns instead of time.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import {
  InternalServerError,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { dynamodb } from '../../lib/store/client.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

export const faultKinds = [
  'time-out before the effect',
  'time-out after the effect',
  'server error before the effect',
  'server error after the effect',
  'throttled',
  'conflict',
  'death before the effect',
  'death after the effect',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** One execution of a function: a request that a client sent, as far as faults go. */
export interface Execution {
  scheduler: Scheduler;
  /** None: nothing fails. */
  faults: Random | undefined;
  onFault(kind: FaultKind): void;
  /** Called where the function dies: it does nothing any more, and nobody hears of it. */
  die(): void;
  isDead: boolean;
}

const executions = new AsyncLocalStorage<Execution>();

/** Runs a function as this execution. Never settles where it dies. */
export const execute = <T>(execution: Execution, work: () => Promise<T>): Promise<T> => executions.run(execution, work);

/** What a call goes through: a fault for so many of its tries, or none. */
interface Plan {
  kind: FaultKind | undefined;
  tries: number;
}

const faultyCalls = 0.12;

function planFor({ faults }: Execution, command: string): Plan {
  if (!faults?.chance(faultyCalls)) return { kind: undefined, tries: 0 };
  const kind = faults.pick(faultKinds);
  // The SDK tries three times: a fault that lasts reaches the code under test.
  const tries = faults.chance(0.5) ? 1 : 3;
  return { kind: kind === 'conflict' && !isWrite(command) ? 'throttled' : kind, tries };
}

const isWrite = (command: string): boolean => /^(?:TransactWrite|Put|Update|Delete)/.test(command);

const never = new Promise<never>(() => undefined);

type Try = () => Promise<unknown>;

async function attempt(execution: Execution, command: string, kind: FaultKind | undefined, send: Try) {
  const { scheduler } = execution;
  if (execution.isDead) return never;
  const outcome = await scheduler.enter(async () => {
    if (execution.isDead) return undefined;
    if (kind === undefined) return { answer: await send() };
    execution.onFault(kind);
    // An effect that is followed by a fault may itself be refused: the answer is lost all the same.
    if (kind.endsWith('after the effect')) await send().catch(() => undefined);
    if (kind.startsWith('death')) {
      execution.isDead = true;
      execution.die();
    }
    return undefined;
  });
  if (execution.isDead) return never;
  if (outcome) return outcome.answer;
  throw errorOf(kind, command);
}

function errorOf(kind: FaultKind | undefined, command: string): Error {
  const about = { message: `Simulated: ${kind}`, $metadata: {} };
  if (kind === 'throttled') return new ProvisionedThroughputExceededException(about);
  if (kind === 'conflict') {
    return command.startsWith('TransactWrite')
      ? new TransactionCanceledException({ ...about, CancellationReasons: [{ Code: 'TransactionConflict' }] })
      : new TransactionConflictException(about);
  }
  if (kind?.startsWith('server error')) {
    return new InternalServerError({ ...about, $metadata: { httpStatusCode: 500 } });
  }
  return Object.assign(new Error(about.message), { name: 'TimeoutError' });
}

const plans = new WeakMap<object, Plan & { tried: number }>();

type Next = (args: object) => Promise<unknown>;

interface AwsClient {
  config: object;
  middlewareStack: { add(middleware: never, options: object): void };
}

const watched = new WeakSet<object>();

/** Puts a client's calls under the scheduler, as far as a simulated function makes them. */
export function simulateClient(client: AwsClient): void {
  if (watched.has(client)) return;
  watched.add(client);
  const middleware = (next: Next, context: { commandName?: string }) => (args: object) => {
    const execution = executions.getStore();
    if (!execution) return next(args);
    const command = context.commandName ?? 'unknown';
    const plan = plans.get(context) ?? { ...planFor(execution, command), tried: 0 };
    plans.set(context, plan);
    plan.tried += 1;
    return attempt(execution, command, plan.tried <= plan.tries ? plan.kind : undefined, () => next(args));
  };
  // Inside the SDK's retries and behind its serialisation, so that a retry is the same request again.
  client.middlewareStack.add(middleware as never, { step: 'finalizeRequest', priority: 'low', name: 'simulation' });
  Object.assign(client.config, { retryStrategy: async () => retries });
}

interface RetryToken {
  count: number;
  getRetryCount(): number;
  getRetryDelay(): number;
}

const retryToken = (count: number): RetryToken => ({ count, getRetryCount: () => count, getRetryDelay: () => 0 });

/** The SDK's standard of three tries, without its pauses and without its memory of earlier calls. */
const retries = {
  acquireInitialRetryToken: async () => retryToken(0),
  async refreshRetryTokenForRetry({ count }: RetryToken, { errorType }: { errorType: string }) {
    if (errorType === 'CLIENT_ERROR' || count >= 2) throw new Error('No more tries');
    return retryToken(count + 1);
  },
  recordSuccess: () => undefined,
};

const realPause = timers.setTimeout;

/** Replaces clients and pauses for what runs in a simulation; everything else goes on as before. */
export function enterSimulation(clients: readonly AwsClient[] = [dynamodb]): void {
  clients.forEach(simulateClient);
  if (timers.setTimeout !== realPause) return;
  const pause = async <T>(milliseconds?: number, value?: T, options?: object): Promise<T | undefined> => {
    const execution = executions.getStore();
    if (!execution) return realPause(milliseconds, value, options);
    if (execution.isDead) return never;
    await execution.scheduler.pause();
    return execution.isDead ? never : value;
  };
  Object.assign(timers, { setTimeout: pause });
  syncBuiltinESMExports();
}
