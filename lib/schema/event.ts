/** A type of event, as data: the rules that make events, the reference and the stack read it. */
import type * as z from 'zod/mini';
import type { Resource } from './ids.ts';
import type { Invocable } from './invocable.ts';
import type { Operation } from './operation.ts';

/** The object that events are about. */
export interface EventObject {
  /** The resource that the ids of these objects belong to. */
  resource: Resource;
  /** The title of their page in the reference. */
  title: string;
  /** Text for all events of the object, and what their `sequence` counts. In Markdown. */
  text: string;
}

interface EventDeclaration<Data extends z.ZodMiniObject = z.ZodMiniObject> {
  /** When the event is sent: `an address was added`. */
  when: string;
  /** Details for receivers, in Markdown. */
  text: string;
  /** Operations and functions that cause it; causes such as time or a queue are in the text. */
  by: readonly (Operation | Invocable)[];
  /** Ids, amounts and statuses; never a name, an address, a text or a code. */
  data: Data;
  example: {
    /** The id of the object that the event is about. */
    id: string;
    sequence: number;
    /** When the event happened, if not at the time that all other examples share. */
    time?: string;
    /** Values that differ from the examples of the fields. */
    data?: Partial<z.output<Data>>;
  };
}

/** Declares a type of event, keeping the type of its data. */
export const event = <Data extends z.ZodMiniObject>(declaration: EventDeclaration<Data>): EventDeclaration<Data> =>
  declaration;

/** Types of events by their names, `object.what`. */
export type EventTypes = Readonly<Record<string, EventDeclaration>>;
