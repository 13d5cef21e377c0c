/** Objects as they are in the bucket. */
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { onTestFinished } from 'vitest';
import { objectBucket, s3 } from '../../../lib/objects/objects.ts';
import { onCall } from './on-call.ts';

/** Keys of all objects that begin with a prefix. */
export async function objectsUnder(Prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3() }, { Bucket: objectBucket(), Prefix })) {
    keys.push(...Contents.map(({ Key = '' }) => Key));
  }
  return keys;
}

/** Keys of the multipart uploads in progress. */
export async function multipartsUnder(prefix: string): Promise<string[]> {
  const { Uploads = [] } = await s3().send(new ListMultipartUploadsCommand({ Bucket: objectBucket() }));
  return Uploads.map(({ Key = '' }) => Key).filter((key) => key.startsWith(prefix));
}

/** An object with its headers, or undefined. */
export async function objectAt(Key: string) {
  try {
    const object = await s3().send(new GetObjectCommand({ Bucket: objectBucket(), Key }));
    const bytes = Buffer.from((await object.Body?.transformToByteArray()) ?? []);
    return { bytes, contentType: object.ContentType, cacheControl: object.CacheControl };
  } catch {
    return undefined;
  }
}

/** What S3 answers in place of a copy. */
const refusals = {
  PreconditionFailed: 412,
  ConditionalRequestConflict: 409,
} as const;

const refusal = (name: keyof typeof refusals) =>
  new S3ServiceException({ name, $fault: 'client', message: name, $metadata: { httpStatusCode: refusals[name] } });

/**
 * Copies as S3 makes them, for an engine that takes no `If-None-Match` on them: 412 where there is an object already. The
 * first `conflicts` copies meet another one to the same place: 409. The keys copied to come in the order of the copies.
 */
export function conditionalCopies({ conflicts = 0 } = {}): string[] {
  const places: string[] = [];
  const end = onCall(s3(), async ({ command, input }, next) => {
    if (command !== 'CopyObjectCommand' || input.IfNoneMatch !== '*') return next();
    places.push(input.Key);
    if (places.length <= conflicts) throw refusal('ConditionalRequestConflict');
    if (await stands(input)) throw refusal('PreconditionFailed');
    return next();
  });
  onTestFinished(end);
  return places;
}

const stands = ({ Bucket, Key }: { Bucket: string; Key: string }): Promise<boolean> =>
  s3()
    .send(new HeadObjectCommand({ Bucket, Key }))
    .then(
      () => true,
      () => false,
    );
