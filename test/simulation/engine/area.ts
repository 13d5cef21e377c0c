import type { World } from '../../support/world/world.ts';
import type { SentMail } from '../run.ts';
import type { Answer, Input, Operation } from './history.ts';
import type { Random } from './random.ts';

/** One request that a client means to make. */
export interface Step {
  /** As the contract names the function. */
  name: string;
  input: Input;
  /** All that makes it what it is: another request differs from it here. */
  identity: string;
  /** Whether it carries an idempotency key; otherwise it may safely be made again, or only reads. */
  keyed: boolean;
  send(idempotencyKey?: string): Promise<Answer>;
}

/** What can be seen once all is quiet, beside what clients were answered. */
export interface Aftermath {
  mails: readonly SentMail[];
  /** Keys of all objects in the bucket, long after the last upload. */
  objects: readonly string[];
}

/**
 * Hours pass between the phases of a run, in which nothing moves. What lasts until a phase has ended in the next one.
 */
export type Phase = 1 | 2 | 3;

/** A part of the service in a simulation: what clients do there, and a model of what must be true, from the specification alone. */
export interface Area {
  name: string;
  /** How many clients there may be at once, where it can judge more than a few. */
  crowd?: number;
  begin(world: World, random: Random): Promise<Playground>;
}

export interface Playground {
  /** What is wrong with what clients were answered and with what was left, or undefined. */
  judge(history: readonly Operation[], aftermath: Aftermath): string | undefined;
  /** What a client does next. */
  next(random: Random, phase: Phase): Step;
  /** What is asked once all is quiet, one list after the other; what comes of one is done before the next. */
  last(mails: readonly SentMail[]): readonly (() => Step[])[];
}
