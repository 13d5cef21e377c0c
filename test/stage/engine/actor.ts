/** Functions in progress: all that code does for one is known to be its own, however deep the call. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Timer } from './clock.ts';
import type { Call } from './faults.ts';

// biome-ignore lint/suspicious/noExplicitAny: each command has its own input
export type Input = any;

/** An email as SES was given it. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Where queues, mailboxes and the bus keep what functions send, until a player delivers it. */
export interface Outbox {
  /** `seconds`: before which it is not delivered. */
  queue(message: { queue: string; body: string }, seconds: number): void;
  mail(mail: Mail): void;
  /** Names of the replays that the bus was asked for. */
  replays?: Set<string>;
  /** Answers as the bus does. */
  publish(entries: readonly { Detail: string }[], isPartial: boolean): object;
}

/** Makes a call, and returns its output; `isPartial`: AWS takes some of it only. */
export type Send = (isPartial?: boolean) => Promise<Input>;

/** What a player decides of a function. */
export interface Actor {
  outbox: Outbox;
  /** Makes each try of a call to AWS in its time. Never settles where the function has died. */
  call(call: Call & { input: Input }, send: Send): Promise<unknown>;
  /** Ends a pause in its time. Never settles where the function has died. */
  pause(): Promise<void>;
  /** What the function remembers in place of a map of a module. */
  memoryOf?(map: object): Map<unknown, unknown> | undefined;
  /** Calls back in its time; by the machine's clock if omitted. */
  setTimer?(callBack: () => void, milliseconds: number): Timer;
  /** The source of random numbers; the machine's if omitted. */
  entropy?: { below(limit: number): number };
  /** Milliseconds by which its clock is ahead. */
  skew?: number;
}

const actors = new AsyncLocalStorage<Actor>();

/** Runs a function as this actor. */
export const actAs = <T>(actor: Actor, work: () => Promise<T>): Promise<T> => actors.run(actor, work);

/** The actor that the present code belongs to, or undefined outside of a play. */
export const currentActor = (): Actor | undefined => actors.getStore();

/** Does something that no play has anything to do with. */
export const outside = <T>(work: () => Promise<T>): Promise<T> => actors.exit(work);

/** What a dead function waits for. */
export const never = new Promise<never>(() => undefined);
