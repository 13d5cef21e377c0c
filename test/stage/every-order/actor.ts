/** Functions of a play: each has a memory of its own, as functions have that run in processes of their own, and meets others on purpose. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { type Actor, actAs, type Mail, type Outbox } from '../engine/actor.ts';

/** A message of a queue, known by its body. */
export interface Message {
  queue: string;
  body: string;
}

/** What functions have sent. */
export class Sent implements Outbox {
  readonly messages: Message[] = [];
  readonly mails: Mail[] = [];

  queue(message: Message): void {
    this.messages.push(message);
  }

  mail(mail: Mail): void {
    this.mails.push(mail);
  }

  publish(): never {
    throw new Error('No play publishes events');
  }
}

/** What a function keeps between two invocations: the content of each of its maps. */
export type Memory = Map<object, Map<unknown, unknown>>;

export const copyOf = (memory: Memory): Memory => new Map([...memory].map(([map, content]) => [map, new Map(content)]));

interface Options extends Pick<Actor, 'call'> {
  outbox: Sent;
  /** Ends a pause in its time; at once if omitted. Never settles if the function has died. */
  pause?(): Promise<void>;
  /** What it remembers from earlier. */
  memory: Memory;
  /** So many transactions are cancelled, as DynamoDB cancels those that meet another one in progress. */
  conflicts: number;
}

export function actorOf({ outbox, call, pause = async () => undefined, memory, conflicts }: Options): Actor {
  let left = conflicts;
  return {
    ...{ outbox, pause },
    call(made, send) {
      if (made.command !== 'TransactWriteItems' || left === 0) return call(made, send);
      left -= 1;
      const CancellationReasons = made.input.TransactItems.map(() => ({ Code: 'TransactionConflict' }));
      throw new TransactionCanceledException({ message: 'A conflict', $metadata: {}, CancellationReasons });
    },
    memoryOf(map) {
      const content = memory.get(map) ?? new Map<unknown, unknown>();
      memory.set(map, content);
      return content;
    },
  };
}

/** Does some work as a function of its own, its calls going as they come. */
export const act = <T>(
  work: () => Promise<T>,
  { outbox = new Sent(), conflicts = 0, memory = new Map() as Memory } = {},
): Promise<T> => actAs(actorOf({ outbox, conflicts, memory, call: (_, send) => send() }), work);
