import { removeUnowned } from '../objects/discard.ts';
import * as unownedObjects from '../resources/uploads/unowned-object-records.ts';
import type { TimeLeft } from '../runtime/clock.ts';
import { type Round, sweep } from './sweep.ts';

/** Removes objects of all stores that nobody has claimed in time. */
export const sweepUploads = (time?: TimeLeft): Promise<Round> =>
  sweep(
    'OBJECTS',
    async (key) => {
      const unowned = await unownedObjects.findAt(key);
      if (unowned) await removeUnowned(unowned);
    },
    { time },
  );
