/** The operations on objects of the bucket, each in one request. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Conflict } from '../once/unit-of-work.ts';
import type { Photo, PhotoKind } from '../resources/gift-options/rules.ts';
import type { ArrivedPart } from '../resources/uploads/rules.ts';
import type { UnownedObjects } from '../resources/uploads/unowned-object-records.ts';
import { isOn, requiredSetting, setting } from '../runtime/settings.ts';
import { objectKeys } from '../table/keys.ts';
import type { ObjectLocation } from './received-file.ts';

const inBucket = (Key: string) => ({ Bucket: objectBucket(), Key });

const headersOf = ({ contentType, cacheControl }: ObjectLocation) => ({
  ContentType: contentType,
  CacheControl: cacheControl,
});

export const putObject = (place: ObjectLocation, Body: Uint8Array) =>
  s3().send(new PutObjectCommand({ ...inBucket(place.key), ...headersOf(place), Body }));

/** Does nothing if there is no such object. */
const deleteObject = (key: string) => s3().send(new DeleteObjectCommand(inBucket(key)));

/**
 * Copies an object that is unchanged since it was read. An existing copy is never overwritten; returns false if it is a copy of
 * another object. Throws `Conflict` if the object has changed, or if there is a concurrent copy to the same place.
 */
export async function copyObject(from: { key: string; etag: string }, to: ObjectLocation): Promise<boolean> {
  try {
    await s3().send(
      new CopyObjectCommand({
        ...inBucket(to.key),
        ...headersOf(to),
        CopySource: `${objectBucket()}/${from.key}`,
        CopySourceIfMatch: from.etag,
        IfNoneMatch: '*',
        MetadataDirective: 'REPLACE',
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof S3ServiceException && changed.has(error.name))) throw error;
    const copy = await unlessMissing(s3().send(new HeadObjectCommand(inBucket(to.key))));
    if (!copy) throw new Conflict('The object has changed, or is being copied', { cause: error });
    return copy.ETag === from.etag;
  }
}

/** The beginning of an object with its whole size in bytes, or undefined if it is missing. */
export async function readBeginning(key: string, bytes: number) {
  const object = await unlessMissing(
    s3().send(new GetObjectCommand({ ...inBucket(key), Range: `bytes=0-${bytes - 1}` })),
  );
  if (!object?.Body) return undefined;
  return {
    firstBytes: await object.Body.transformToByteArray(),
    size: Number(/\/(\d+)$/.exec(object.ContentRange ?? '')?.[1] ?? object.ContentLength),
    etag: object.ETag ?? '',
  };
}

/** An object's size in bytes and its ETag, or undefined if it is missing. */
export async function headOf(key: string): Promise<{ size: number; etag: string } | undefined> {
  const head = await unlessMissing(s3().send(new HeadObjectCommand(inBucket(key))));
  return head && { size: head.ContentLength ?? 0, etag: head.ETag ?? '' };
}

/** The whole content of an object, or undefined if it is missing. */
export async function readObject(key: string): Promise<Uint8Array | undefined> {
  const object = await unlessMissing(s3().send(new GetObjectCommand(inBucket(key))));
  return object?.Body?.transformToByteArray();
}

/** S3's id of the new multipart upload. */
export async function startMultipart(place: ObjectLocation): Promise<string> {
  const { UploadId } = await s3().send(
    new CreateMultipartUploadCommand({ ...inBucket(place.key), ...headersOf(place) }),
  );
  if (!UploadId) throw new Error('S3 gave the multipart upload no id');
  return UploadId;
}

/** Some part of a multipart upload. */
interface PartOf {
  key: string;
  multipartId: string;
  partNumber: number;
}

/** The part's ETag. */
export async function putPart(part: PartOf, Body: Uint8Array, abortSignal: AbortSignal): Promise<string> {
  const { ETag } = await s3().send(new UploadPartCommand({ ...partInput(part), Body }), { abortSignal });
  if (!ETag) throw new Error('S3 gave the part no ETag');
  return ETag;
}

export const partInput = ({ key, multipartId, partNumber }: PartOf) => ({
  ...inBucket(key),
  UploadId: multipartId,
  PartNumber: partNumber,
});

/** Does nothing if the multipart upload is complete or gone. */
export const completeMultipart = (
  key: string,
  UploadId: string,
  parts: readonly { part_number: number; etag: string }[],
) =>
  unlessMissing(
    s3().send(
      new CompleteMultipartUploadCommand({
        ...inBucket(key),
        UploadId,
        MultipartUpload: { Parts: parts.map(({ part_number, etag }) => ({ PartNumber: part_number, ETag: etag })) },
      }),
    ),
  );

/** Does nothing if the multipart upload is complete or gone. */
export const abortMultipart = (key: string, UploadId: string) =>
  unlessMissing(s3().send(new AbortMultipartUploadCommand({ ...inBucket(key), UploadId })));

/** The parts that have arrived, or undefined if the multipart upload is complete or gone. */
export async function listParts(key: string, UploadId: string): Promise<ArrivedPart[] | undefined> {
  const listed = await unlessMissing(s3().send(new ListPartsCommand({ ...inBucket(key), UploadId })));
  return (
    listed &&
    (listed.Parts ?? []).map(({ PartNumber = 0, Size = 0, ETag = '' }) => ({
      part_number: PartNumber,
      size: Size,
      etag: ETag,
    }))
  );
}

async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof S3ServiceException && missing.has(error.name)) return undefined;
    throw error;
  }
}

