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
    /** Of the object that it is about. */
    id: string;
    data: z.output<Types[T]['data']>;
    /** Set if it is not the item's version. */
    sequence?: number;
  };
}[keyof Types & string];

/** How changes of one kind of object are reported: `before` and `after` are never both undefined. */
export interface Rule<T, Types extends EventTypes> {
  /** Whether an item under this key is one. */
  isAt(key: ParsedKey): boolean;
  tell(before: T | undefined, after: T | undefined, key: ParsedKey): DomainEvent<Types>[];
}

/**
 * Whether two states of an object differ in one of some fields; one that an older state lacks is null. DynamoDB gives the fields of a
 * map in any order.
 */
export const differs = <T extends object>(before: T, after: T, fields: readonly (keyof T)[]): boolean =>
  fields.some((field) => !isDeepStrictEqual(before[field] ?? null, after[field] ?? null));
