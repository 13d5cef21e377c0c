import { removeUnowned } from '../objects/discard.ts';
import type { UnownedObjects } from '../resources/uploads/unowned-object-records.ts';
import type { TimeLeft } from '../runtime/time-left.ts';
import * as items from '../table/items.ts';
import { type Round, sweep } from './sweep.ts';

/** Removes objects of all stores that nobody has claimed in time. */
export const sweepUploads = (time?: TimeLeft): Promise<Round> =>
  sweep(
    'OBJECTS',
    async (key) => {
      const unowned = await items.find<UnownedObjects>(key);
      if (unowned) await removeUnowned(unowned);
    },
    { time },
  );
