/** A photo that was sent straight to the bucket, and how it gets its place (decisions, "Large uploads"). */

import { Conflict, commitUnitOfWork } from '../once/unit-of-work.ts';
import { newPhoto, type PhotoKind } from '../resources/gift-options/photo-rules.ts';
import * as uploads from '../resources/uploads/records.ts';
import * as unownedObjects from '../resources/uploads/unowned-object-records.ts';
import { newId } from '../runtime/ids.ts';
import type { Stored } from '../table/items.ts';
import { objectKeys } from '../table/keys.ts';
import { copyObject, headOf, readBeginning } from './objects.ts';
import { photoPlace } from './places.ts';
import { firstBytesCount } from './received-file.ts';

/** What has arrived for an upload: the beginning, with its whole size in bytes; undefined where nothing has. */
export const readSentPhoto = (store: string, upload: string) =>
  readBeginning(objectKeys.pending(store, upload), firstBytesCount);

/** Its size in bytes and its ETag alone. */
export const headOfSentPhoto = (store: string, upload: string) => headOf(objectKeys.pending(store, upload));

/**
 * Copies the photo, as it was judged, to the key that its upload names. A Finish that died before its commit may have copied another
 * photo there: the upload then names a new key. Throws `Conflict` unless the copy is where the upload says.
 */
export async function copyPhoto(
  upload: Stored<uploads.PhotoUpload>,
  { kind, etag }: { kind: PhotoKind; etag: string },
): Promise<void> {
  const [pending = ''] = upload.objects;
  if (await copyObject({ key: pending, etag }, photoPlace(upload.image, kind))) return;
  await commitUnitOfWork({
    async decide() {
      const current = await unownedObjects.find(upload.store_id, upload.id);
      const unchanged = current?.version === upload.version;
      const writes = unchanged ? [uploads.renamePhoto(upload, newPhoto(newId('image'), kind))] : [];
      return { writes, reply: undefined };
    },
  });
  throw new Conflict('The key holds another photo');
}
