/** What a type of event is, as data: the rules that tell events, the reference and the stack read it. */
import type * as z from 'zod/mini';
import type { Resource } from './ids.ts';
import type { Invocable } from './invocable.ts';
import type { Operation } from './operation.ts';

/** What events are about. */
export interface EventObject {
  /** What the ids of these objects are ids of. */
  resource: Resource;
  /** Of their page in the reference. */
  title: string;
  /** What is said of all events about them, and what their `sequence` counts. In Markdown. */
  text: string;
}

interface EventDeclaration<Data extends z.ZodMiniObject = z.ZodMiniObject> {
  /** When it is told: `an address was added`. */
  when: string;
  /** What a receiver cannot guess, in Markdown. */
  text: string;
  /** What is called when it happens; what time or a queue brings about is said in the text. */
  by: readonly (Operation | Invocable)[];
  /** Ids, amounts and statuses that tell what happened; never a name, an address, a text or a code. */
  data: Data;
  example: {
    /** Of the object that it is about. */
    id: string;
    sequence: number;
    /** When it happened, where that is not the time of all examples. */
    time?: string;
    /** What is not what the fields have for examples. */
    data?: Partial<z.output<Data>>;
  };
}

/** Declares a type of event, keeping the type of its data. */
export const event = <Data extends z.ZodMiniObject>(declaration: EventDeclaration<Data>): EventDeclaration<Data> =>
  declaration;

/** Types of events by their names, `object.what`. */
export type EventTypes = Readonly<Record<string, EventDeclaration>>;
