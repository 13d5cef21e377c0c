/** Links by which a client sends bytes straight to the bucket. Each holds for exactly the bytes that were announced. */
import { PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { FileUpload, PhotoUpload } from '../resources/uploads/records.ts';
import { partsOf } from '../resources/uploads/rules.ts';
import { limits } from '../schema/limits.ts';
import { linkClient, objectBucket } from './client.ts';
import { partInput } from './objects.ts';

const lifetime = (now: string) => ({ expiresIn: limits.uploadLinkSeconds, signingDate: new Date(now) });

export const partLinks = ({ objects: [key = ''], multipart_id, file_size }: FileUpload, now: string) =>
  Promise.all(
    partsOf(file_size).map(async ({ part_number, size }) => ({
      part_number,
      url: await getSignedUrl(
        linkClient(),
        new UploadPartCommand({
          ...partInput({ key, multipartId: multipart_id, partNumber: part_number }),
          ContentLength: size,
        }),
        lifetime(now),
      ),
    })),
  );

export async function photoUploadLink({ objects: [key], content_type, file_size }: PhotoUpload, now: string) {
  const command = new PutObjectCommand({
    Bucket: objectBucket(),
    Key: key,
    ContentType: content_type,
    ContentLength: file_size,
  });
  const signableHeaders = new Set(['host', 'content-type', 'content-length']);
  const url = await getSignedUrl(linkClient(), command, { ...lifetime(now), signableHeaders });
  return { url, headers: { 'Content-Type': content_type } };
}
