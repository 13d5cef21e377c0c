import { removeUnowned } from '../objects/discard.ts';
import { commitUnitOfWork } from '../once/unit-of-work.ts';
import * as openUploads from '../resources/uploads/open-upload-records.ts';
import { roomFor } from '../resources/uploads/rules.ts';
import * as unownedObjects from '../resources/uploads/unowned-object-records.ts';
import { type TimeLeft, timestampNow } from '../runtime/clock.ts';
import { invalidField, tooManyUploads } from '../schema/errors.ts';
import { type Round, sweep } from './sweep.ts';

/** Removes objects of all stores that were not claimed in time. */
export const sweepUploads = (time?: TimeLeft): Promise<Round> =>
  sweep(
    'OBJECTS',
    async (key) => {
      const unowned = await unownedObjects.findAt(key);
      if (unowned) await removeUnowned(unowned);
    },
    { time },
  );

/**
 * Throws `INVALID_FIELD` at the store's limit of open uploads. A lower number of uploads takes effect within seconds. Waits for `cleared` before
 * it counts.
 */
export async function requireRoomForUpload(store: string, cleared: () => Promise<void>): Promise<void> {
  const bound = await openUploads.find(store);
  if (!bound || roomFor(bound, timestampNow()) === 'room') return;
  await cleared();
  if ((await recount(store)) !== 'room') throw invalidField(tooManyUploads.message);
}

/** Counts the open uploads, unless they were just counted. Returns the result. */
const recount = (store: string) =>
  commitUnitOfWork({
    async decide({ now }) {
      const bound = await openUploads.find(store);
      const room = bound ? roomFor(bound, now) : 'room';
      if (!bound || room !== 'to be counted') return { writes: [], reply: room };
      const at_most = await openUploads.count(store);
      return {
        writes: [openUploads.lower(store, bound, at_most, now)],
        reply: roomFor({ at_most, counted_at: now }, now),
      };
    },
  });
