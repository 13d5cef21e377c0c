import { requiredSetting, setting } from '../runtime/settings.ts';
import { documentClient } from '../wire/document-client.ts';

/** The endpoint of DynamoDB, or of another engine. Host names in China have a different suffix. */
function endpoint(): string {
  const region = requiredSetting('AWS_REGION');
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return setting('AWS_ENDPOINT_URL_DYNAMODB') ?? `https://dynamodb.${region}.${suffix}`;
}

/** The time-outs keep a stuck connection from eating a function's whole time. */
export const clientSettings = {
  region: async () => requiredSetting('AWS_REGION'),
  endpoint: async () => ({ url: new URL(endpoint()) }),
  // If this is not set, the SDK looks for it in files.
  retryMode: 'standard',
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
} as const;

/** The one DynamoDB client of a function. */
export const dynamodb = documentClient(clientSettings, { marshallOptions: { removeUndefinedValues: true } });

/** The table of all entities. */
export const storeTable = (): string => requiredSetting('STORE_TABLE');

/** The table of idempotency records and rate-limit windows. Its items expire. */
export const requestTable = (): string => requiredSetting('REQUEST_TABLE');
