/** Goes through the objects of all stores that nobody has claimed in time. */
import { sweep } from '../objects/discard.ts';
import { timestampNow } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import type { UnownedObjects } from '../table/files/unowned-objects.ts';
import * as unownedObjects from '../table/files/unowned-objects.ts';

const sweptAtOnce = 20;

/** Sweeps what is due, each once. What fails is logged, does not keep the others, and is due the next time. */
export async function sweepDueUploads(): Promise<{ done: number; failed: number }> {
  const tried = new Set<string>();
  let failed = 0;
  for (;;) {
    // The index may still show some that are gone.
    const due = await unownedObjects.listDue(timestampNow(), tried.size + sweptAtOnce);
    const left = due.filter(({ id }) => !tried.has(id));
    if (left.length === 0) return { done: tried.size - failed, failed };
    const swept = await Promise.all(left.map(trySweeping));
    for (const { id } of left) tried.add(id);
    failed += swept.filter((done) => !done).length;
  }
}

/** Whether the objects are gone. */
async function trySweeping(unowned: UnownedObjects): Promise<boolean> {
  try {
    await sweep(unowned);
    return true;
  } catch (error) {
    log('error', 'upload not swept', { upload_id: unowned.id, error: describeError(error) });
    return false;
  }
}
