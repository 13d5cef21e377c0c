import { randomBytes } from 'node:crypto';
import { monotonicFactory, type ULIDFactory } from 'ulid';
import { type Resource, resources } from '../contract/kinds/ids.ts';
import { BoundedMap } from './bounded-map.ts';

/** What makes them, among all that a function remembers: another function knows nothing of this one's last id. */
const factories = new BoundedMap<'ulid', ULIDFactory>(1);

/** As many random bytes as some thirty ids take are drawn at once. */
const bytesAtOnce = 512;

/** Random fractions from 0 to below 1, a byte each: a character of an id takes five bits of it. */
function newFractions(): () => number {
  let drawn = Buffer.alloc(0);
  let taken = 0;
  return () => {
    if (taken === drawn.length) {
      drawn = randomBytes(bytesAtOnce);
      taken = 0;
    }
    return drawn.readUInt8(taken++) / 256;
  };
}

function nextUlid(): string {
  const factory = factories.get('ulid') ?? monotonicFactory(newFractions());
  factories.set('ulid', factory);
  return factory();
}

/** A new public id, strictly greater than the last one of this process (decisions, "Values"). */
export const newId = (resource: Resource): string => `${resources[resource].prefix}_${nextUlid().toLowerCase()}`;

/** A name that nobody has used, for what is not seen outside: a lower-case ULID. */
export const newName = (): string => nextUlid().toLowerCase();
