/** Links to the bucket for clients: to download a file, or to upload bytes. Each link is valid for a limited time, and an upload link only for exactly what was announced. */
import { GetObjectCommand, PutObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { DigitalFile, Download } from '../resources/digital-files/fields.ts';
import type { FileUpload, PhotoUpload } from '../resources/uploads/records.ts';
import { partsOf } from '../resources/uploads/rules.ts';
import { setting } from '../runtime/settings.ts';
import { limits } from '../schema/limits.ts';
import { toSeconds, toTimestamp } from '../schema/times.ts';
import { objectKeys } from '../table/keys.ts';
import { linkClient, objectBucket, partInput, s3Options } from './objects.ts';

let client: STSClient | undefined;

/** The one STS client of a process, made when first used. */
export function sts(): STSClient {
  client ??= new STSClient({
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 2000, requestTimeout: 5000, throwOnRequestTimeout: true },
  });
  return client;
}

/**
 * A client for links that are valid for an hour from now. A link expires with the credentials that signed it, and a function's own
 * may expire at any time. So each call assumes the role again, with credentials for an hour, the longest time that AWS allows if one role
 * assumes another. Without a role, as on one machine, credentials do not expire.
 */
export async function signingClient(): Promise<S3Client> {
  const role = setting('DOWNLOAD_ROLE');
  if (role === undefined) return linkClient();
  const { Credentials } = await sts().send(
    new AssumeRoleCommand({ RoleArn: role, RoleSessionName: 'downloads', DurationSeconds: limits.downloadSeconds }),
  );
  if (!Credentials?.AccessKeyId || !Credentials.SecretAccessKey) throw new Error('STS gave no credentials');
  return new S3Client({
    ...s3Options(),
    credentials: {
      accessKeyId: Credentials.AccessKeyId,
      secretAccessKey: Credentials.SecretAccessKey,
      ...(Credentials.SessionToken && { sessionToken: Credentials.SessionToken }),
    },
  });
}

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

/**
 * A `Content-Disposition` that saves under a name (RFC 6266): any Unicode goes into the extended parameter (RFC 5987),
 * in addition to a name in plain ASCII for old clients. Nothing in a name can end the quoted string or the header.
 */
export function attachment(fileName: string): string {
  const name = fileName.toWellFormed();
  const plain = name.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%]/g, '_');
  return plain === name
    ? `attachment; filename="${name}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${extendedValue(name)}`;
}

/** Also encodes the characters that `encodeURIComponent` leaves but RFC 5987 does not allow. */
const extendedValue = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
