/** Receivers of webhooks: what is posted to one goes through the actor like a call to AWS, and a program answers it. */
import { EventEmitter } from 'node:events';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type Actor, currentActor } from './actor.ts';
import { clock } from './clock.ts';

export interface Posted {
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A status with headers, or how it fails: `time-out`, or the code of an error of a socket. */
export type Answered = { status: number; headers?: Record<string, string> } | { failure: string };

interface Receiver {
  answer(posted: Posted): Answered;
  /** Told of each request that is sent, also of those that never arrive. */
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
