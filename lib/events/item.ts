/** An item of the store table as the event rules see it. */
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import type { EventTypes } from '../schema/event.ts';

/** An item's keys, and its other attributes. */
export interface Item {
  pk: string;
  sk: string;
  version?: number;
}

/** A key in its parts: `sto_…#SITE#sit_…` and `GIFTOPTION#gft_…`. */
interface ParsedKey {
  store: string;
  partition: readonly string[];
  sort: readonly string[];
}

export function parseKey({ pk, sk }: Item): ParsedKey {
  const [store = '', ...partition] = pk.split('#');
  return { store, partition, sort: sk.split('#') };
}

/** What a change reports: an event of one of these types. */
export type DomainEvent<Types extends EventTypes> = {
  [T in keyof Types & string]: {
    type: T;
    /** Id of the object that the event is about. */
    id: string;
    data: z.output<Types[T]['data']>;
    /** Set if it is not the item's version. */
    sequence?: number;
  };
}[keyof Types & string];

/** How changes of one kind of object are reported: `before` and `after` are never both undefined. */
export interface Rule<T, Types extends EventTypes> {
  /** Whether an item under this key is an object of this kind. */
  isAt(key: ParsedKey): boolean;
  toEvents(before: T | undefined, after: T | undefined, key: ParsedKey): DomainEvent<Types>[];
}

/**
 * Whether two states of an object differ in one of some fields; a missing field counts as null. DynamoDB returns the fields of a
 * map in any order.
 */
export const differs = <T extends object>(before: T, after: T, fields: readonly (keyof T)[]): boolean =>
  fields.some((field) => !isDeepStrictEqual(before[field] ?? null, after[field] ?? null));
