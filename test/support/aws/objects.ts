/** Objects as they are in the bucket. */
import { GetObjectCommand, ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { objectBucket, s3 } from '../../../lib/objects/client.ts';

/** Keys of all objects that begin with a prefix. */
export async function objectsUnder(Prefix: string): Promise<string[]> {
  const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket: objectBucket(), Prefix }));
  return Contents.map(({ Key = '' }) => Key);
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
