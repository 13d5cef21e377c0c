import type { FinishedPart } from '../contract/api/digital-files.ts';
import { invalidField } from '../contract/kinds/errors.ts';
import { matchParts } from '../domain/upload.ts';
import type { FileUpload } from '../table/files/uploads.ts';
import { completeMultipart, listParts, sizeOf } from './objects.ts';

/**
 * What puts an upload's parts together, once they are all there as announced and reported. Throws `INVALID_FIELD`, which
 * leaves the upload open. An earlier try may have done it and died before its commit: then there is nothing left to do.
 */
export async function completionOf(
  upload: FileUpload,
  reported: readonly FinishedPart[],
): Promise<() => Promise<unknown>> {
  const [key = ''] = upload.objects;
  const arrived = await listParts(key, upload.multipart_id);
  if (arrived) {
    const parts = matchParts(upload.file_size, reported, arrived);
    return () => completeMultipart(key, upload.multipart_id, parts);
  }
  if ((await sizeOf(key)) !== upload.file_size) throw invalidField('parts must match what was uploaded');
  return async () => undefined;
}
