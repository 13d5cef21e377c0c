import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { requiredSetting, setting } from '../runtime/settings.ts';
import { keepHandlers } from './resolved-handlers.ts';

/** Amazon's own, or another engine's. In China the names end otherwise. */
function endpoint(): string {
  const region = requiredSetting('AWS_REGION');
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return setting('AWS_ENDPOINT_URL_DYNAMODB') ?? `https://dynamodb.${region}.${suffix}`;
}

/**
 * What the SDK would look for in files and work out by rules, which takes a seventh of a function's start. Bundles leave the rules
 * of endpoints out.
 */
const settled: DynamoDBClientConfig = {
  region: async () => requiredSetting('AWS_REGION'),
  endpoint: async () => ({ url: new URL(endpoint()) }),
  defaultsMode: 'standard',
  retryMode: 'standard',
  accountIdEndpointMode: 'disabled',
  authSchemePreference: [],
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: async () => undefined,
};

/** The one DynamoDB client of a function. Its time-outs keep a stuck connection from eating the function's whole time. */
export const dynamodb = keepHandlers(
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...settled,
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  ),
);

// It looks for a logger, which there is not, at every call.
dynamodb.middlewareStack.remove('loggerMiddleware');

/** The table of all entities. */
export const storeTable = (): string => requiredSetting('STORE_TABLE');

/** The table of idempotency records and rate-limit windows, whose items expire. */
export const requestTable = (): string => requiredSetting('REQUEST_TABLE');
