/**
 * AWS as a simulation sees it. Every try of a call, the SDK's own retries included, takes its turn at the scheduler and may
 * fail there; pauses take turns instead of time. Tables and objects are those of the real engines; queues, mails and events end in
 * the run, which delivers messages when and as often as it likes.
 */
import { eventbridge, putInOrder } from '../../../lib/bus/bus.ts';
import type { StoreEvent } from '../../../lib/events/events-of.ts';
import { sendMail, ses } from '../../../lib/mail/send.ts';
import { s3 } from '../../../lib/objects/client.ts';
import { sts } from '../../../lib/objects/signing.ts';
import { send, sqs } from '../../../lib/queue/send.ts';
import { functionFiles } from '../../../lib/resources/function-files.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { handlerOf } from '../../support/handlers.ts';
import { Run } from '../random/run.ts';
import { type Exchange, exchangeOf } from './calls.ts';
import { clock } from './clock.ts';
import { currentExecution, type Execution, execute, never } from './execution.ts';
import {
  type Call,
  errorOf,
  type FaultKind,
  freezes,
  isAnswered,
  isCommit,
  kills,
  type Plan,
  planFor,
  takesEffect,
} from './faults.ts';
import { enterMachine } from './machine.ts';
import { seeded } from './random.ts';
import { noted, noteStep } from './recording.ts';
import { Scheduler } from './scheduler.ts';
import { type Input, serve } from './served.ts';

/** Takes a call through its moments, each of which waits for its turn. */
async function attempt(
  execution: Execution,
  call: Call,
  kind: FaultKind | undefined,
  exchange: Exchange,
): Promise<unknown> {
  if (kind !== undefined) execution.hasMetFault = true;
  if (kind === 'frozen before the effect') await freeze(execution, kind, call);
  if (isEnded(execution)) return never;
  const outcome = await made(execution, call, kind, exchange).finally(() => exchange.end?.());
  execution.run.note(call, kind);
  if (kind !== undefined && !freezes(kind)) execution.run.fault(kind, call);
  if (kind === 'frozen after the effect') await freeze(execution, kind, call);
  execution.onCall?.();
  if (isEnded(execution)) return never;
  if (outcome) return outcome.answer;
  throw errorOf(kind, call);
}

/** AWS's answer; undefined where nobody hears of it. */
async function made(execution: Execution, call: Call, kind: FaultKind | undefined, { begin, send }: Exchange) {
  const { scheduler } = execution;
  const isEffective = kind === undefined || isAnswered(kind) || takesEffect(kind);
  const act = async () => {
    if (isEnded(execution)) return undefined;
    if (isAnswered(kind)) return { answer: await send() };
    // An effect that is followed by a fault may itself be refused: the answer is lost all the same.
    if (isEffective) await send().catch(() => undefined);
    if (kind && kills(kind)) die(execution);
    return undefined;
  };
  const takesMoments = begin !== undefined && isEffective;
  if (takesMoments) await scheduler.enter(begin);
  return scheduler.enter(act, { weight: takesMoments || isCommit(call) ? 4 : 1 });
}

/** Whether a function has died, or has run as long as Lambda lets one run: nothing of it reaches AWS any more. */
function isEnded(execution: Execution): boolean {
  const { instance, isDead, begun, run } = execution;
  if (isDead || !instance || clock.now() <= begun + limits.functionSeconds * 1000) return isDead ?? false;
  run.count('function ended at its time-out');
  die(execution);
  return true;
}

function die(execution: Execution): void {
  execution.isDead = true;
  noteStep('its function dies');
  execution.die?.();
}

/** Lambda has ended a function before the last of them has passed. */
const frozenSeconds = [10, 30, 50, 300] as const;

/** Nothing of the execution goes on for so long that its client has gone. It meets no other fault. */
async function freeze(execution: Execution, kind: FaultKind, call: Call): Promise<void> {
  const { scheduler, run } = execution;
  run.fault(kind, call);
  execution.faults = undefined;
  execution.onFreeze?.();
  await scheduler.pause(run.chances.pick(frozenSeconds) * 1000);
}

