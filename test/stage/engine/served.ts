/** The services that the stage replaces itself: queues, email, the bus, and the issuer of credentials. */

import { EventEmitter } from 'node:events';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { StoreEvent } from '../../../lib/events/events-of.ts';
import { queueUrlSettings } from '../../../lib/resources/background.ts';
import type { Run } from '../random/run.ts';
import { type Actor, currentActor, type Input, type Outbox } from './actor.ts';
import { clock } from './clock.ts';
import type { Call } from './faults.ts';

/** The answer to a call of such a service, its effect taken; undefined for the others. `isPartial`: the last entry is refused. */
export function serve(outbox: Outbox, { command }: Call, input: Input, isPartial: boolean): object | undefined {
  if (command === 'SendMessageBatch') {
    const entries: { Id: string; MessageBody: string; DelaySeconds?: number }[] = input.Entries;
    const refused = isPartial ? entries.slice(-1) : [];
    const queue = queueOf(input.QueueUrl);
    for (const { MessageBody: body, DelaySeconds = 0 } of entries.slice(0, entries.length - refused.length)) {
      outbox.queue({ queue, body }, DelaySeconds);
    }
    // Without the digests of what was taken the SDK has nothing to compare.
    return { Successful: [], Failed: refused.map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false })) };
  }
  if (command === 'SendEmail') {
    const { Subject, Body } = input.Content.Simple;
    outbox.mail({ to: input.Destination.ToAddresses[0], subject: Subject.Data, text: Body.Text.Data });
    return { MessageId: 'mail' };
  }
  if (command === 'StartReplay') {
    outbox.replays?.add(input.ReplayName);
    return { State: 'STARTING' };
  }
  if (command === 'DescribeReplay') {
    if (outbox.replays?.has(input.ReplayName)) return { State: 'COMPLETED' };
    throw Object.assign(new Error('No such replay'), {
      name: 'ResourceNotFoundException',
      $metadata: { httpStatusCode: 400 },
    });
  }
  if (command === 'PutEvents') return outbox.publish(input.Entries, isPartial);
  if (command === 'AssumeRole') {
    return { Credentials: { AccessKeyId: 'ASIADOWNLOADS', SecretAccessKey: 'secret', SessionToken: input.RoleArn } };
  }
  return undefined;
}

function queueOf(url: string): string {
  const found = Object.entries(queueUrlSettings).find(([, setting]) => process.env[setting] === url);
  if (!found) throw new Error(`No queue is at ${url}`);
  return found[0];
}

interface Entry {
  Detail: string;
}

/** Takes events one by one; where it is partial, one of them is not taken, and those after it are. */
export function takeEvents(run: Run, entries: readonly Entry[], isPartial: boolean): object {
  const refused = isPartial ? run.chances.below(entries.length) : -1;
  const taken = entries.filter((_, index) => index !== refused);
  run.published.push(...taken.map(({ Detail }) => JSON.parse(Detail) as StoreEvent));
  return {
    FailedEntryCount: entries.length - taken.length,
    Entries: entries.map((_, index) =>
      index === refused ? { ErrorCode: 'InternalFailure', ErrorMessage: 'Simulated' } : { EventId: 'taken' },
    ),
  };
}

/** What reaches a consumer, as it comes. */
export function deliveredEvents(run: Run): StoreEvent[] {
  const { published, chances } = run;
  const delivered = [...published, ...published.filter(() => chances.chance(0.1))]
    .map((event) => ({ event, at: chances.below(2 ** 32) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ event }) => event);
  const ids = new Set<string>();
  const sequences = new Map<string, number>();
  for (const { id, object, sequence } of delivered) {
    if (ids.has(id)) run.count('event delivered again');
    else if (sequence < (sequences.get(object.id) ?? 0)) run.count('event delivered out of order');
    ids.add(id);
    sequences.set(object.id, Math.max(sequence, sequences.get(object.id) ?? 0));
  }
  return delivered;
}

export interface Posted {
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A status with headers, or how it fails: `time-out`, or the code of an error of a socket. */
export type Answered = { status: number; headers?: Record<string, string> } | { failure: string };

interface Receiver {
  answer(posted: Posted): Answered;
  /** Gets each request that is sent, also those that never arrive. */
  asked(posted: Posted): unknown;
}

const receivers = new Map<string, Receiver>();

/** Answers for a host from now on. */
export const receiveAt = (host: string, receiver: Receiver): unknown => receivers.set(host, receiver);

const timeOut = 15_000;

class PlayedRequest extends EventEmitter {
  readonly #actor: Actor;
  readonly #receiver: Receiver;
  readonly #headers: Posted['headers'];

  constructor(actor: Actor, receiver: Receiver, headers: Posted['headers']) {
    super();
    this.#actor = actor;
    this.#receiver = receiver;
    this.#headers = headers;
  }

  destroy(): void {
    this.emit('close');
  }

  end(body: string): this {
    const posted = { headers: this.#headers, body };
    this.#receiver.asked(posted);
    const send = async () => this.#receiver.answer(posted);
    void this.#actor
      .call({ service: 'Receiver', command: 'SendRequest', input: posted }, send)
      .then(
        (answer) => this.#hear(answer as Answered),
        (error) => this.emit('error', error),
      )
      .then(() => this.emit('close'));
    return this;
  }

  #hear(answer: Answered): void {
    if ('failure' in answer) {
      const isLate = answer.failure === 'time-out';
      if (isLate) clock.pass(timeOut);
      this.emit('error', Object.assign(new Error('Simulated'), { code: isLate ? 'ETIMEDOUT' : answer.failure }));
    } else {
      const { status: statusCode, headers = {} } = answer;
      this.emit('response', Object.assign(new EventEmitter(), { statusCode, headers, destroy: () => undefined }));
    }
  }
}

let isPlayed = false;

/** Puts requests to receivers under the player; all others go as before. */
export function playReceivers(): void {
  if (isPlayed) return;
  isPlayed = true;
  const { request } = http;
  const played = (...args: unknown[]) => {
    const [url, options] = args as [URL, { headers: Posted['headers'] }];
    const receiver = url instanceof URL ? receivers.get(url.hostname) : undefined;
    const actor = currentActor();
    return receiver && actor ? new PlayedRequest(actor, receiver, options.headers) : Reflect.apply(request, http, args);
  };
  Object.assign(http, { request: played });
  syncBuiltinESMExports();
}
