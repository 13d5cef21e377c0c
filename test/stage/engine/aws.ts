/**
 * AWS as players see it: each try of a call, the SDK's own retries included, goes through its own actor. Tables and
 * objects are those of the real engines; what is queued or mailed ends in the actor's outbox.
 */
import { eventbridge, putInOrder } from '../../../lib/bus/bus.ts';
import type { StoreEvent } from '../../../lib/events/events-of.ts';
import { type Mail, sendMail, sendMailOnce, ses, sesOnce } from '../../../lib/mail/send.ts';
import { sts } from '../../../lib/objects/links.ts';
import { s3 } from '../../../lib/objects/objects.ts';
import { send, sqs } from '../../../lib/queue/send.ts';
import { functionFiles } from '../../../lib/resources/function-files.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { type AwsClient, type Intercepted, type Next, onCall } from '../../support/aws/on-call.ts';
import { handlerOf } from '../../support/handlers.ts';
import { type Actor, actAs, currentActor, type Input } from './actor.ts';
import type { Call } from './faults.ts';
import { enterMachine } from './machine.ts';
import { playReceivers, serve } from './served.ts';

/** Puts a client's calls under the player, as far as functions make them that are played. */
export function playClient(client: AwsClient & { config: object }, triesAtMost = 3): void {
  const play = ({ input, ...names }: Intercepted, next: Next) => {
    const actor = currentActor();
    if (!actor) return next();
    const call = callOf(names);
    return actor.call(
      { ...call, input },
      async (isPartial = false) =>
        serve(actor.outbox, call, input, isPartial) ?? withWholeBody(await next().catch(withoutDate)),
    );
  };
  // Inside the SDK's retries and behind its serialization, so that a retry is the same request again.
  onCall(client, play, 'try');
  Object.assign(client.config, { retryStrategy: async () => retriesOf(triesAtMost) });
}

const callOf = ({ client, command }: Omit<Intercepted, 'input'>): Call => ({
  service: client.replace(/(?:v2)?Client$/i, '').replace(/DocumentClient|Document$/, ''),
  command: command.replace(/Command$/, ''),
});

/** The engines send the machine's time: the SDK would correct the run's by it, and retry failures. */
function withoutDate(error: Error & { $response?: { headers?: { date?: string } } }): never {
  delete error.$response?.headers?.date;
  throw error;
}

/** Reads an object that is answered to its end, so that nothing of it arrives later than the answer. */
async function withWholeBody(output: Input): Promise<Input> {
  if (!output.Body) return output;
  const bytes: Uint8Array = await output.Body.transformToByteArray();
  return { ...output, Body: { transformToByteArray: async () => bytes } };
}

interface RetryToken {
  count: number;
  getRetryCount(): number;
  getRetryDelay(): number;
}

const retryToken = (count: number): RetryToken => ({ count, getRetryCount: () => count, getRetryDelay: () => 0 });

/** As the SDK tries, without its pauses and without its memory of earlier calls. */
const retriesOf = (triesAtMost: number) => ({
  acquireInitialRetryToken: async () => retryToken(0),
  async refreshRetryTokenForRetry({ count }: RetryToken, { errorType }: { errorType: string }) {
    if (errorType === 'CLIENT_ERROR' || count + 1 >= triesAtMost) throw new Error('No more tries');
    return retryToken(count + 1);
  },
  recordSuccess: () => undefined,
});

const anyEvent: StoreEvent = {
  id: 'evt_0',
  type: 'gift_card.expired',
  store_id: 'sto_0',
  created_at: '2026-11-21T12:00:00Z',
  sequence: 1,
  object: { type: 'gift_card', id: 'gcd_0' },
  data: { balance: 0 },
};

const anyMail: Mail = {
  to: 'nobody@example.com',
  language: 'en',
  subject: '',
  blocks: [],
  sender: { name: '', address: 'a@example.com', url: null, logo_url: null, color: null },
};

/** A client's first call reads its configuration, for however long that takes. */
async function callOnce(): Promise<void> {
  await Promise.all([
    send('waitlist', [{ store_id: 'sto_0' }], 0),
    putInOrder([anyEvent]),
    sendMail(anyMail),
    sendMailOnce(anyMail, undefined),
  ]);
}

/** Calls go as they come, and what is sent is dropped. */
const freely: Actor = {
  outbox: { queue: () => undefined, mail: () => undefined, publish: () => ({ FailedEntryCount: 0, Entries: [{}] }) },
  call: (_, send) => send(),
  pause: async () => undefined,
};

let isEntered = false;

/** Replaces clients, timers and memories for what players play; everything else works as before. */
export async function enterStage(): Promise<void> {
  if (isEntered) return;
  isEntered = true;
  // An import takes time, but no turn of a scheduler.
  await Promise.all([...functionFiles.keys()].map((name) => handlerOf({ name })));
  for (const client of [dynamodb, s3(), sqs, ses, sts(), eventbridge]) playClient(client);
  playClient(sesOnce, 1);
  enterMachine();
  playReceivers();
  await actAs(freely, callOnce);
}
