/** What a run of the simulation keeps: what lies in its queues, the mails that went out, and what has been counted. */
import type { Call, FaultKind } from './engine/faults.ts';

export type Event =
  | FaultKind
  | 'client gave up waiting'
  | 'twin at once'
  | 'crowd of clients'
  | 'request made again'
  | 'message delivered again'
  | 'history left undecided';

/** A message of a queue, known by its body: the same body announces the same thing. */
export interface Message {
  queue: string;
  body: string;
}

/** A mail as SES was given it. */
export interface SentMail {
  to: string;
  subject: string;
  text: string;
  /** When. */
  at: number;
  /** The message whose delivery sent it. */
  message: string | undefined;
}

export class Run {
  /** Turns of the scheduler. */
  time = 0;
  readonly messages: Message[] = [];
  /** Bodies of the messages of which a delivery has ended well. */
  readonly finished = new Set<string>();
  readonly mails: SentMail[] = [];
  readonly events = new Map<Event, number>();
  /** Faults by the AWS call that met them. */
  readonly faults = new Map<string, number>();
  /** Requests to each function, by its name. */
  readonly functions = new Map<string, number>();

  fault(kind: FaultKind, { service, command }: Call): void {
    this.count(kind);
    increment(this.faults, `${service} ${command}`);
  }

  count(event: Event): void {
    increment(this.events, event);
  }

  called(name: string): void {
    increment(this.functions, name);
  }
}

export const increment = <K>(counts: Map<K, number>, key: K, by = 1): unknown =>
  counts.set(key, (counts.get(key) ?? 0) + by);
