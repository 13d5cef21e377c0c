/** Credentials for links that outlive the function that makes them. */
import { S3Client } from '@aws-sdk/client-s3';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { setting } from '../runtime/settings.ts';
import { limits } from '../schema/limits.ts';
import { linkClient, s3Options } from './client.ts';

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
 * A client whose links live an hour from now. A link ends with the credentials that signed it, and a function's own may end at any
 * time. So each call assumes the role again, whose credentials last an hour at most, as always where one role assumes another.
 * Without a role, as on one machine, credentials do not end.
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
