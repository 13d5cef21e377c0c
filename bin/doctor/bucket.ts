/** Whether the bucket is as the template declares it; what a bucket that was taken over lacks can be put back. */

import { isDeepStrictEqual } from 'node:util';
import {
  type CORSRule,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketVersioningCommand,
  GetPublicAccessBlockCommand,
  type LifecycleRule,
  type PublicAccessBlockConfiguration,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutPublicAccessBlockCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type Finding, judged, unlessNone } from './finding.ts';

interface DeclaredRule {
  Id: string;
  Status: 'Enabled' | 'Disabled';
  Prefix?: string;
  ExpirationInDays?: number;
  ExpiredObjectDeleteMarker?: boolean;
  NoncurrentVersionExpiration?: { NoncurrentDays: number };
  AbortIncompleteMultipartUpload?: { DaysAfterInitiation: number };
}

interface DeclaredCors {
  Id?: string;
  AllowedOrigins: string[];
  AllowedMethods: string[];
  AllowedHeaders?: string[];
  ExposedHeaders?: string[];
  MaxAge?: number;
}

/** The template's properties of a bucket, as far as they are looked at. */
export interface DeclaredBucket {
  VersioningConfiguration?: { Status: 'Enabled' | 'Suspended' };
  LifecycleConfiguration?: { Rules: DeclaredRule[] };
  CorsConfiguration?: { CorsRules: DeclaredCors[] };
  PublicAccessBlockConfiguration?: PublicAccessBlockConfiguration;
}

interface Part {
  /** Its name for a person. */
  name: string;
  wanted: unknown;
  read(): Promise<unknown>;
  put(): Promise<unknown>;
}

/** Looks at a bucket. Throws what AWS answers if it is not there. */
export async function bucketFindings(client: S3Client, Bucket: string, declared: DeclaredBucket): Promise<Finding[]> {
  const Rules = (declared.LifecycleConfiguration?.Rules ?? []).map(lifecycleRule);
  const CORSRules = (declared.CorsConfiguration?.CorsRules ?? []).map(corsRule);
  const PublicAccessBlock = declared.PublicAccessBlockConfiguration ?? {};
  const parts: Part[] = [
    {
      name: 'versioning',
      wanted: declared.VersioningConfiguration?.Status,
      read: async () => (await client.send(new GetBucketVersioningCommand({ Bucket }))).Status,
      put: () =>
        client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } })),
    },
    {
      name: 'lifecycle rules',
      wanted: byId(Rules),
      read: async () =>
        byId((await found(client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))))?.Rules ?? []),
      put: () => client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } })),
    },
    {
      name: 'CORS rules',
      wanted: byId(CORSRules),
      read: async () => byId((await found(client.send(new GetBucketCorsCommand({ Bucket }))))?.CORSRules ?? []),
      put: () => client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } })),
    },
    {
      name: 'public access block',
      wanted: PublicAccessBlock,
      read: async () =>
        (await found(client.send(new GetPublicAccessBlockCommand({ Bucket }))))?.PublicAccessBlockConfiguration,
      put: () =>
        client.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration: PublicAccessBlock })),
    },
  ];
  return Promise.all(
    parts.map(async ({ name, wanted, read, put }) =>
      judged(
        isDeepStrictEqual(plain(await read()), plain(wanted)),
        `bucket ${Bucket} has the declared ${name}`,
        `bucket ${Bucket} lacks the declared ${name}`,
        'npm run doctor -- --mend fixes it',
        put,
      ),
    ),
  );
}

/** S3 answers that a bucket has no such configuration with an error. */
const found = <T>(answer: Promise<T>): Promise<T | undefined> =>
  unlessNone(answer, (error) => error instanceof S3ServiceException && /^NoSuch(?!Bucket$)/.test(error.name));

const lifecycleRule = (rule: DeclaredRule): LifecycleRule => ({
  ID: rule.Id,
  Status: rule.Status,
  Filter: { Prefix: rule.Prefix ?? '' },
  Expiration: rule.ExpirationInDays
    ? { Days: rule.ExpirationInDays }
    : rule.ExpiredObjectDeleteMarker
      ? { ExpiredObjectDeleteMarker: true }
      : undefined,
  NoncurrentVersionExpiration: rule.NoncurrentVersionExpiration,
  AbortIncompleteMultipartUpload: rule.AbortIncompleteMultipartUpload,
});

const corsRule = (rule: DeclaredCors): CORSRule => ({
  ID: rule.Id,
  AllowedOrigins: rule.AllowedOrigins,
  AllowedMethods: rule.AllowedMethods,
  AllowedHeaders: rule.AllowedHeaders,
  ExposeHeaders: rule.ExposedHeaders,
  MaxAgeSeconds: rule.MaxAge,
});

const byId = <T extends { ID?: string | undefined }>(rules: readonly T[]): T[] =>
  rules.toSorted((a, b) => (a.ID ?? '').localeCompare(b.ID ?? ''));

/** Without what is not there, and an empty prefix, which S3 shows as none. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (_, each) => (isEmptyFilter(each) ? undefined : each)));

const isEmptyFilter = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && value !== null && isDeepStrictEqual(value, { Prefix: '' }));