/** By the input of a call, which all its tries have in common. */
const plans = new WeakMap<object, Plan & { tried: number }>();

type Next = (args: { input: Input }) => Promise<{ output: Input; response?: HttpResponse }>;

interface AwsClient {
  config: object;
  middlewareStack: { add(middleware: never, options: object): void };
}

/** Puts a client's calls under the scheduler, as far as a simulated function makes them. */
export function simulateClient(client: AwsClient): void {
  const middleware =
    (next: Next, context: { clientName?: string; commandName?: string }) => (args: { input: Input }) => {
      const execution = currentExecution();
      if (!execution) return next(args);
      const call = callOf(context);
      const plan = plans.get(args.input) ?? {
        ...(execution.faults ? planFor(execution.faults, call) : { kind: undefined, tries: 0 }),
        tried: 0,
      };
      plans.set(args.input, plan);
      plan.tried += 1;
      const kind = plan.tried <= plan.tries ? plan.kind : undefined;
      const { input } = args;
      const sent = async () => {
        const served = serve(execution, call, input, kind);
        return served
          ? { response: {}, output: { ...served, $metadata: {} } }
          : withWholeBody(await withoutDate(next(args)));
      };
      const exchange = exchangeOf(execution, call, { input, kind, next: sent });
      return attempt(execution, call, kind, noted(exchange, call, input, kind));
    };
  // Inside the SDK's retries and behind its serialisation, so that a retry is the same request again.
  client.middlewareStack.add(middleware as never, { step: 'finalizeRequest', priority: 'low', name: 'simulation' });
  Object.assign(client.config, { retryStrategy: async () => retries });
}

const callOf = ({ clientName = '', commandName = '' }: { clientName?: string; commandName?: string }): Call => ({
  service: clientName.replace(/(?:v2)?Client$/i, '').replace(/DocumentClient|Document$/, ''),
  command: commandName.replace(/Command$/, ''),
});

interface HttpResponse {
  headers?: Record<string, string>;
}

/** The engines tell the machine's time: the SDK would correct the run's by it, and try again what failed. */
async function withoutDate<T extends { response?: HttpResponse }>(answer: Promise<T>): Promise<T> {
  try {
    const result = await answer;
    delete result.response?.headers?.date;
    return result;
  } catch (error) {
    if (error instanceof Error && '$response' in error) delete (error.$response as HttpResponse).headers?.date;
    throw error;
  }
}

/** Reads an object that is answered to its end, so that nothing of it arrives later than the answer. */
async function withWholeBody(result: { output: Input }): Promise<{ output: Input }> {
  const { Body } = result.output;
  if (!Body) return result;
  const bytes: Uint8Array = await Body.transformToByteArray();
  return { ...result, output: { ...result.output, Body: { transformToByteArray: async () => bytes } } };
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

const anyEvent: StoreEvent = {
  id: 'evt_0',
  type: 'gift_card.expired',
  store_id: 'sto_0',
  created_at: '2026-11-21T12:00:00Z',
  sequence: 1,
  object: { type: 'gift_card', id: 'gcd_0' },
  data: { balance: 0 },
};

/** A client's first call reads its configuration, for however long that takes. */
async function callOnce(): Promise<void> {
  await Promise.all([
    send('waitlist', [{}], 0),
    putInOrder([anyEvent]),
    sendMail({
      to: 'nobody@example.com',
      subject: '',
      blocks: [],
      sender: { name: '', address: 'a@example.com', url: null },
    }),
  ]);
}

let isEntered = false;

/** Replaces clients and pauses for what runs in a simulation; everything else goes on as before. */
export async function enterSimulation(): Promise<void> {
  if (isEntered) return;
  isEntered = true;
  // An import takes time, but no turn of the scheduler.
  await Promise.all([...functionFiles.keys()].map((name) => handlerOf({ name })));
  [dynamodb, s3(), sqs, ses, sts(), eventbridge].forEach(simulateClient);
  enterMachine();
  const run = new Run(seeded(0));
  const scheduler = new Scheduler(seeded(0), run);
  await scheduler.run(execute({ run, scheduler, begun: clock.now() }, callOnce));
}
