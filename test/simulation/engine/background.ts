/** What AWS does by itself: it delivers messages, in any order and now and then once more, and starts what runs on a schedule. */
import { handler as sendMail } from '../../../functions/background/send-mail.ts';
import { handler as sweepGiftCards } from '../../../functions/background/sweep-gift-cards.ts';
import { handler as sweepUploads } from '../../../functions/background/sweep-uploads.ts';
import { handler as workOnWaitlist } from '../../../functions/background/work-on-waitlist.ts';
import type { Message } from '../run.ts';
import type { Surroundings } from './client.ts';
import type { Execution } from './execution.ts';
import { execute, noteCall } from './faulty-aws.ts';
import type { Random } from './random.ts';
import { Violation } from './violation.ts';

type QueueHandler = typeof sendMail;

const queueFunctions: Record<string, readonly [name: string, handler: QueueHandler]> = {
  mail: ['send-mail', sendMail],
  waitlist: ['work-on-waitlist', workOnWaitlist],
};

type Scheduled = readonly [name: string, handler: () => Promise<void>];

const scheduled: readonly [Scheduled, ...Scheduled[]] = [
  ['sweep-gift-cards', sweepGiftCards],
  ['sweep-uploads', sweepUploads],
];

/** Delivers and sweeps beside the clients, until they have gone. */
export async function workBeside(surroundings: Surroundings, hasEnded: () => boolean): Promise<void> {
  const { scheduler, random, run } = surroundings;
  while (!hasEnded()) {
    await scheduler.pause();
    await scheduler.pause();
    if (run.messages.length > 0 && random.chance(0.9)) await deliver(surroundings, take(run.messages, random));
    // One that fails is started again in its time.
    else if (random.chance(0.06)) await sweep(surroundings, random.pick(scheduled)).catch(() => undefined);
  }
}

/** Delivers, without faults, whatever is left, and what comes of it. */
export async function deliverAll(surroundings: Surroundings): Promise<void> {
  const { run, random } = surroundings;
  for (let deliveries = 0; run.messages.length > 0; deliveries += 1) {
    if (deliveries > 3000) throw new Violation('Work never ends', run.messages);
    const message = take(run.messages, random);
    const failed = await deliver({ ...surroundings, faults: undefined }, message);
    if (failed) throw new Violation('A message fails although nothing else does', message);
  }
}

export async function sweepAll(surroundings: Surroundings): Promise<void> {
  for (const each of scheduled) await sweep({ ...surroundings, faults: undefined }, each);
}

const take = (messages: Message[], random: Random): Message => {
  const [message] = messages.splice(random.below(messages.length), 1);
  if (!message) throw new Error('There is no message');
  return message;
};

/** Answers whether it failed; then, and sometimes otherwise too, the message stays in the queue. */
async function deliver(surroundings: Surroundings, message: Message): Promise<boolean> {
  const { run, random } = surroundings;
  const [name, handler] = queueFunctions[message.queue] ?? [];
  if (!name || !handler) throw new Error(`Nobody works on ${message.queue}`);
  if (run.finished.has(message.body)) run.count('message delivered again');
  const mailsBefore = run.mails.length;
  const wasFinished = run.finished.has(message.body);
  const outcome = await start(surroundings, name, () => handler({ Records: [recordOf(message)] }), message.body);
  const failed = outcome === undefined || outcome.batchItemFailures.length > 0;
  const sent = run.mails.slice(mailsBefore).filter((mail) => mail.message === message.body);
  if (wasFinished && sent.length > 0)
    throw new Violation('A mail was sent again after its delivery had ended well', sent);
  if (failed) run.messages.push(message);
  else {
    run.finished.add(message.body);
    if (surroundings.faults && random.chance(0.1)) run.messages.push(message);
  }
  return failed;
}

const recordOf = ({ body }: Message) => ({ messageId: 'message', body }) as never;

const sweep = (surroundings: Surroundings, [name, handler]: Scheduled) =>
  start(surroundings, name, async () => {
    await handler();
    return { batchItemFailures: [] };
  });

/** Undefined where the function dies. */
function start<T>({ scheduler, faults, run }: Surroundings, name: string, work: () => Promise<T>, message?: string) {
  const died = Promise.withResolvers<undefined>();
  const execution: Execution = { run, scheduler, faults: faults?.(), message, die: () => died.resolve(undefined) };
  return Promise.race([
    execute(execution, () => {
      noteCall(name);
      return work();
    }),
    died.promise,
  ]);
}
