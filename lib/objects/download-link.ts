import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { DigitalFile, Download } from '../resources/digital-files/fields.ts';
import { limits } from '../schema/limits.ts';
import { toSeconds, toTimestamp } from '../schema/times.ts';
import { objectKeys } from '../table/keys.ts';
import { objectBucket } from './client.ts';
import { attachment } from './content-disposition.ts';

/**
 * A link that downloads a store's digital file under its name, valid for an hour from `now`, signed by a client of
 * `signingClient`. Once the file is deleted or replaced its object is gone, and the link with it.
 */
export async function downloadLink(client: S3Client, store: string, file: DigitalFile, now: string): Promise<Download> {
  const url = await getSignedUrl(
    client,
    new GetObjectCommand({
      Bucket: objectBucket(),
      Key: objectKeys.digitalFile(store, file.id),
      ResponseContentDisposition: attachment(file.file_name),
    }),
    { expiresIn: limits.downloadSeconds, signingDate: new Date(now) },
  );
  return {
    url,
    file_name: file.file_name,
    file_size: file.file_size,
    expires_at: toTimestamp((toSeconds(now) + limits.downloadSeconds) * 1000),
  };
}
