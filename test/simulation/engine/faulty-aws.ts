/**
 * AWS as a simulation sees it. Every try of a call, the SDK's own retries included, takes its turn at the scheduler and may
 * fail there; pauses take turns instead of time. Tables and objects are those of the real engines; queues and mails end in
 * the run, which delivers messages when and as often as it likes.
 */
import { functionFiles } from '../../../lib/contract/function-files.ts';
import { sendMail, ses } from '../../../lib/mail/send.ts';
import { s3 } from '../../../lib/objects/client.ts';
import { send, sqs } from '../../../lib/queue/send.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { handlerOf } from '../../support/handlers.ts';
import { Run } from '../run.ts';
import { currentExecution, type Execution, execute, never } from './execution.ts';
import { type Call, errorOf, type FaultKind, isCommit, kills, type Plan, planFor, takesEffect } from './faults.ts';
import { enterMachine } from './machine.ts';
import { seeded } from './random.ts';
import { Scheduler } from './scheduler.ts';
import { type Input, serve } from './served.ts';

type Try = () => Promise<unknown>;

async function attempt(execution: Execution, call: Call, kind: FaultKind | undefined, send: Try): Promise<unknown> {
  const { scheduler, run } = execution;
  if (execution.isDead) return never;
  const act = async () => {
    if (execution.isDead) return undefined;
    if (kind === undefined || kind === 'refused in part') return { answer: await send() };
    // An effect that is followed by a fault may itself be refused: the answer is lost all the same.
    if (takesEffect(kind)) await send().catch(() => undefined);
    if (kills(kind)) {
      execution.isDead = true;
      execution.die?.();
    }
    return undefined;
  };
  const outcome = await scheduler.enter(act, { weight: isCommit(call) ? 4 : 1 });
  run.note(call, kind);
  if (kind !== undefined) run.fault(kind, call);
  execution.onCall?.();
  if (execution.isDead) return never;
  if (outcome) return outcome.answer;
  throw errorOf(kind, call);
}

const plans = new WeakMap<object, Plan & { tried: number }>();

type Next = (args: { input: Input }) => Promise<{ output: Input }>;

interface AwsClient {
  config: object;
  middlewareStack: { add(middleware: never, options: object): void };
}

/** Puts a client's calls under the scheduler, as far as a simulated function makes them. */
function simulateClient(client: AwsClient): void {
  const middleware =
    (next: Next, context: { clientName?: string; commandName?: string }) => (args: { input: Input }) => {
      const execution = currentExecution();
      if (!execution) return next(args);
      const call = callOf(context);
      const plan = plans.get(context) ?? {
        ...(execution.faults ? planFor(execution.faults, call) : { kind: undefined, tries: 0 }),
        tried: 0,
      };
      plans.set(context, plan);
      plan.tried += 1;
      const kind = plan.tried <= plan.tries ? plan.kind : undefined;
      return attempt(execution, call, kind, async () => {
        const served = serve(execution, call, args.input, kind);
        return served ? { response: {}, output: { ...served, $metadata: {} } } : withWholeBody(await next(args));
      });
    };
  // Inside the SDK's retries and behind its serialisation, so that a retry is the same request again.
  client.middlewareStack.add(middleware as never, { step: 'finalizeRequest', priority: 'low', name: 'simulation' });
  Object.assign(client.config, { retryStrategy: async () => retries });
}

const callOf = ({ clientName = '', commandName = '' }: { clientName?: string; commandName?: string }): Call => ({
  service: clientName.replace(/(?:v2)?Client$/i, '').replace(/DocumentClient|Document$/, ''),
  command: commandName.replace(/Command$/, ''),
});

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

/** A client's first call reads its configuration, for however long that takes. */
async function callOnce(): Promise<void> {
  await Promise.all([
    send('waitlist', [{}], 0),
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
  [dynamodb, s3(), sqs, ses].forEach(simulateClient);
  enterMachine();
  const run = new Run(seeded(0));
  const scheduler = new Scheduler(seeded(0), run);
  await scheduler.run(execute({ run, scheduler }, callOnce));
}
