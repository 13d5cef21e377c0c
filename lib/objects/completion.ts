/** Joins the parts of an upload into its object (decisions, "Large uploads"). */

import { Conflict, commitOnce, commitUnitOfWork, type Effect } from '../once/unit-of-work.ts';
import type { FinishedPart } from '../resources/digital-files/fields.ts';
import { newPhoto, type PhotoKind } from '../resources/gift-options/rules.ts';
import type { FileUpload } from '../resources/uploads/records.ts';
import * as uploads from '../resources/uploads/records.ts';
import { announces, isPlausible, matchParts, partsOf } from '../resources/uploads/rules.ts';
import * as unownedObjects from '../resources/uploads/unowned-object-records.ts';
import { newId } from '../runtime/ids.ts';
import { invalidField, notFound } from '../schema/errors.ts';
import type { Stored } from '../table/items.ts';
import { objectKeys } from '../table/keys.ts';
import { completeMultipart, copyObject, headOf, listParts, photoPlace, readBeginning } from './objects.ts';
import { firstBytesCount } from './received-file.ts';

interface Completion {
  /** With the parts that were announced. */
  upload: Stored<FileUpload>;
  complete: Effect;
}

/**
 * The effect that joins an upload's parts. Throws `INVALID_FIELD`, which leaves the upload open, unless all parts have
 * arrived as announced and reported. If an earlier try joined them and died before its commit, the effect does nothing.
 *
 * S3 then no longer lists the parts, so the upload keeps the announced parts: a Resume after such a try still
 * shows them.
 */
export async function completionOf(upload: Stored<FileUpload>, reported: readonly FinishedPart[]): Promise<Completion> {
  const [key = ''] = upload.objects;
  const [announced, arrived] = await Promise.all([
    upload.announced ? asAnnounced(upload, reported) : announce(upload, reported).catch(unlessStale),
    listParts(key, upload.multipart_id),
  ]);
  if (!arrived) {
    if ((await headOf(key))?.size !== upload.file_size)
      throw invalidField('parts must match what was uploaded', 'parts');
    return { upload: announced ?? upload, complete: async () => undefined };
  }
  const parts = matchParts(upload.file_size, reported, arrived);
  if (announced) return { upload: announced, complete: () => completeMultipart(key, upload.multipart_id, parts) };
  return {
    upload,
    async complete() {
      await announce(upload, reported);
      throw new Conflict('The upload announces these parts from now on');
    },
  };
}

const asAnnounced = (upload: Stored<FileUpload>, reported: readonly FinishedPart[]) =>
  announces(upload.announced ?? [], reported) ? upload : undefined;

/** Throws `Conflict` if the upload has changed since it was read. */
async function announce(upload: Stored<FileUpload>, reported: readonly FinishedPart[]) {
  if (!isPlausible(upload.file_size, reported)) return undefined;
  await commitOnce([uploads.announce(upload, reported)]);
  return { ...upload, announced: reported, version: upload.version + 1 };
}

function unlessStale(error: unknown): undefined {
  if (!(error instanceof Conflict)) throw error;
}

/**
 * The ETags of the parts that have arrived in full, by their numbers; the announced ones if a Finish joined the parts
 * and died.
 */
export async function arrivedParts(upload: FileUpload, now: string): Promise<Map<number, string>> {
  const [key = ''] = upload.objects;
  const listed = await listParts(key, upload.multipart_id);
  const sizes = new Map(partsOf(upload.file_size).map(({ part_number, size }) => [part_number, size]));
  const arrived = listed?.filter(({ part_number, size }) => sizes.get(part_number) === size);
  const parts = arrived ?? (await uploads.findOpen<FileUpload>(upload.store_id, upload.id, now))?.announced;
  if (!parts) throw notFound();
  return new Map(parts.map(({ part_number, etag }) => [part_number, etag]));
}

/** The first bytes of an upload's photo, with its whole size in bytes; undefined if it has not arrived. */
export const readSentPhoto = (store: string, upload: string) =>
  readBeginning(objectKeys.pending(store, upload), firstBytesCount);

/** The size of an upload's photo in bytes, and its ETag; undefined if it has not arrived. */
export const headOfSentPhoto = (store: string, upload: string) => headOf(objectKeys.pending(store, upload));

/**
 * Copies the photo, if it is unchanged since it was checked, to the key in its upload. A Finish that died before its commit may have copied another
 * photo there: the upload then gets a new key. Throws `Conflict` unless the copy is under the key in the upload.
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
