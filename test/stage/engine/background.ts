/** What AWS does unasked: it delivers messages, in any order and sometimes again, and starts scheduled functions. */
import type { SQSBatchResponse } from 'aws-lambda';
import { lambdaContext } from '../../../lib/gateway/proxy-event.ts';
import { backgroundFunctions } from '../../../lib/resources/background.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { handlerOf } from '../../support/handlers.ts';
import type { Message } from '../random/run.ts';
import type { Surroundings } from './client.ts';
import { clock } from './clock.ts';
import { type Execution, noteCall } from './execution.ts';
import { execute } from './faulty-aws.ts';
import type { Random } from './random.ts';
import { Violation } from './requests.ts';

/** The functions that work on queues, by queue. */
const workers = new Map(
  backgroundFunctions.flatMap(({ name, trigger }) =>
    'queue' in trigger ? [[trigger.queue as string, name] as const] : [],
  ),
);

const scheduled = backgroundFunctions.filter(({ trigger }) => 'everyMinutes' in trigger).map(({ name }) => name);

/** Delivers and sweeps while clients run, until they have gone. */
export async function workBeside(surroundings: Surroundings, hasEnded: () => boolean): Promise<void> {
  const { scheduler, random, run } = surroundings;
  while (!hasEnded()) {
    await scheduler.pause();
    await scheduler.pause();
    const due = random.chance(0.1) ? random.among(run.publicFiles) : undefined;
    if (due) run.messages.push({ queue: 'publicFiles', body: due, notBefore: clock.now() });
    const message = random.chance(0.9) ? take(run.messages, random) : undefined;
    if (message) await deliverSome(surroundings, message);
    // One that fails is started again in its time.
    else if (random.chance(0.06)) await sweep(surroundings, random.among(scheduled) ?? '').catch(() => undefined);
  }
}

/** Delivers a message, now and then to two at once. */
async function deliverSome(surroundings: Surroundings, message: Message): Promise<void> {
  const isTwice = surroundings.random.chance(0.1);
  if (isTwice) surroundings.run.count('message delivered to two at once');
  await Promise.all([message, ...(isTwice ? [message] : [])].map((each) => deliver(surroundings, each)));
}

/** Delivers what is in the queues now, under faults, several messages at once; what fails is left. */
export async function deliverUnderFaults(surroundings: Surroundings): Promise<void> {
  const { run, random } = surroundings;
  const messages = run.messages.splice(0);
  const side = async (): Promise<void> => {
    for (let message = take(messages, random); message; message = take(messages, random)) {
      await deliverSome(surroundings, message);
    }
  };
  await Promise.all([side(), side(), side()]);
  run.messages.push(...messages);
}

/** Delivers, without faults, all that is left, and what comes of it. */
export async function deliverAll(surroundings: Surroundings): Promise<void> {
  const { run, random } = surroundings;
  for (let deliveries = 0; run.messages.length > 0; deliveries += 1) {
    if (deliveries > 3000)
      throw new Violation(
        'Work never ends',
        run.messages.map(({ body }) => body),
      );
    clock.pass(Math.max(0, Math.min(...run.messages.map(({ notBefore }) => notBefore)) - clock.now()));
    const message = take(run.messages, random);
    if (!message) continue;
    const failed = await deliver({ ...surroundings, faults: undefined }, message);
    if (failed) throw new Violation('A message fails although nothing else does', [message.body]);
  }
}

export async function sweepAll(surroundings: Surroundings): Promise<void> {
  for (const each of scheduled) await sweep({ ...surroundings, faults: undefined }, each);
}

/** Any of the messages that can be delivered by now. */
function take(messages: Message[], random: Random): Message | undefined {
  const message = random.among(messages.filter(({ notBefore }) => notBefore <= clock.now()));
  if (message) messages.splice(messages.indexOf(message), 1);
  return message;
}

/** Answers whether it failed; then, and sometimes otherwise too, the message stays in the queue. */
async function deliver(surroundings: Surroundings, message: Message): Promise<boolean> {
  const { run, random } = surroundings;
  const name = workers.get(message.queue);
  if (!name) throw new Error(`Nobody works on ${message.queue}`);
  const wasFinished = run.finished.has(message.body);
  if (wasFinished) run.count('message delivered again');
  // Another delivery of it may still be in progress, and send.
  let sent = 0;
  const onMail = () => {
    sent += 1;
  };
  const event = { Records: [recordOf(message)] };
  const failed = hasFailed(await start(surroundings, name, event, { message: message.body, onMail }));
  if (wasFinished && sent > 0)
    throw new Violation('A mail was sent again after its delivery had ended well', [message.body]);
  if (failed) run.messages.push(message);
  else {
    run.finished.add(message.body);
    if (surroundings.faults && random.chance(0.1)) run.messages.push(message);
  }
  return failed;
}

const recordOf = ({ body }: Message) => ({ messageId: 'message', body });

/** A function that died has answered nothing. */
const hasFailed = (outcome: Partial<SQSBatchResponse> | undefined): boolean => outcome?.batchItemFailures?.length !== 0;

const sweep = (surroundings: Surroundings, name: string) => start(surroundings, name, {});

/** Runs a function without a waiting caller. Undefined if it dies. */
export async function start(
  { scheduler, faults, run }: Surroundings,
  name: string,
  event: object,
  delivery: Pick<Execution, 'message' | 'onMail'> = {},
) {
  const handler = await handlerOf({ name });
  const unheard = Promise.withResolvers<undefined>();
  const instance = run.instances.take();
  // No one waits for the end of a frozen function: its message is redelivered, its sweep restarts.
  const giveUp = () => unheard.resolve(undefined);
  const execution: Execution = {
    ...{ ...delivery, run, scheduler, instance, faults: faults?.(), startedAt: clock.now() },
    ...{ die: giveUp, onFreeze: giveUp },
  };
  const ended = execute(execution, async (): Promise<object | undefined> => {
    noteCall(name);
    return (await handler(event, lambdaContext(name, limits.functionSeconds * 1000))) ?? undefined;
  }).finally(() => run.instances.giveBack(instance));
  ended.catch(() => undefined);
  return Promise.race([ended, unheard.promise]);
}
