/**
 * Deletes objects without an owner. An item lists them until they are deleted, so that a sweep can continue after a
 * function that died.
 */

import { commitUnitOfWork, type Decision } from '../once/unit-of-work.ts';
import type { UnownedObjects } from '../resources/uploads/unowned-object-records.ts';
import * as unownedObjects from '../resources/uploads/unowned-object-records.ts';
import { timestampNow } from '../runtime/clock.ts';
import type { Stored } from '../table/items.ts';
import { deleteObjects } from './objects.ts';

interface Request {
  store: { id: string };
  now: string;
  newId(resource: 'upload'): string;
}

/**
 * Extends the decision so that it also takes these objects from their owner: they are due at once, and deleted after the commit.
 */
export function discarding<R>(
  { store, now, newId }: Request,
  objects: readonly string[],
  decision: Decision<R>,
): Decision<R> {
  if (objects.length === 0) return decision;
  const unowned = { id: newId('upload'), store_id: store.id, objects, due_at: now, ended: true } as const;
  const writes = [...decision.writes, unownedObjects.create(unowned)];
  return { ...decision, writes, after: [() => deleteObjects(unowned)] };
}

/** The effects and writes of a decision that abandons an upload: its objects are deleted likewise. */
export const discardUpload = (upload: Stored<UnownedObjects>, now: string) => ({
  writes: [unownedObjects.end(upload, now)],
  after: [() => deleteObjects(upload)],
});

/**
 * Deletes unowned objects, unless a transaction has claimed them. Their item is ended first: from then on they cannot
 * be claimed, so no owned object is deleted. May be interrupted anywhere and done again.
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
