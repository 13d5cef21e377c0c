/** Objects under `public/`, which everyone may read. */
import { createHash } from 'node:crypto';
import { DeleteObjectsCommand, ListObjectsV2Command, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { Conflict } from '../once/unit-of-work.ts';
import { objectBucket, s3 } from './objects.ts';

/** A browser, and CloudFront before it, may each show a file for this long after it was replaced. */
export const publicCacheControl = 'public, max-age=60';

interface PublicObject {
  key: string;
  contentType: string;
  body: string;
  /** The version of the content, in a header of each response. */
  version: number;
}

/** Names of the objects in a folder, without the folder, with their ETags: the first 1,000. The folder's name ends with a slash. */
export async function listPublic(folder: string): Promise<ReadonlyMap<string, string>> {
  const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket: objectBucket(), Prefix: folder }));
  return new Map(Contents.map(({ Key = '', ETag = '' }) => [Key.slice(folder.length), ETag]));
}

/** Deletes the objects in a folder, 1,000 at a time, for as long as `goesOn` says so. Returns how many there were. */
export async function deletePublicFolder(folder: string, goesOn: () => Promise<boolean>): Promise<number> {
  for (let removed = 0; ; ) {
    const names = [...(await listPublic(folder)).keys()];
    if (names.length === 0 || !(await goesOn())) return removed;
    await deletePublic(names.map((name) => `${folder}${name}`));
    removed += names.length;
  }
}

/** Names of the folders in a folder, without slashes, after the one named `after`: up to 1,000. */
export async function listPublicFolders(prefix: string, after: string | undefined): Promise<string[]> {
  const { CommonPrefixes = [] } = await s3().send(
    new ListObjectsV2Command({
      Bucket: objectBucket(),
      Prefix: prefix,
      Delimiter: '/',
      // `0` is the character after the slash: it follows everything in the folder.
      ...(after === undefined ? {} : { StartAfter: `${prefix}${after}0` }),
    }),
  );
  return CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(prefix.length, -1));
}

/** Whether an object with this ETag has this content: the ETag of an object that was put whole is its MD5. */
export const hasContent = (etag: string | undefined, body: string): boolean =>
  etag === `"${createHash('md5').update(body).digest('hex')}"`;

/** Puts an object in place of the one with this ETag, or as a new one. Throws `Conflict` if there is another one now. */
export async function replacePublic(
  { key, contentType, body, version }: PublicObject,
  etag: string | undefined,
): Promise<void> {
  try {
    await s3().send(
      new PutObjectCommand({
        Bucket: objectBucket(),
        Key: key,
        Body: body,
        ContentType: contentType,
        CacheControl: publicCacheControl,
        Metadata: { version: String(version) },
        ...(etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag }),
      }),
    );
  } catch (error) {
    if (!(error instanceof S3ServiceException && changed.has(error.name))) throw error;
    throw new Conflict('The file was replaced meanwhile', { cause: error });
  }
}

const changed = new Set(['PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey']);

/** Deletes up to 1,000 objects. Does nothing for a missing one. Throws if one could not be deleted. */
export async function deletePublic(keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const { Errors: [failed] = [] } = await s3().send(
    new DeleteObjectsCommand({
      Bucket: objectBucket(),
      Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
    }),
  );
  if (failed) throw new Error(`${failed.Key} was not deleted: ${failed.Message}`);
}