const changed = new Set(['PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey']);

/** `InvalidRange`: an empty object has no beginning. */
const missing = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound', 'InvalidRange']);

/**
 * Deletes unowned objects at once; should this fail, their item remains for the sweep. The first is deleted before the
 * rest, which may be copies of it: a delayed function then has nothing to copy.
 */
export async function deleteObjects({ objects, multipart_id }: Pick<UnownedObjects, 'objects' | 'multipart_id'>) {
  const [first = '', ...rest] = objects;
  if (multipart_id) await abortMultipart(first, multipart_id);
  await deleteObject(first);
  await Promise.all(rest.map((key) => deleteObject(key)));
}

let client: S3Client | undefined;

/** The one S3 client of a process, made when first used. */
export function s3(): S3Client {
  client ??= new S3Client(s3Options());
  return client;
}

let ofLinks: S3Client | undefined;

/** Signs links for clients: on one machine, clients reach the bucket at a different address than functions do. */
export function linkClient(): S3Client {
  const endpoint = setting('S3_LINK_ENDPOINT');
  if (endpoint === undefined) return s3();
  ofLinks ??= new S3Client({ ...s3Options(), endpoint });
  return ofLinks;
}

/**
 * The settings of all S3 clients. Presigned requests must not carry a checksum of a body that is yet to come, so
 * checksums are sent only where S3 requires them; SHA-256 signatures over every part protect the content instead.
 */
export const s3Options = (): S3ClientConfig => ({
  maxAttempts: 4,
  forcePathStyle: isOn('S3_FORCE_PATH_STYLE'),
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  requestHandler: { connectionTimeout: 2000, requestTimeout: 60_000, throwOnRequestTimeout: true },
});

/** The bucket of photos and digital files. */
export const objectBucket = (): string => requiredSetting('OBJECT_BUCKET');

/** A photo never changes under its name, so it may be cached for good. */
export const photoPlace = (photo: Photo, { contentType }: Pick<PhotoKind, 'contentType'>) => ({
  photo,
  key: objectKeys.photo(photo),
  contentType,
  cacheControl: 'public, max-age=31536000, immutable',
});

/** A malformed content type is replaced, because S3 would refuse it. */
export const digitalFilePlace = (store: string, id: string, contentType: string | null | undefined) => ({
  id,
  key: objectKeys.digitalFile(store, id),
  contentType:
    contentType && /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/.test(contentType) ? contentType : 'application/octet-stream',
});
