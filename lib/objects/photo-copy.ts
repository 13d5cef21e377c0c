/** How a photo that was sent straight to the bucket gets its place (decisions, "Large uploads"). */
import { newPhoto, type PhotoKind } from '../domain/photo.ts';
import { newId } from '../runtime/ids.ts';
import * as unownedObjects from '../table/files/unowned-objects.ts';
import * as uploads from '../table/files/uploads.ts';
import type { Stored } from '../table/items.ts';
import { commitUnitOfWork, Stale } from '../table/unit-of-work.ts';
import { copyObject } from './objects.ts';
import { photoPlace } from './places.ts';

/**
 * Copies the photo as it was judged to the place its upload names. Where a copy of another photo stands there, whose Finish
 * died before its commit, the upload names a new place. Throws `Stale` unless the copy stands where the upload says.
 */
export async function copyPhoto(
  upload: Stored<uploads.PhotoUpload>,
  { kind, etag }: { kind: PhotoKind; etag: string },
): Promise<void> {
  const [pending = ''] = upload.objects;
  if (await copyObject({ key: pending, etag }, photoPlace(upload.image, kind))) return;
  await commitUnitOfWork({
    async decide() {
      const standing = await unownedObjects.find(upload.store_id, upload.id);
      const unchanged = standing?.version === upload.version;
      const writes = unchanged ? [uploads.renamePhoto(upload, newPhoto(newId('image'), kind))] : [];
      return { writes, reply: undefined };
    },
  });
  throw new Stale('Another photo stands in the place of this one');
}
