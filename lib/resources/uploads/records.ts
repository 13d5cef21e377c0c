/** Uploads that clients send straight to the bucket. Until an upload is finished, its objects have no owner. */

import { ApiError, notFound } from '../../schema/errors.ts';
import { limits } from '../../schema/limits.ts';
import { toSeconds, toTimestamp } from '../../schema/times.ts';
import type { Stored, Write } from '../../table/items.ts';
import { objectKeys } from '../../table/keys.ts';
import type { FinishedPart } from '../digital-files/fields.ts';
import type { Photo, PhotoKind } from '../gift-options/rules.ts';
import * as openUploads from './open-upload-records.ts';
import type { UnownedObjects } from './unowned-object-records.ts';
import * as unownedObjects from './unowned-object-records.ts';

export interface FileUpload extends UnownedObjects {
  product_id: string;
  variant_id: string;
  file_id: string;
  file_name: string;
  file_size: number;
  multipart_id: string;
  /** The parts of the last Finish, which may have joined them. */
  announced?: readonly FinishedPart[];
}

export interface PhotoUpload extends UnownedObjects {
  gift_option_id: string;
  image: Photo;
  content_type: PhotoKind['contentType'];
  file_size: number;
}

/** When an upload that starts `now` is forgotten. */
export const dueAfter = (now: string): string => toTimestamp((toSeconds(now) + limits.uploadSeconds) * 1000);

/** A new upload, counted as open. Fails if that is one too many. */
export const open = (upload: FileUpload | PhotoUpload): Write[] => [
  unownedObjects.create(upload),
  openUploads.raise(upload.store_id),
];

/** The upload of a variant's file while its client may continue it. Throws 404 if it is missing. */
export async function getForVariant(
  store: string,
  { id: product, variant_id, upload_id }: { id: string; variant_id: string; upload_id: string },
  now: string,
): Promise<Stored<FileUpload>> {
  const upload = await findOpen<FileUpload>(store, upload_id, now);
  if (upload?.product_id !== product || upload.variant_id !== variant_id) throw notFound();
  return upload;
}

/** The upload of a gift option's photo, likewise. */
export async function getForGiftOption(
  store: string,
  { gift_option_id, upload_id }: { gift_option_id: string; upload_id: string },
  now: string,
): Promise<Stored<PhotoUpload>> {
  const upload = await findOpen<PhotoUpload>(store, upload_id, now);
  if (upload?.gift_option_id !== gift_option_id) throw notFound();
  return upload;
}

/** The upload while its client may continue it, or undefined. */
export async function findOpen<T extends UnownedObjects>(store: string, id: string, now: string) {
  const upload = await unownedObjects.find<T>(store, id);
  return upload && !upload.ended && upload.due_at > now ? upload : undefined;
}

/** The upload with the parts that a Finish is about to join. */
export const announce = (upload: Stored<FileUpload>, announced: readonly FinishedPart[]): Write =>
  unownedObjects.replace(upload, { ...upload, announced });

/** The photo under a new name, which is announced here before anything is copied to it. */
export const renamePhoto = (upload: Stored<PhotoUpload>, image: Photo): Write =>
  unownedObjects.replace(upload, { ...upload, image, objects: [...upload.objects, objectKeys.photo(image)] });

/** What an upload leaves when its photo has an owner: what the client sent, and copies under earlier names. */
export const leftoversOf = ({ objects, image }: PhotoUpload): string[] =>
  objects.filter((key) => key !== objectKeys.photo(image));

/**
 * Runs a check of an upload's objects, which are deleted when the upload is finished. A refusal counts only while the
 * upload is open; otherwise the upload was finished since it was read, and the result is a 404.
 */
export async function whileOpen<T>(
  { store_id, id }: UnownedObjects,
  now: string,
  judge: () => T | Promise<T>,
): Promise<T> {
  try {
    return await judge();
  } catch (refusal) {
    if (refusal instanceof ApiError && !(await findOpen(store_id, id, now))) throw notFound();
    throw refusal;
  }
}
