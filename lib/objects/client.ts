import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { isOn, requiredSetting, setting } from '../runtime/settings.ts';

let client: S3Client | undefined;

/** The one S3 client of a process, made when first used. */
export function s3(): S3Client {
  client ??= new S3Client(s3Options());
  return client;
}

let ofLinks: S3Client | undefined;

/** Signs links for others to follow: on one machine they find the bucket at another address than functions do. */
export function linkClient(): S3Client {
  const endpoint = setting('S3_LINK_ENDPOINT');
  if (endpoint === undefined) return s3();
  ofLinks ??= new S3Client({ ...s3Options(), endpoint });
  return ofLinks;
}

/**
 * What all clients of S3 share. Presigned requests must not carry a checksum of a body that is yet to come, so checksums go only
 * where S3 asks for them; content is guarded by SHA-256 signatures over every part instead.
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
