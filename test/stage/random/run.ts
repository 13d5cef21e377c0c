/** What a run of the simulation keeps: what is in its queues, the emails that went out, and what has been counted. */
import { hash } from 'node:crypto';
import type { StoreEvent } from '../../../lib/events/events-of.ts';
import type { Mail } from '../engine/actor.ts';
import { type Conditions, Holds, Instances, kind } from '../engine/conditions.ts';
import type { Call, FaultKind } from '../engine/faults.ts';
import { Indexes } from '../engine/indexes.ts';
import type { Random } from '../engine/random.ts';
import type { Recorded, RecordStep } from '../engine/recorded.ts';

/** What may happen in a run besides the faults of single calls. */
export const incidents = [
  'client gave up waiting',
  'twin at once',
  'twin without a key',
  'crowd of clients',
  'request made again',
  'message delivered again',
  'message delivered to two at once',
  'index behind the table',
  'read in pieces',
  'item held by another',
  'object held by another',
  'function with a clock of its own',
  'function ended at its time-out',
  'expired item still there',
  'expired item gone',
  'shards out of step',
  'batch of changes failed',
  'batch of changes failed in part',
  'changes delivered again',
  'event delivered again',
  'event delivered out of order',
  'storefront function over HTTP',
] as const;

export type Event = FaultKind | (typeof incidents)[number] | 'history left undecided';

/** A message of a queue, known by its body: the same body announces the same thing. */
export interface Message {
  queue: string;
  body: string;
  /** When it can be delivered first, in milliseconds of the run's clock. */
  notBefore: number;
}

/** An email, and how it was sent. */
export interface SentMail extends Mail {
  /** When, in turns of the scheduler, and by the true clock in milliseconds since 1970. */
  at: number;
  sentAt: number;
  /** The message that sent it on delivery. */
  message: string | undefined;
}

export class Run {
  /** Work on the public files of each product, which is due at any time. */
  readonly publicFiles: string[] = [];
  readonly conditions: Conditions;
  readonly indexes: Indexes;
  readonly holds = new Holds();
  readonly instances: Instances;
  /** What AWS does by chance. */
  readonly chances: Random;
  /** The source of ids, codes and everything else that is random. */
  readonly entropy: Random;
  /** Turns of the scheduler. */
  time = 0;
  readonly messages: Message[] = [];
  /** Bodies of the messages of which a delivery has ended well. */
  readonly finished = new Set<string>();
  readonly mails: SentMail[] = [];
  /** Names of the replays that the bus was asked for. */
  readonly replays = new Set<string>();
  /** What the bus has taken for the present consumer, in its order. */
  readonly published: StoreEvent[] = [];
  /** Every request that was sent, in that order. */
  readonly requests: Recorded[] = [];
  /** What requests with an idempotency key came to, in that order. */
  readonly steps: RecordStep[] = [];
  readonly events = new Map<Event, number>();
  /** Faults by the AWS call that met them. */
  readonly faults = new Map<string, number>();
  /** Requests to each function, by its name. */
  readonly functions = new Map<string, number>();
  /** Of everything that happened, in its order. */
  digest = '';

  constructor(random: Random, conditions: Conditions = kind) {
    this.entropy = random.fork();
    this.chances = random.fork();
    this.conditions = conditions;
    this.indexes = new Indexes(random.fork(), conditions.lag);
    this.instances = new Instances(random.fork(), conditions.clocksApart);
  }

  /** Adds to what has happened. */
  note(...happened: unknown[]): void {
    this.digest = hash('sha1', this.digest + JSON.stringify(happened, inOrder));
  }

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

/** DynamoDB returns the attributes of a map in any order, and links name the ports of engines. */
const inOrder = (key: string, value: unknown): unknown =>
  key === 'url'
    ? undefined
    : isObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
