import { deleteObjects } from '../objects/objects.ts';
import { timestampNow } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import * as uploads from '../table/files/uploads.ts';
import { commitUnitOfWork } from '../table/unit-of-work.ts';

/**
 * Deletes an upload's objects, unless a transaction has claimed them. The upload is ended first: from then on none can,
 * so what is deleted belongs to nobody. May be interrupted anywhere and done again.
 */
export async function sweepUpload({ store_id, id }: Pick<uploads.Upload, 'store_id' | 'id'>): Promise<void> {
  const ended = await commitUnitOfWork({
    async decide() {
      const upload = await uploads.find(store_id, id);
      const writes = upload && !upload.ended ? [uploads.end(upload, timestampNow())] : [];
      return { writes, reply: upload && { ...upload, version: upload.version + writes.length } };
    },
  });
  if (!ended) return;
  await deleteObjects(ended);
  await commitUnitOfWork({ decide: async () => ({ writes: [uploads.claim(ended)], reply: undefined }) });
}

const sweptAtOnce = 20;

/** Sweeps what is due, each once. What fails is logged, does not keep the others, and is due the next time. */
export async function sweepDueUploads(): Promise<{ done: number; failed: number }> {
  const tried = new Set<string>();
  let failed = 0;
  for (;;) {
    // The index may still show some that are gone.
    const due = await uploads.listDue(timestampNow(), tried.size + sweptAtOnce);
    const left = due.filter(({ id }) => !tried.has(id));
    if (left.length === 0) return { done: tried.size - failed, failed };
    const swept = await Promise.all(left.map(trySweeping));
    for (const { id } of left) tried.add(id);
    failed += swept.filter((done) => !done).length;
  }
}

/** Whether the upload has been swept. */
async function trySweeping(upload: uploads.Upload): Promise<boolean> {
  try {
    await sweepUpload(upload);
    return true;
  } catch (error) {
    log('error', 'upload not swept', { upload_id: upload.id, error: describeError(error) });
    return false;
  }
}
