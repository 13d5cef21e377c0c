import type { World } from '../support/world.ts';
import type { Answer, Input, Operation } from './history.ts';
import type { Random } from './random.ts';

/** One request that a client means to make. */
export interface Step {
  /** What it touches: histories of different subjects are independent. */
  subject: string;
  input: Input;
  /** Whether it carries an idempotency key; otherwise it may safely be made again, or only reads. */
  keyed: boolean;
  send(idempotencyKey?: string): Promise<Answer>;
}

/** A part of the service in a simulation: what clients do there, and a model of what must be true, from the specification alone. */
export interface Area {
  name: string;
  begin(world: World, random: Random): Promise<Playground>;
}

export interface Playground {
  subject: string;
  /** Whether the model can explain what clients were answered about the subject. */
  explains(operations: readonly Operation[]): boolean;
  /** What a client does next. */
  next(random: Random): Step;
  /** What is asked once all is quiet. */
  last(): Step[];
}
