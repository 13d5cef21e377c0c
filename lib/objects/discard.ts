/**
 * How objects go that belong to nobody. An item says so until they are gone, so that a sweep goes on where a function has died.
 */

import { commitUnitOfWork, type Effect } from '../once/unit-of-work.ts';
import type { UnownedObjects } from '../resources/uploads/unowned-object-records.ts';
import * as unownedObjects from '../resources/uploads/unowned-object-records.ts';
import { timestampNow } from '../runtime/clock.ts';
import type { Stored, Write } from '../table/items.ts';
import { deleteObjects } from './objects.ts';

/** What a decision has to return. */
interface Discarded {
  writes: Write[];
  after: Effect[];
}

/** Objects that the decision takes from their owner are due at once, and deleted after its commit. */
export function discard(
  store: string,
  objects: readonly string[],
  { id, now }: { id: string; now: string },
): Discarded {
  if (objects.length === 0) return { writes: [], after: [] };
  const unowned = { id, store_id: store, objects, due_at: now, ended: true } as const;
  return { writes: [unownedObjects.create(unowned)], after: [() => deleteObjects(unowned)] };
}

/** The objects of an upload that its client gives up, likewise. */
export const discardUpload = (upload: Stored<UnownedObjects>, now: string): Discarded => ({
  writes: [unownedObjects.end(upload, now)],
  after: [() => deleteObjects(upload)],
});

/**
 * Deletes unowned objects, unless a transaction has claimed them. Their item is ended first: from then on none can, so what
 * is deleted belongs to nobody. May be interrupted anywhere and done again.
 */
export async function removeUnowned({ store_id, id }: Pick<UnownedObjects, 'store_id' | 'id'>): Promise<void> {
  const ended = await commitUnitOfWork({
    async decide() {
      const unowned = await unownedObjects.find(store_id, id);
      const writes = unowned && !unowned.ended ? [unownedObjects.end(unowned, timestampNow())] : [];
      return { writes, reply: unowned };
    },
  });
  if (!ended) return;
  await deleteObjects(ended);
  await commitUnitOfWork({
    async decide() {
      const left = await unownedObjects.find(store_id, id);
      return { writes: left ? [unownedObjects.claim(left)] : [], reply: undefined };
    },
  });
}
