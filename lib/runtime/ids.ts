import { monotonicFactory } from 'ulid';
import { type Resource, resources } from '../contract/kinds/ids.ts';

const nextUlid = monotonicFactory();

/** A new public id, strictly greater than the last one of this process (decisions, "Values"). */
export const newId = (resource: Resource): string => `${resources[resource].prefix}_${nextUlid().toLowerCase()}`;

/** A name that nobody has used, for what is not seen outside: a lower-case ULID. */
export const newName = (): string => nextUlid().toLowerCase();
